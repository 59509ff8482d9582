import TerminalUI

extension KeyMap {
    /// The movement keys that all grids share.
    static func gridMoves(_ command: (GridCursor.Move) -> Command) -> [KeyBinding<Command>] {
        [
            KeyBinding([Key(.left), Key("h")], command(.left), name: "left", help: "Move left"),
            KeyBinding([Key(.down), Key("j")], command(.down), name: "down", help: "Move down"),
            KeyBinding([Key(.up), Key("k")], command(.up), name: "up", help: "Move up"),
            KeyBinding([Key(.right), Key("l")], command(.right), name: "right", help: "Move right"),
            KeyBinding(
                [Key(.pageUp), Key(.character("b"), .control)], command(.pageUp), name: "page-up", help: "Page up"),
            KeyBinding(
                [Key(.pageDown), Key(.character("f"), .control)], command(.pageDown), name: "page-down",
                help: "Page down"),
            KeyBinding([Key(.home), Key("g")], command(.first), name: "first", help: "Go to the first"),
            KeyBinding([Key(.end), Key("G")], command(.last), name: "last", help: "Go to the last"),
        ]
    }
}
