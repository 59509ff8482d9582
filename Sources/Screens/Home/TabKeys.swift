import TerminalUI

extension KeyMap {
    /// The keys that change between the tabs of home.
    static func tabs(from tab: HomeTab, _ command: (HomeTab) -> Command) -> [KeyBinding<Command>] {
        let next = KeyBinding(
            [Key(.tab)], command(tab.next), help: "The next tab: albums, feed, favorites",
            hint: tab.next.hint)
        let numbered = zip("123", HomeTab.allCases).map { number, tab in
            KeyBinding([Key(number)], command(tab), help: tab.title)
        }
        return [next] + numbered
    }
}
