import TerminalUI

/// What a person can do with an album.
public enum AlbumCommand: Sendable {
    case move(GridCursor.Move)
    case open, search, larger, smaller, back, leave, help
}

extension KeyMap<AlbumCommand> {
    static let album = KeyMap(
        [
            KeyBinding([Key(.enter)], .open, help: "Open the photo", hint: "open"),
            KeyBinding([Key("/")], .search, help: "Search titles and tags", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape)], .back, help: "Clear the search, then go back", hint: "back"),
            KeyBinding([Key("+"), Key("=")], .larger, help: "Larger thumbnails", hint: "larger"),
            KeyBinding([Key("-")], .smaller, help: "Smaller thumbnails", hint: "smaller"),
            KeyBinding([Key("q")], .leave, help: "Go back"),
        ] + gridMoves { .move($0) })
}
