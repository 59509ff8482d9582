/// Why favorites cannot be read or changed; what was there is there still.
public enum FavoritesFailure: Error, Hashable, Sendable {
    /// Nothing more fits on the disk.
    case diskFull
    /// The file is no database, or a broken one; it is left as it is.
    case damaged(path: String)
    /// The file is of a later version of the program, and not understood by this one.
    case laterVersion(path: String)
    /// Another program has the file or its folder locked, and kept it for longer than is waited for.
    case locked(path: String)
    /// The file cannot be opened; `reason` is the system's word for it, such as `Permission denied`.
    case unavailable(path: String, reason: String)
}
