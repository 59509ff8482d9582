import Localization

/// The lists that home has a tab for.
public enum HomeTab: CaseIterable, Sendable {
    case albums, feed, favorites

    var title: Message {
        switch self {
        case .albums: Message("Albums")
        case .feed: Message("Feed")
        case .favorites: Message("Favorites")
        }
    }

    /// What the hint line says of the key that shows it.
    var hint: Message {
        switch self {
        case .albums: Message("albums", context: "hint")
        case .feed: Message("feed", context: "hint")
        case .favorites: Message("favorites", context: "hint")
        }
    }

    /// The one to the right, after the last the first.
    var next: HomeTab {
        switch self {
        case .albums: .feed
        case .feed: .favorites
        case .favorites: .albums
        }
    }
}
