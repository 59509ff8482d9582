/// What a library offers beyond lists of albums and photos. Screens ask for it before they offer a command.
///
/// A library starts from the initial values, and sets what it can do. The kinds of edits are `PhotoEditing.kinds`.
public struct Capabilities: Hashable, Sendable {
    /// The tabs of the home screen.
    public var sections: [Section] = [.albums, .feed, .favorites]
    /// The meaning of the photos' dates, by which the feed is sorted.
    public var dateKind = Photo.DateKind.taken
    /// The orders of albums; the original order takes the place of any other.
    public var albumOrders: Set<ListOrder> = [.original]
    /// The orders of photos; the original order takes the place of any other.
    public var photoOrders: Set<ListOrder> = [.original]
    /// The fields that a search of photos may have; others match nothing.
    public var searchFields: Set<SearchField> = []
    /// Whether the library has a search of its own, `PhotoList.searchResults`.
    public var hasOnlineSearch = false
    /// Whether the service keeps favorites of its own, `PhotoList.favorites`.
    public var hasFavorites = false
    /// Whether the service can create public links to photos (`PhotoLibrary.createPublicLink`).
    public var createsPublicLinks = false
    /// Whether the photos have originals to share. Others are generated.
    public var hasOriginals = true
    /// Whether queries can fold bursts, for which the library has to know cameras and exact times.
    public var foldsBursts = false

    public init(
        sections: [Section] = [.albums, .feed, .favorites], dateKind: Photo.DateKind = .taken,
        albumOrders: Set<ListOrder> = [.original],
        photoOrders: Set<ListOrder> = [.original], searchFields: Set<SearchField> = [], hasOnlineSearch: Bool = false,
        hasFavorites: Bool = false, createsPublicLinks: Bool = false, hasOriginals: Bool = true,
        foldsBursts: Bool = false
    ) {
        self.sections = sections
        self.dateKind = dateKind
        self.albumOrders = albumOrders
        self.photoOrders = photoOrders
        self.searchFields = searchFields
        self.hasOnlineSearch = hasOnlineSearch
        self.hasFavorites = hasFavorites
        self.createsPublicLinks = createsPublicLinks
        self.hasOriginals = hasOriginals
        self.foldsBursts = foldsBursts
    }
}

extension Capabilities {
    /// The capabilities of a list of photos collected from libraries: what each photo itself says.
    public static func collected(hasOriginals: Bool) -> Capabilities {
        Capabilities(
            photoOrders: [.original, .title, .newestFirst, .oldestFirst], searchFields: SearchField.ofPhoto,
            hasOriginals: hasOriginals)
    }
}

/// A tab of the home screen, in the order of the tabs, by its name in the configuration of keys.
public enum Section: String, Hashable, Sendable, CaseIterable {
    case albums, feed, favorites, people, places
}

/// What only a library of folders and files offers.
public protocol FolderFeatures: Sendable {
    /// Returns the albums arranged in folders.
    ///
    /// - Parameter folding: whether folders are open, as chosen by the user. The library decides about the others.
    /// - Throws: `LibraryFailure`.
    func albumTree(folding: [Album.ID: Bool], by order: ListOrder) async throws -> AlbumTree

    /// Returns the folder whose photos, with those of all folders below it, are listed for an album: the album's own,
    /// or its parent if it has no subfolders. Nil for an unknown album.
    func folder(of album: Album.ID) -> (id: Album.ID, name: String)?

    /// Returns the library's other files with the same contents as a photo's.
    func files(identicalTo photo: Photo) async -> [IdenticalFile]

    /// Returns the paths of a file's sidecars, and of other programs' files that belong to it; nil if the library
    /// doesn't know the file.
    func sidecars(ofFileAt path: [UInt8]) async -> [[UInt8]]?

    /// Waits until the library has read everything that searches and orders need.
    ///
    /// - Parameter onProgress: called now and then with the number of photos that have been read and found.
    func waitUntilRead(_ onProgress: @escaping @Sendable (_ read: Int, _ found: Int) -> Void) async
}
