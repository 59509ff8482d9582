import Albums

/// Everything the home screen shows.
public struct HomeState: Sendable {
    /// Whose albums these are: the owner of the selected one; nil until known.
    public var owner: Owner?
    public var totals: LibraryTotals?
    public var search = SearchLine()
    public var cursor = GridCursor()
    /// The albums in view and around it.
    public var albums = ListWindow<Album>()
    public var covers: [Photo.ID: Tile] = [:]
    /// Nil until the first albums are known.
    public var counts: GridCounts?
    /// Why the albums cannot be listed.
    public var failure: String?
}
