/// What is wrong with favorites that can be read.
public enum FavoritesDamage: Hashable, Sendable {
    /// Rows are unreadable, or differ from what was written.
    case rows(Int)
    /// The structure of the file is damaged.
    case file(path: String)
    /// Favorites have disappeared since the last run. Whether a copy has them.
    case missing(Int, isRecoverable: Bool)
    /// The last changes have disappeared, after which there were no more favorites than now.
    case outdated(path: String)
}
