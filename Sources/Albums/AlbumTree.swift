import Basics

/// A folder of albums, with everything below it.
public struct AlbumFolder: Identifiable, Hashable, Sendable {
    /// The ID of the album with the pictures directly in the folder, even if there are none.
    public let id: Album.ID
    /// The last part of its path.
    public let name: String
    /// The number of folders around it.
    public let depth: Int
    /// The number of albums below it.
    public let albumCount: Int
    public let photoCount: Int
    /// Whether the folder's contents are listed.
    public let isOpen: Bool

    public init(id: Album.ID, name: String, depth: Int, albumCount: Int, photoCount: Int, isOpen: Bool) {
        self.id = id
        self.name = name.bounded
        self.depth = depth
        self.albumCount = albumCount
        self.photoCount = photoCount
        self.isOpen = isOpen
    }
}

/// A snapshot of the albums of a library, arranged in folders. It lists the contents of open folders, and is read by
/// range.
public struct AlbumTree: Sendable {
    /// A folder, or an album in one.
    public enum Item: Identifiable, Hashable, Sendable {
        case folder(AlbumFolder)
        /// An album and the folder that it is in; nil for albums in none.
        case album(Album, in: Album.ID?)

        public enum ID: Hashable, Sendable {
            case folder(Album.ID), album(Album.ID)
        }

        public var id: ID {
            switch self {
            case .folder(let folder): .folder(folder.id)
            case .album(let album, _): .album(album.id)
            }
        }
    }

    /// A folder followed by the albums listed directly in it. The first section may have none, for albums in no folder.
    public struct Section: Hashable, Sendable {
        public let hasFolder: Bool
        public let albumCount: Int

        public init(hasFolder: Bool, albumCount: Int) {
            self.hasFolder = hasFolder
            self.albumCount = albumCount
        }
    }

    public let sections: [Section]
    /// The number of items in all sections.
    public let count: Int
    /// Whether the library has been read to its end.
    public let isComplete: Bool
    private let item: @Sendable (Int) -> Item
    private let position: @Sendable (Item.ID) -> Int?

    /// - Parameters:
    ///   - item: returns the item at an index.
    ///   - index: returns the index of an item or, if it isn't listed, of the closed folder around it.
    public init(
        sections: [Section], isComplete: Bool, item: @escaping @Sendable (Int) -> Item,
        index: @escaping @Sendable (Item.ID) -> Int?
    ) {
        self.sections = sections
        self.isComplete = isComplete
        self.item = item
        position = index
        count = sections.reduce(0) { $0 + $1.albumCount + ($1.hasFolder ? 1 : 0) }
    }

    /// Returns the items of a range, which may extend beyond the tree.
    public func page(in range: Range<Int>) -> Page<Item> {
        Page(
            items: range.clamped(to: 0..<count).map(item), matching: count, available: count, isComplete: isComplete)
    }

    /// Returns the index of an item or, if it isn't listed, of the closed folder around it.
    public func index(of item: Item.ID) -> Int? {
        position(item)
    }
}
