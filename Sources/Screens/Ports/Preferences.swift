import Albums

/// Port for the choices of the user that persist between runs.
@MainActor
public protocol Preferences: AnyObject {
    /// The width of thumbnails in columns; nil if never chosen.
    var tileWidth: Int? { get set }
    /// Whether dates stand below the titles of photos.
    var showsDates: Bool { get set }
    /// Whether the viewer shows a strip of the neighbors.
    var showsStrip: Bool { get set }
    /// The owner to list first.
    var ownerPreference: OwnerPreference { get }
    /// Stores the owner to list first in the next run.
    func rememberScope(_ scope: AlbumList)
    var albumOrder: ListOrder { get set }
    /// The folders of the open library that the user has opened or closed.
    var albumFolding: AlbumFolding { get set }
    /// Returns the order of photos in a list of the library with an address.
    func photoOrder(_ library: String, _ list: PhotoList) -> ListOrder
    func rememberPhotoOrder(_ library: String, _ list: PhotoList, _ order: ListOrder)
    /// Returns whether bursts are folded in a list of the library with an address.
    func foldsBursts(_ library: String, _ list: PhotoList) -> Bool
    func rememberFoldsBursts(_ library: String, _ list: PhotoList, _ folds: Bool)
    /// The folders to which photos were moved or copied last, the last one first.
    var recentFolders: [String] { get }
    func rememberFolder(_ folder: String)
    /// Waits until all choices are written to disk.
    func flush() async
}

extension Preferences {
    /// The width of thumbnails chosen last, limited to the available ones.
    var usableTileWidth: Int { TileSize(width: tileWidth).width }
}
