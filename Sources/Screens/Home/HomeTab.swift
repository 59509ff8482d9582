import Localization

/// The tabs of the home screen.
public enum HomeTab: CaseIterable, Sendable {
    case albums, feed, favorites

    var title: Message {
        switch self {
        case .albums: Message("Albums")
        case .feed: Message("Feed")
        case .favorites: Message("Favorites")
        }
    }

    /// The label of the tab's key in the hint line.
    var hint: Message {
        switch self {
        case .albums: Message("albums", context: "hint")
        case .feed: Message("feed", context: "hint")
        case .favorites: Message("favorites", context: "hint")
        }
    }

    /// The next tab to the right, wrapping around at the end.
    var next: HomeTab {
        switch self {
        case .albums: .feed
        case .feed: .favorites
        case .favorites: .albums
        }
    }
}
