import Glibc
import TerminalUI

/// The terminal modes that a session changes, and their restoration.
struct TerminalModes {
    /// Whether to use kitty's keyboard protocol, in which Esc is a complete sequence.
    var usesKittyKeyboard = false
    /// Whether the terminal reports each new size (mode 2048).
    var reportsSize = false
    /// Whether the terminal reports the mouse.
    var reportsMouse: Bool
    /// Whether the terminal reports that its window has become the active one (mode 1004).
    var reportsFocus = false
    /// The commands that delete the images of this session; empty if there are none.
    var imageRemoval: [UInt8] = []
    /// The sequence that enters the alternate screen, followed by the modes.
    var enterBytes: [UInt8] { enterScreen + (usesKittyKeyboard ? kittyKeyboardBytes : []) + allModes }
    /// The modes alone. May be sent repeatedly, unlike `enterBytes`: entering the alternate screen twice would overwrite the
    /// shell's saved cursor position and attributes.
    var modeBytes: [UInt8] { allModes + Array((usesKittyKeyboard ? "\u{1B}[=5u" : "").utf8) }
    private var allModes: [UInt8] {
        modes + (reportsSize ? Self.sizeReportBytes : []) + (reportsMouse ? mouseBytes : [])
            + (reportsFocus ? focusBytes : [])
    }
    /// The sequences that restore the terminal from any state, even in the middle of a sequence.
    var leaveBytes: [UInt8] {
        Self.abort + imageRemoval
            + Array(((usesKittyKeyboard ? "\u{1B}[<u" : "") + (reportsSize ? "\u{1B}[?2048l" : "")).utf8)
            + (reportsFocus ? Array("\u{1B}[?1004l".utf8) : []) + leaveScreen
    }
    /// Makes the terminal report buttons, drags and the wheel of the mouse (1002, in the format 1006), or end that.
    ///
    /// Motion without a button (1003) would load a slow connection.
    var mouseBytes: [UInt8] {
        Array((reportsMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "\u{1B}[?1006l\u{1B}[?1002l").utf8)
    }
    /// Makes the terminal report the focus, or end that.
    var focusBytes: [UInt8] { Array("\u{1B}[?1004\(reportsFocus ? "h" : "l")".utf8) }
    /// Makes the terminal report its size, now and after each change.
    static let sizeReportBytes = Array("\u{1B}[?2048h".utf8)
    /// Pushes flags of kitty's keyboard protocol: Esc and keys with Control or Alt become sequences (1) that include the
    /// key's code with shift and on the standard layout (4). Each screen has its own stack.
    let kittyKeyboardBytes = Array("\u{1B}[>5u".utf8)
    /// The original attributes of the terminal device.
    let original: termios
    private let enterScreen: [UInt8]
    /// Sets default attributes and character set, a hidden cursor, keypad mode, bracketed paste and color scheme reports
    /// (2031).
    private let modes: [UInt8]
    /// Ends an incomplete sequence.
    static let abort = Array("\u{18}\u{1B}\\".utf8)
    private let leaveScreen: [UInt8]

    /// Returns nil if the descriptor is not a terminal.
    init?(entry: TerminfoEntry, reportsMouse: Bool = true, descriptor: Int32) {
        var attributes = termios()
        guard tcgetattr(descriptor, &attributes) == 0 else { return nil }
        original = attributes
        self.reportsMouse = reportsMouse
        func bytes(_ capability: TerminfoString) -> [UInt8] {
            entry[capability].map(withoutPadding) ?? []
        }
        modes =
            bytes(.exitAttributes) + bytes(.keypadTransmit) + bytes(.cursorInvisible)
            + Array("\u{1B}[?2004h\u{1B}[?2031h".utf8)
        enterScreen = bytes(.enterAlternateScreen)
        let modesOff = "\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?2031l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h"
        let wholeScreen = entry[.changeScrollRegion] == nil ? "" : "\u{1B}[r"
        // Not all terminals with the sequence have an alternate screen, for example mosh and GNU screen. The picture would
        // remain there around the shell's prompt.
        let away = bytes(.clearScreen) + bytes(.exitAlternateScreen)
        leaveScreen =
            Array((modesOff + wholeScreen).utf8) + bytes(.originalPair) + bytes(.exitAttributes) + bytes(.keypadLocal)
            // Leaving an alternate screen that hasn't been entered yet can hide the cursor.
            + away + bytes(.cursorNormal)
    }

    /// Returns the signal that the terminal device generates for a key (Ctrl-C, Ctrl-Z or Ctrl-\), unless the terminal
    /// reports the key as a sequence.
    func signal(for key: Key) -> Int32? {
        guard original.c_lflag & tcflag_t(ISIG) != 0, key.modifiers == .control,
            case .character(let character) = key.code, let ascii = character.asciiValue, ascii >= 0x40
        else { return nil }
        var characters = original.c_cc
        return withUnsafeBytes(of: &characters) { characters in
            let signals = [(VINTR, SIGINT), (VQUIT, SIGQUIT), (VSUSP, SIGTSTP)]
            // A disabled character is 0.
            return signals.first { ascii & 0x1F != 0 && characters[Int($0.0)] == ascii & 0x1F }?.1
        }
    }

    /// The attributes during the session: raw input without echo and unprocessed output. Ctrl-C, Ctrl-Z and Ctrl-\ still
    /// generate signals.
    var attributes: termios {
        var attributes = original
        attributes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        attributes.c_oflag &= ~tcflag_t(OPOST)
        attributes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        attributes.c_cflag &= ~tcflag_t(CSIZE | PARENB)
        attributes.c_cflag |= tcflag_t(CS8)
        withUnsafeMutableBytes(of: &attributes.c_cc) { characters in
            characters[Int(VMIN)] = 1
            characters[Int(VTIME)] = 0
        }
        return attributes
    }

    func apply(to descriptor: Int32) {
        var attributes = attributes
        // Not TCSADRAIN, which blocks as long as a stuck terminal accepts no output.
        tcsetattr(descriptor, TCSANOW, &attributes)
    }

    func restore(on descriptor: Int32) {
        var attributes = original
        tcsetattr(descriptor, TCSANOW, &attributes)
    }
}
