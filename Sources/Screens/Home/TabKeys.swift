import TerminalUI

extension KeyMap {
    /// The keys that switch between the tabs of the home screen.
    static func tabs(from tab: HomeTab, _ command: (HomeTab) -> Command) -> [KeyBinding<Command>] {
        let next = KeyBinding(
            [Key(.tab)], command(tab.next), name: "next-tab", help: "Next tab: albums, feed, favorites",
            hint: tab.next.hint)
        return [
            next, KeyBinding([Key("1")], command(.albums), name: "albums", help: HomeTab.albums.title),
            KeyBinding([Key("2")], command(.feed), name: "feed", help: HomeTab.feed.title),
            KeyBinding([Key("3")], command(.favorites), name: "favorites", help: HomeTab.favorites.title),
        ]
    }
}
