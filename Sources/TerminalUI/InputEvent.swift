/// Input from a terminal.
public enum InputEvent: Hashable, Sendable {
    case key(Key)
    /// Bracketed paste, with invalid UTF-8 repaired and otherwise unchanged.
    case paste(String)
    case mouse(MouseEvent)
    /// The terminal's response to a query, or an unsolicited report.
    case response(TerminalResponse)
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
public enum TerminalResponse: Hashable, Sendable {
    /// The parameters and final byte after `CSI`, such as `?62;22c`.
    case controlSequence(String)
    /// The text of an `OSC` string, such as `11;rgb:1e1e/1e1e/2e2e`.
    case operatingSystem(String)
    /// The text of a `DCS` string, such as `>|tmux 3.3a` or `1+r524742`.
    case deviceControl(String)
    /// The text of an `APC` string, such as `Gi=31;OK`.
    case applicationProgram(String)
}

extension MouseEvent {
    /// Parses `CSI < buttons ; column ; row M`, or `m` for a release; nil if a parameter is missing.
    init?(sgrReport sequence: ControlSequence) {
        guard let bits = sequence.parameter(0), let column = sequence.parameter(1), let row = sequence.parameter(2)
        else { return nil }
        self.init(bits: bits, isRelease: sequence.final == UInt8(ascii: "m"), column: column - 1, row: row - 1)
    }

    /// Parses the three bytes after `CSI M`, each offset by 32.
    init?(x10Report bytes: [UInt8]) {
        guard bytes.count == 3, bytes.allSatisfy({ $0 >= 32 }) else { return nil }
        let bits = Int(bytes[0]) - 32
        // A release doesn't identify the button.
        let isRelease = bits & 3 == 3 && bits & (32 | 64) == 0
        self.init(bits: bits, isRelease: isRelease, column: Int(bytes[1]) - 33, row: Int(bytes[2]) - 33)
    }

    private init?(bits: Int, isRelease: Bool, column: Int, row: Int) {
        // Buttons 8 to 11 are unused.
        guard bits & 128 == 0 else { return nil }
        var modifiers: Key.Modifiers = []
        if bits & 4 != 0 { modifiers.insert(.shift) }
        if bits & 8 != 0 { modifiers.insert(.alt) }
        if bits & 16 != 0 { modifiers.insert(.control) }
        let button: Button
        let action: Action
        if bits & 64 != 0 {
            button = .none
            action = [.wheelUp, .wheelDown, .wheelLeft, .wheelRight][bits & 3]
        } else {
            button = [.left, .middle, .right, .none][bits & 3]
            let isMotion = bits & 32 != 0
            action = isRelease ? .release : !isMotion ? .press : button == .none ? .move : .drag
        }
        self.init(action: action, button: button, modifiers: modifiers, column: column, row: row)
    }
}
