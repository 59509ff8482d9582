import Localization
import TerminalUI

extension Menu<Int> {
    /// The command palette: finds commands by name. The answer is the index of one.
    static func palette(_ commands: [NamedAction]) -> Menu {
        let rows = commands.enumerated().map { Row($0, $1.title, details: [$1.key]) }
        return Menu(
            keys: .palette, title: "", rows: rows,
            search: Search(
                noMatch: { localized("No command matches \u{201C}\($0)\u{201D}") }, prompt: ": ",
                find: { typed, rows in
                    FuzzyMatch(typed).best(among: commands.map(\.title), synonyms: commands.map(\.synonyms))
                        .map { rows[$0] }
                }))
    }
}

extension KeyMap<MenuCommand> {
    /// All characters are typed into the search.
    fileprivate static let palette = KeyMap(
        nil,
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Run a command by name", hint: "run"),
            KeyBinding([Key(.up), Key(.character("p"), .control)], .move(.up), name: "up", help: "Move up"),
            KeyBinding([Key(.down), Key(.character("n"), .control)], .move(.down), name: "down", help: "Move down"),
            KeyBinding([Key(.pageUp)], .move(.pageUp), name: "page-up", help: "Page up"),
            KeyBinding([Key(.pageDown)], .move(.pageDown), name: "page-down", help: "Page down"),
        ])
}
