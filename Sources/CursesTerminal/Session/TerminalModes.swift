import Glibc
import TerminalUI

/// The terminal modes that a session changes, and their restoration.
struct TerminalModes {
    /// The sequence that enters the alternate screen, followed by `modeBytes`.
    let enterBytes: [UInt8]
    /// The sequences that set default attributes and character set, a hidden cursor, keypad mode, bracketed paste,
    /// color scheme reports (2031) and mouse reports for buttons, drags and the wheel (1002, in the format 1006). May be
    /// sent repeatedly, unlike `enterBytes`: entering the alternate screen twice would overwrite the shell's saved cursor
    /// position and attributes.
    let modeBytes: [UInt8]
    /// The sequences that restore the terminal from any state, even in the middle of a sequence.
    let leaveBytes: [UInt8]
    /// The original attributes of the terminal device.
    let original: termios

    /// Returns nil if the descriptor is not a terminal.
    init?(entry: TerminfoEntry, reportsMouse: Bool = true, descriptor: Int32) {
        var attributes = termios()
        guard tcgetattr(descriptor, &attributes) == 0 else { return nil }
        original = attributes
        func bytes(_ capability: TerminfoString) -> [UInt8] {
            entry[capability].map(withoutPadding) ?? []
        }
        modeBytes =
            bytes(.exitAttributes) + bytes(.keypadTransmit) + bytes(.cursorInvisible)
            + Array("\u{1B}[?2004h\u{1B}[?2031h".utf8)
            + Array((reportsMouse ? "\u{1B}[?1002h\u{1B}[?1006h" : "").utf8)
        enterBytes = bytes(.enterAlternateScreen) + modeBytes
        let cut = "\u{18}\u{1B}\\\u{1B}[?2026l\u{1B}[?2004l\u{1B}[?2031l\u{1B}[?1006l\u{1B}[?1002l\u{1B}[?7h"
        let wholeScreen = entry[.changeScrollRegion] == nil ? "" : "\u{1B}[r"
        // Without an alternate screen the picture would remain around the shell's prompt.
        let away = entry[.exitAlternateScreen] == nil ? bytes(.clearScreen) : bytes(.exitAlternateScreen)
        leaveBytes =
            Array((cut + wholeScreen).utf8) + bytes(.originalPair) + bytes(.exitAttributes) + bytes(.keypadLocal)
            + bytes(.cursorNormal) + away
    }

    /// Sets raw input without echo and unprocessed output. Ctrl-C, Ctrl-Z and Ctrl-\ still generate signals.
    func apply(to descriptor: Int32) {
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
        // Not TCSADRAIN, which blocks as long as a stuck terminal accepts no output.
        tcsetattr(descriptor, TCSANOW, &attributes)
    }

    func restore(on descriptor: Int32) {
        var attributes = original
        tcsetattr(descriptor, TCSANOW, &attributes)
    }
}
