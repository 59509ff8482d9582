import Albums

/// Everything a photo grid shows.
public struct PhotoGridState: Sendable {
    public let list: PhotoList
    public var heading: PhotoGridHeading
    public var order: ListOrder
    /// The meaning of the photos' dates.
    public let dateKind: Photo.DateKind
    /// Whether Enter in the search line runs the library's own search.
    public let answersSearches: Bool
    /// Whether the library has more than one owner.
    public var hasSeveralOwners = false
    public var search = TextLine()
    public var photos = GridState<Photo>()
    /// The marked photos, in view or not.
    public var marked: Set<Photo.ID> = []
    /// The favorites in view; nil in the favorites tab, where every photo is one.
    public var favorites: Set<Photo.ID>?
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

/// The position of a photo: its index among the photos of a list that match a query.
public struct PhotoPosition: Hashable, Sendable {
    public let list: PhotoList
    public let query: ListQuery
    public var index: Int
    /// Nil if it hasn't loaded.
    public var photo: Photo?
    /// The counts of the list, as far as they're known.
    public var counts: GridCounts?

    public init(list: PhotoList, query: ListQuery, index: Int, photo: Photo? = nil, counts: GridCounts? = nil) {
        self.list = list
        self.query = query
        self.index = index
        self.photo = photo
        self.counts = counts
    }
}

/// The photos that the user has marked, for commands that act on several.
struct MultiSelection: Sendable {
    /// The marked photos, in the order they were marked.
    private(set) var photos: [Photo] = []
    private(set) var ids: Set<Photo.ID> = []

    func contains(_ photo: Photo) -> Bool {
        ids.contains(photo.id)
    }

    mutating func toggle(_ photo: Photo) {
        if ids.remove(photo.id) == nil {
            ids.insert(photo.id)
            photos.append(photo)
        } else {
            photos.removeAll { $0.id == photo.id }
        }
    }

    /// Marks all of these photos, or unmarks them if all are marked already.
    mutating func toggle(_ shown: [Photo]) {
        let unmarked = shown.filter { !contains($0) }
        if unmarked.isEmpty {
            let ids = Set(shown.map(\.id))
            photos.removeAll { ids.contains($0.id) }
            self.ids.subtract(ids)
        } else {
            photos += unmarked
            ids.formUnion(unmarked.map(\.id))
        }
    }

    mutating func clear() {
        self = MultiSelection()
    }
}
