import TerminalUI

/// The commands of the timeline.
public enum TimelineCommand: ScreenCommand {
    case move(GridCursor.Move)
    case choose, search, back, help
}

extension KeyMap<TimelineCommand> {
    static let timeline = KeyMap(
        "timeline",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Go to this year or month", hint: "go"),
            KeyBinding([Key("/")], .search, help: "Search months", hint: "search"),
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Clear the search, or go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
