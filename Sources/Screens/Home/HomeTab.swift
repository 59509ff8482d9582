/// The lists that home has a tab for.
public enum HomeTab: String, CaseIterable, Sendable {
    case albums = "Albums"
    case feed = "Feed"
    case favorites = "Favorites"

    /// The one to the right, after the last the first.
    var next: HomeTab {
        switch self {
        case .albums: .feed
        case .feed: .favorites
        case .favorites: .albums
        }
    }
}
