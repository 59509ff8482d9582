/// What comes in from a terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Text pasted between the marks of bracketed paste, as valid UTF-8 and otherwise as it came.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal's answer to a question, or a report that it sends by itself.
    case answer(TerminalAnswer)
}

/// A mouse report (SGR, mode 1006).
public struct MouseEvent: Hashable, Sendable {
    /// What the mouse did.
    public enum Action: Hashable, Sendable {
        case press, release, drag, move
        case wheelUp, wheelDown, wheelLeft, wheelRight
    }

    /// The button that is concerned.
    public enum Button: Hashable, Sendable {
        case left, middle, right, none
    }

    public var action: Action
    public var button: Button
    public var modifiers: Key.Modifiers
    /// From 0 at the left; reports outside the screen are possible.
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

/// A control sequence that a terminal sent and that is not a key, without its introducer and terminator.
public enum TerminalAnswer: Hashable, Sendable {
    /// `CSI` parameters and final byte, such as `?62;22c`.
    case controlSequence(String)
    /// `OSC` text, such as `11;rgb:1e1e/1e1e/2e2e`.
    case operatingSystem(String)
    /// `DCS` text, such as `>|tmux 3.3a` or `1+r524742`.
    case deviceControl(String)
}
