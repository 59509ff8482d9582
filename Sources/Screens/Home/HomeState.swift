import Albums

/// Everything the home screen shows.
public struct HomeState: Sendable {
    /// The scope of the album list; nil until the owners are known.
    public var scope: OwnerScope?
    /// The owner named at the top: the owner in scope or, for everyone, of the selected album. Nil until known.
    public var owner: Owner?
    /// Whether the name is selected instead of an album.
    public var isOwnerSelected = false
    public var totals: LibraryTotals?
    public var search = TextLine()
    public var order = AlbumOrder.library
    public var albums = GridState<Album>()
    /// All owners by ID, for the section headings.
    public var owners: [Owner.ID: Owner] = [:]
    public var covers: [Photo.ID: Tile] = [:]
    /// Why the cover and count of an album failed to load.
    public var missingDetails: [Album.ID: String] = [:]
    /// The albums still waiting for their cover and count, once loading is slow.
    public var slowDetails: Set<Album.ID> = []
}
