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
    public var search = TextLine()
    public var order = AlbumOrder.library
    public var albums = GridContents<Album>()
    /// Everyone by ID, for the headings of sections.
    public var owners: [Owner.ID: Owner] = [:]
    public var covers: [Photo.ID: Tile] = [:]
    /// Why the cover and the count of an album are not known.
    public var missingDetails: [Album.ID: String] = [:]
    /// The albums whose cover and count take so long that a person wants a sign of it.
    public var awaitedDetails: Set<Album.ID> = []
}
