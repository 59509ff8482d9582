import TerminalUI

/// The commands available on every screen.
public enum ProgramCommand: Sendable {
    case suspend, redraw
}

extension KeyMap<ProgramCommand> {
    public static let program = KeyMap(
        "program",
        [
            KeyBinding([Key(.character("z"), .control)], .suspend, help: "Suspend the program"),
            KeyBinding([Key(.character("l"), .control)], .redraw, help: "Draw the screen again"),
        ])
}
