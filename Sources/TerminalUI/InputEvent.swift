/// Input from a terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Bracketed paste, with invalid UTF-8 repaired and otherwise unchanged.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal's answer to a query, or an unsolicited report.
    case answer(TerminalAnswer)
}

/// A mouse report (SGR, mode 1006).
public struct MouseEvent: Hashable, Sendable {
    /// The mouse action.
    public enum Action: Hashable, Sendable {
        case press, release, drag, move
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    /// The button involved.
    public enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    public var action: Action
    public var button: Button
    public var modifiers: Key.Modifiers
    /// From 0 at the left; may be outside the screen.
    public var column: Int
    /// From 0 at the top.
    public var row: Int

    public init(action: Action, button: Button, modifiers: Key.Modifiers, column: Int, row: Int) {
        self.action = action
        self.button = button
        self.modifiers = modifiers
        self.column = column
        self.row = row
    }
}

/// A control sequence from the terminal that is not a key, without its introducer and terminator.
public enum TerminalAnswer: Hashable, Sendable {
    /// The parameters and final byte after `CSI`, such as `?62;22c`.
    case controlSequence(String)
    /// The text of an `OSC` string, such as `11;rgb:1e1e/1e1e/2e2e`.
    case operatingSystem(String)
    /// The text of a `DCS` string, such as `>|tmux 3.3a` or `1+r524742`.
    case deviceControl(String)
}
