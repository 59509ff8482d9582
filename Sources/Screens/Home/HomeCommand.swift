import TerminalUI

/// What a person can do on the home screen.
public enum HomeCommand: Sendable {
    case move(GridCursor.Move)
    case open, search, clearSearch, help, quit
}

extension KeyMap<HomeCommand> {
    static let home = KeyMap(
        [
            KeyBinding([Key(.enter)], .open, help: "Open the album", hint: "open"),
            KeyBinding([Key("/")], .search, help: "Search albums by title", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key("q")], .quit, help: "Quit", hint: "quit"),
            KeyBinding([Key(.escape)], .clearSearch, help: "Clear the search"),
        ] + gridMoves { .move($0) })
}
