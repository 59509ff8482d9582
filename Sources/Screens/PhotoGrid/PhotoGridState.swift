import Albums

/// Everything a grid of photos shows.
public struct PhotoGridState: Sendable {
    public let list: PhotoList
    public var heading: PhotoGridHeading
    /// What the dates are that the photos are sorted by, newest first; nil where they are not sorted by date, or it goes
    /// without saying.
    public var sortDate: Photo.DateKind?
    public var search = TextLine()
    public var photos = GridContents<Photo>()
    var marks = Marks()
    public var tiles: [Photo.ID: Tile] = [:]
    /// What lines of text tell that the list of photos does not.
    var lineDetails: [Photo.ID: PhotoLineDetails] = [:]
    /// How wide a person wants a thumbnail to be, in columns.
    public var tileWidth: Int
    /// Whether a person wants a waterfall.
    public var isWaterfall = false
}

/// What stands above a grid of photos.
public enum PhotoGridHeading: Hashable, Sendable {
    /// The title of an album or of a search.
    case title(String)
    /// Whose library is open, and the tabs of home.
    case home(HomeTab, Owner?, LibraryTotals?)

    /// The tab that the photos are; nil where they are none.
    var tab: HomeTab? {
        if case .home(let tab, _, _) = self { tab } else { nil }
    }
}
