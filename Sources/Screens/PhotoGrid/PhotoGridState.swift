import Albums

/// Everything a grid of photos shows.
public struct PhotoGridState: Sendable {
    public let list: PhotoList
    public var heading: PhotoGridHeading
    public var search = SearchLine()
    public var cursor = GridCursor()
    /// Where photos stand when each is as high as its aspect asks; nil while they stand in rows.
    public var waterfall: WaterfallCursor?
    /// The photos in view and around it.
    public var photos = ListWindow<Photo>()
    public var tiles: [Photo.ID: Tile] = [:]
    /// Nil until the first photos are known.
    public var counts: GridCounts?
    /// How wide a person wants a thumbnail to be, in columns.
    public var tileWidth: Int
    /// Whether a person wants a waterfall.
    public var isWaterfall = false
    /// Why the photos cannot be listed.
    public var failure: String?
}

/// What stands above a grid of photos.
public enum PhotoGridHeading: Hashable, Sendable {
    /// The title of an album or of a search.
    case title(String)
    /// Whose library it is, and the tabs of home.
    case home(Owner?, LibraryTotals?)
}
