import FoundationEssentials
import TerminalUI

/// The sequence that copies a text to the terminal's clipboard (OSC 52), also through a multiplexer.
enum ClipboardSequence {
    /// In bytes. A longer text makes the sequence exceed 100,000 bytes, which terminals such as hterm reject.
    static let maxLength = 74_994

    /// Returns nil if the text is too long.
    static func bytes(for text: [UInt8], through multiplexer: Multiplexer?) -> [UInt8]? {
        guard text.count <= maxLength else { return nil }
        let sequence = "\u{1B}]52;c;\(Data(text).base64EncodedString())\u{7}"
        return switch multiplexer {
        case .tmux:
            // tmux accepts the plain sequence with `set-clipboard on`.
            Array((sequence + Multiplexer.passedOnByTmux(sequence)).utf8)
        case .screen:
            pieces(of: Array(sequence.utf8)).flatMap { Array("\u{1B}P".utf8) + $0 + Array("\u{1B}\\".utf8) }
        case .zellij, nil:
            Array(sequence.utf8)
        }
    }

    /// Returns whether a terminal accepts OSC 52 by default. Excludes xterm, VTE and Konsole, and terminals that ask
    /// the user each time.
    static func isSupported(by program: TerminalProgram) -> Bool {
        ["kitty", "ghostty", "foot", "alacritty", "wezterm", "windows terminal"].contains(program.name)
    }

    /// GNU screen passes on strings shorter than 256 bytes unchanged, so the sequence is split.
    private static func pieces(of sequence: [UInt8]) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: sequence.count, by: 240).map { sequence[$0..<min($0 + 240, sequence.count)] }
    }
}

/// How a text was delivered to the clipboard. Terminals don't report whether they accepted it.
public enum ClipboardDelivery: Hashable, Sendable {
    /// Sent to a terminal that accepts OSC 52 by default.
    case sent
    /// Sent, but the terminal may not know OSC 52, may ignore it by default, or is reached through a multiplexer.
    case uncertain
    /// Stored in tmux's paste buffer and forwarded by tmux.
    case tmux
}

/// Why a text could not be sent to the terminal's clipboard.
public enum ClipboardFailure: Error, Hashable, Sendable {
    /// The terminal has no clipboard.
    case missing
    /// The text is longer than terminals accept; the limit is in bytes.
    case tooLong(limit: Int)
}
