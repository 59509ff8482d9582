import Glibc
import TerminalUI

/// The modes of a terminal that a session changes, and the way back.
struct TerminalModes {
    /// What brings the terminal into the session's modes: the alternate screen and `modeBytes`.
    let enterBytes: [UInt8]
    /// Plain attributes and character set, a hidden cursor, keypad keys, bracketed paste, reports of new colors (2031) and of the mouse: its buttons, its
    /// moves while one is held and the wheel (1002, in the form 1006); may be sent again, which the alternate screen may not: a second
    /// time it would keep the place and look of the session's cursor for the shell.
    let modeBytes: [UInt8]
    /// What brings it back, from any state and out of the middle of any sequence.
    let leaveBytes: [UInt8]
    /// The line discipline as it was.
    let original: termios

    /// Nil when the descriptor is not a terminal.
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
        // Without an alternate screen the picture would stay behind the shell's prompt.
        let away = entry[.exitAlternateScreen] == nil ? bytes(.clearScreen) : bytes(.exitAlternateScreen)
        leaveBytes =
            Array((cut + wholeScreen).utf8) + bytes(.originalPair) + bytes(.exitAttributes) + bytes(.keypadLocal)
            + bytes(.cursorNormal) + away
    }

    /// Keys come one by one and unseen, and output goes out as it is; Ctrl-C, Ctrl-Z and Ctrl-\ still are signals.
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
        // Not TCSADRAIN, which waits as long as a stuck terminal takes nothing.
        tcsetattr(descriptor, TCSANOW, &attributes)
    }

    func restore(on descriptor: Int32) {
        var attributes = original
        tcsetattr(descriptor, TCSANOW, &attributes)
    }
}
