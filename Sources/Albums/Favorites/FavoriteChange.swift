/// The result of toggling favorites.
public enum FavoriteChange: Hashable, Sendable {
    /// The new favorites, without photos that were favorites before.
    case added([Favorite])
    /// The removed favorites with their thumbnails, for undo.
    case removed([Favorite])

    /// Whether the photos are favorites now.
    public var areFavorites: Bool { if case .added = self { true } else { false } }

    /// The number of favorites that were added or removed.
    public var count: Int {
        switch self {
        case .added(let favorites), .removed(let favorites): favorites.count
        }
    }
}
