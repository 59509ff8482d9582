import Albums

/// Where a photo stands: its index among the photos of an album that match a search.
public struct PhotoPlace: Hashable, Sendable {
    public let album: Album.ID
    public let search: String
    public var index: Int

    public init(album: Album.ID, search: String, index: Int) {
        self.album = album
        self.search = search
        self.index = index
    }
}
