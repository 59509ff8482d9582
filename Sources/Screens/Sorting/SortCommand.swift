import TerminalUI

/// The commands of the sort menu.
public enum SortCommand: Hashable, Sendable {
    case move(GridCursor.Move)
    case choose, back
}

extension KeyMap<SortCommand> {
    static let sort = KeyMap(
        "sort",
        [
            KeyBinding([Key(.enter)], .choose, in: .move, help: "Apply the selected order", hint: "choose"),
            KeyBinding([Key(.escape), Key("q")], .back, in: .move, help: "Go back", hint: "back"),
        ] + gridMoves { .move($0) })
}
