import Localization
import TerminalUI

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

    /// The next tab to the left, wrapping around at the beginning.
    var previous: HomeTab { next.next }
}

extension KeyMap {
    /// The keys that switch between the tabs of the home screen.
    static func tabs(from tab: HomeTab, _ command: (HomeTab) -> Command) -> [KeyBinding<Command>] {
        let next = KeyBinding(
            [Key(.tab)], command(tab.next), name: "next-tab", in: .move, help: "Next tab",
            joined: "Next or previous tab", hint: tab.next.hint)
        return [
            next,
            KeyBinding(
                [Key(.tab, .shift)], command(tab.previous), name: "previous-tab", in: .move, help: "Previous tab",
                joined: "Next or previous tab"),
            KeyBinding(
                [Key(.character("1"), .alt)], command(.albums), name: "albums", in: .move, help: HomeTab.albums.title,
                joined: "Albums, feed, favorites"),
            KeyBinding(
                [Key(.character("2"), .alt)], command(.feed), name: "feed", in: .move, help: HomeTab.feed.title,
                joined: "Albums, feed, favorites"),
            KeyBinding(
                [Key(.character("3"), .alt)], command(.favorites), name: "favorites", in: .move,
                help: HomeTab.favorites.title,
                joined: "Albums, feed, favorites"),
        ]
    }
}
