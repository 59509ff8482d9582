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
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Apply the selected order", hint: "choose"),
            KeyBinding([Key("?"), Key(.function(1))], .help, in: .program, help: "Show all keys", hint: "help"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
