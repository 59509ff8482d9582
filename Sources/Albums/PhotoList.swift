/// A list of photos that a library can be asked for.
public enum PhotoList: Hashable, Sendable {
    case album(Album.ID)
    /// Everything the library shows, newest first where it knows dates.
    case feed
    /// What the library's own search finds; only services have one.
    case answers(to: String)
}
