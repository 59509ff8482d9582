import Albums

/// Choices by the user that persist between runs.
@MainActor
public struct Preferences {
    /// The width of thumbnails in columns; nil if never chosen.
    public var tileWidth: () -> Int?
    public var rememberTileWidth: (Int) -> Void
    /// Whether dates stand below the titles of photos.
    public var showsDates: () -> Bool
    public var rememberShowsDates: (Bool) -> Void
    /// Whether the viewer shows a strip of the neighbors.
    public var showsStrip: () -> Bool
    public var rememberShowsStrip: (Bool) -> Void
    /// The owner to list first.
    public var ownerPreference: () -> OwnerPreference
    public var rememberScope: (AlbumList) -> Void
    public var albumOrder: () -> ListOrder
    public var rememberAlbumOrder: (ListOrder) -> Void
    /// The folders of the open library that the user has opened or closed.
    public var albumFolding: () -> AlbumFolding
    public var rememberAlbumFolding: (AlbumFolding) -> Void
    /// The order of photos in a list of the library with an address.
    public var photoOrder: (_ library: String, _ list: PhotoList) -> ListOrder
    public var rememberPhotoOrder: (_ library: String, _ list: PhotoList, ListOrder) -> Void
    /// Whether bursts are folded in a list of the library with an address.
    public var foldsBursts: (_ library: String, _ list: PhotoList) -> Bool
    public var rememberFoldsBursts: (_ library: String, _ list: PhotoList, Bool) -> Void
    /// The folders to which photos were moved or copied last, the last one first.
    public var recentFolders: () -> [String]
    public var rememberFolder: (String) -> Void
    /// Waits until all choices are written to disk.
    public var flush: () async -> Void

    /// The width of thumbnails chosen last, limited to the available ones.
    var usableTileWidth: Int { TileSize(width: tileWidth()).width }

    public init(
        tileWidth: @escaping () -> Int?, rememberTileWidth: @escaping (Int) -> Void,
        showsDates: @escaping () -> Bool, rememberShowsDates: @escaping (Bool) -> Void,
        ownerPreference: @escaping () -> OwnerPreference, rememberScope: @escaping (AlbumList) -> Void,
        albumOrder: @escaping () -> ListOrder, rememberAlbumOrder: @escaping (ListOrder) -> Void,
        albumFolding: @escaping () -> AlbumFolding, rememberAlbumFolding: @escaping (AlbumFolding) -> Void,
        photoOrder: @escaping (_ library: String, _ list: PhotoList) -> ListOrder,
        rememberPhotoOrder: @escaping (_ library: String, _ list: PhotoList, ListOrder) -> Void,
        foldsBursts: @escaping (_ library: String, _ list: PhotoList) -> Bool = { _, _ in false },
        rememberFoldsBursts: @escaping (_ library: String, _ list: PhotoList, Bool) -> Void = { _, _, _ in },
        showsStrip: @escaping () -> Bool = { false }, rememberShowsStrip: @escaping (Bool) -> Void = { _ in },
        recentFolders: @escaping () -> [String] = { [] }, rememberFolder: @escaping (String) -> Void = { _ in },
        flush: @escaping () async -> Void = {}
    ) {
        self.tileWidth = tileWidth
        self.rememberTileWidth = rememberTileWidth
        self.showsDates = showsDates
        self.rememberShowsDates = rememberShowsDates
        self.showsStrip = showsStrip
        self.rememberShowsStrip = rememberShowsStrip
        self.ownerPreference = ownerPreference
        self.rememberScope = rememberScope
        self.albumOrder = albumOrder
        self.rememberAlbumOrder = rememberAlbumOrder
        self.albumFolding = albumFolding
        self.rememberAlbumFolding = rememberAlbumFolding
        self.photoOrder = photoOrder
        self.rememberPhotoOrder = rememberPhotoOrder
        self.foldsBursts = foldsBursts
        self.rememberFoldsBursts = rememberFoldsBursts
        self.recentFolders = recentFolders
        self.rememberFolder = rememberFolder
        self.flush = flush
    }
}
