/// What became of photos that were turned into favorites, or back.
public enum FavoriteChange: Hashable, Sendable {
    /// Those that were none before.
    case added([Favorite])
    /// As they were, with their thumbnails.
    case removed([Favorite])
}
