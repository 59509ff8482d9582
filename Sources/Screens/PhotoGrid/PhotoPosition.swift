import Albums

/// The position of a photo: its index among the photos of a list that match a search.
public struct PhotoPosition: Hashable, Sendable {
    public let list: PhotoList
    public let search: String
    public var index: Int
    /// The counts of the list, as far as they're known.
    public var counts: GridCounts?

    public init(list: PhotoList, search: String, index: Int, counts: GridCounts? = nil) {
        self.list = list
        self.search = search
        self.index = index
        self.counts = counts
    }
}
