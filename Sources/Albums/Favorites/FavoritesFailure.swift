/// The reason favorites cannot be read or changed. Existing favorites stay unchanged.
public enum FavoritesFailure: Error, Hashable, Sendable {
    /// The disk is full.
    case diskFull
    /// The file is not a database or is damaged; it is left untouched.
    case damaged(path: String)
    /// A later version of the program wrote the file, with a schema unknown to this one.
    case laterVersion(path: String)
    /// Another process holds the lock on the file or its folder beyond the timeout.
    case locked(path: String)
    /// The file cannot be opened; `reason` is the system's message, such as `Permission denied`.
    case unavailable(path: String, reason: String)
}
