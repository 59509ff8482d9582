import Albums

/// Everything the album screen shows.
public struct AlbumState: Sendable {
    public let album: Album
    public var search = SearchLine()
    public var cursor = GridCursor()
    /// The photos in view and around it.
    public var photos = ListWindow<Photo>()
    public var tiles: [Photo.ID: Tile] = [:]
    /// Nil until the first photos are known.
    public var counts: GridCounts?
    /// How wide a person wants a thumbnail to be, in columns.
    public var tileWidth: Int
    /// Why the photos cannot be listed.
    public var failure: String?
}
