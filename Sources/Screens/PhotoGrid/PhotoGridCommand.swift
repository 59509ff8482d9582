import TerminalUI

/// What a person can do with a grid of photos.
public enum PhotoGridCommand: Sendable {
    case move(GridCursor.Move)
    case open, search, larger, smaller, waterfall, information, retry, doctor, nextTab, back, leave, help
}

extension KeyMap<PhotoGridCommand> {
    static let photoGrid = KeyMap(
        [
            KeyBinding([Key(.enter)], .open, help: "Open the photo", hint: "open"),
            KeyBinding([Key("/")], .search, help: "Search titles and tags", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape)], .back, help: "Clear the search, then go back", hint: "back"),
            KeyBinding([Key("+"), Key("=")], .larger, help: "Larger thumbnails", hint: "larger"),
            KeyBinding([Key("-")], .smaller, help: "Smaller thumbnails", hint: "smaller"),
            KeyBinding([Key("q")], .leave, help: "Go back, or quit from the feed"),
            KeyBinding([Key("w")], .waterfall, help: "Grid or waterfall: each photo as high as it asks"),
            KeyBinding([Key("i")], .information, help: "Show what is known of the photo"),
            KeyBinding([Key(.tab)], .nextTab, help: "To the other tab of home"),
            KeyBinding([Key("D")], .doctor, help: "Show what the terminal can do, caches, libraries and versions"),
            KeyBinding([Key("r")], .retry, help: "Try again what failed"),
        ] + gridMoves { .move($0) })
}
