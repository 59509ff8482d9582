import TerminalUI

/// The commands of the sort menu.
public enum SortCommand: ScreenCommand {
    case move(GridCursor.Move)
    case choose, back, help
}

extension KeyMap<SortCommand> {
    static let sort = KeyMap(
        "sort",
        [
            KeyBinding([Key(.enter)], .choose, help: "Apply the selected order", hint: "choose"),
            KeyBinding([Key("?"), Key(.function(1))], .help, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, help: "Go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
