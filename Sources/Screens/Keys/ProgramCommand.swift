import TerminalUI

/// The commands available on every screen.
public enum ProgramCommand: Sendable {
    case suspend, redraw
}

extension KeyMap<ProgramCommand> {
    public static let program = KeyMap(
        "program",
        [
            KeyBinding([Key(.character("z"), .control)], .suspend, help: "Suspend Tintype"),
            KeyBinding([Key(.character("l"), .control)], .redraw, help: "Redraw the screen"),
        ])
}
