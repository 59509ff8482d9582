import FoundationEssentials
import TerminalUI

/// The sequence that gives a text to a terminal's clipboard (OSC 52), also from within a multiplexer.
enum ClipboardSequence {
    /// In bytes: with more, the sequence has over 100,000, which terminals such as hterm do not take.
    static let mostText = 74_994

    /// Nil for a text that is too long.
    static func bytes(for text: [UInt8], through multiplexer: Multiplexer?) -> [UInt8]? {
        guard text.count <= mostText else { return nil }
        let sequence = "\u{1B}]52;c;\(Data(text).base64EncodedString())\u{7}"
        return switch multiplexer {
        case .tmux:
            // tmux takes the plain one with `set-clipboard on`.
            Array((sequence + Multiplexer.passedOnByTmux(sequence)).utf8)
        case .screen:
            pieces(of: Array(sequence.utf8)).flatMap { Array("\u{1B}P".utf8) + $0 + Array("\u{1B}\\".utf8) }
        case .zellij, nil:
            Array(sequence.utf8)
        }
    }

    /// Whether a terminal takes texts as it comes. Not xterm, VTE and Konsole, and not those that ask a person each time.
    static func isTaken(by program: TerminalProgram) -> Bool {
        ["kitty", "ghostty", "foot", "alacritty", "wezterm", "windows terminal"].contains(program.name)
    }

    /// GNU screen hands strings of fewer than 256 bytes on as they are, one after the other.
    private static func pieces(of sequence: [UInt8]) -> [ArraySlice<UInt8>] {
        stride(from: 0, to: sequence.count, by: 240).map { sequence[$0..<min($0 + 240, sequence.count)] }
    }
}
