/// What became of a photo that was turned into a favorite, or back.
public enum FavoriteChange: Hashable, Sendable {
    case added(Favorite)
    /// As it was, with its thumbnail.
    case removed(Favorite)
}
