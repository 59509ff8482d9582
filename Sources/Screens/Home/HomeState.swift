import Albums

/// Everything the home screen shows.
public struct HomeState: Sendable {
    /// Whose albums are listed; nil until it is known who there is.
    public var scope: OwnerScope?
    /// Who is named at the top: the owner whose albums are listed, of everyone the selected album's; nil until known.
    public var owner: Owner?
    /// Whether the name is selected, and not an album.
    public var isOwnerSelected = false
    public var totals: LibraryTotals?
    public var search = SearchLine()
    public var cursor = GridCursor()
    /// The albums in view and around it.
    public var albums = ListWindow<Album>()
    /// Everyone by ID, for the headings of sections.
    public var owners: [Owner.ID: Owner] = [:]
    public var covers: [Photo.ID: Tile] = [:]
    /// Nil until the first albums are known.
    public var counts: GridCounts?
    /// Why the albums cannot be listed.
    public var failure: String?
}
