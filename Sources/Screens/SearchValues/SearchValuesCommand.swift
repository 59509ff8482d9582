import TerminalUI

/// The commands of the menu of a search field's values.
public enum SearchValuesCommand: ScreenCommand {
    case move(GridCursor.Move)
    case choose, search, back, help
}

extension KeyMap<SearchValuesCommand> {
    static let searchValues = KeyMap(
        "values",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Search for this value", hint: "choose"),
            KeyBinding([Key("/")], .search, help: "Search values", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Clear the search, or go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
