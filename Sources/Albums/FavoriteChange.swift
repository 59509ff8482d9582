/// The result of toggling favorites.
public enum FavoriteChange: Hashable, Sendable {
    /// The new favorites, without photos that were favorites before.
    case added([Favorite])
    /// The removed favorites with their thumbnails, for undo.
    case removed([Favorite])
}
