import TerminalUI

extension KeyMap {
    /// The movement keys that all grids share.
    static func gridMoves(_ command: (GridCursor.Move) -> Command) -> [KeyBinding<Command>] {
        [
            KeyBinding([Key(.left), Key("h")], command(.left), name: "left", help: "Left"),
            KeyBinding([Key(.down), Key("j")], command(.down), name: "down", help: "Down"),
            KeyBinding([Key(.up), Key("k")], command(.up), name: "up", help: "Up"),
            KeyBinding([Key(.right), Key("l")], command(.right), name: "right", help: "Right"),
            KeyBinding(
                [Key(.pageUp), Key(.character("b"), .control)], command(.pageUp), name: "page-up", help: "A page up"),
            KeyBinding(
                [Key(.pageDown), Key(.character("f"), .control)], command(.pageDown), name: "page-down",
                help: "A page down"),
            KeyBinding([Key(.home), Key("g")], command(.first), name: "first", help: "To the first"),
            KeyBinding([Key(.end), Key("G")], command(.last), name: "last", help: "To the last"),
        ]
    }
}
