/// A list of photos in a library.
public enum PhotoList: Hashable, Sendable {
    case album(Album.ID)
    /// All photos that the library shows, newest first if it knows their dates.
    case feed
    /// The results of the library's own search; services only.
    case searchResults(for: String)
}
