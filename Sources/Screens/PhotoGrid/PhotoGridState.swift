import Albums

/// Everything a photo grid shows.
public struct PhotoGridState: Sendable {
    public let list: PhotoList
    public var heading: PhotoGridHeading
    /// The kind of date that photos are sorted by, newest first; nil if they aren't sorted by date or it needs no
    /// mention.
    public var sortDate: Photo.DateKind?
    public var search = TextLine()
    public var photos = GridContents<Photo>()
    var marks = MultiSelection()
    public var tiles: [Photo.ID: Tile] = [:]
    /// Additional details for lines of text, by photo.
    var lineDetails: [Photo.ID: PhotoLineDetails] = [:]
    /// The preferred width of a thumbnail, in columns.
    public var tileWidth: Int
    /// Whether the masonry layout is on.
    public var isMasonry = false
}

/// The heading of a photo grid.
public enum PhotoGridHeading: Hashable, Sendable {
    /// The title of an album or of a search.
    case title(String)
    /// The header of home: the tab, the owner and the totals.
    case home(HomeTab, Owner?, LibraryTotals?)

    /// The home tab that shows the photos; nil outside home.
    var tab: HomeTab? {
        if case .home(let tab, _, _) = self { tab } else { nil }
    }
}
