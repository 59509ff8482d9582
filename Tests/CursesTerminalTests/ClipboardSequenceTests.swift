import Foundation
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Terminal clipboard (OSC 52)")
struct ClipboardSequenceTests {
    private static let dune = "\u{1B}]52;c;L2hvbWUvYWRhL0R1bmUuanBn\u{7}"

    @Test("The text is sent in Base64")
    func plain() throws {
        let bytes = try #require(ClipboardSequence.bytes(for: Array("/home/ada/Dune.jpg".utf8), through: nil))
        #expect(String(decoding: bytes, as: UTF8.self) == Self.dune)
    }

    @Test("tmux gets the sequence itself and a passthrough copy with escapes doubled")
    func tmux() throws {
        let bytes = try #require(ClipboardSequence.bytes(for: Array("/home/ada/Dune.jpg".utf8), through: .tmux))
        #expect(
            String(decoding: bytes, as: UTF8.self)
                == Self.dune + "\u{1B}Ptmux;\u{1B}\u{1B}]52;c;L2hvbWUvYWRhL0R1bmUuanBn\u{7}\u{1B}\\")
    }

    @Test("GNU screen gets the sequence in short passthrough pieces")
    func screen() throws {
        let text = (0..<5000).map { UInt8(truncatingIfNeeded: $0) }
        let bytes = try #require(ClipboardSequence.bytes(for: text, through: .screen))
        let pieces = String(decoding: bytes, as: UTF8.self).components(separatedBy: "\u{1B}\\").dropLast()
        #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count < 256 })
        let whole = pieces.map { $0.dropFirst(2) }.joined()
        #expect(whole == "\u{1B}]52;c;\(Data(text).base64EncodedString())\u{7}")
    }

    @Test("More than 100,000 bytes are never sent")
    func tooLong() throws {
        let longest = [UInt8](repeating: 1, count: ClipboardSequence.maxLength)
        #expect(try #require(ClipboardSequence.bytes(for: longest, through: nil)).count <= 100_000)
        #expect(ClipboardSequence.bytes(for: longest + [1], through: nil) == nil)
    }

    @Test(
        "The multiplexer is detected by environment, reply or terminal name",
        arguments: [
            (["TMUX": "/tmp/x", "TERM": "screen-256color"], nil, Multiplexer.tmux),
            (["STY": "1.x", "TERM": "screen"], nil, .screen),
            (["TERM": "screen-256color"], "tmux", .tmux),
            (["TERM": "tmux-256color"], nil, .tmux),
            (["TERM": "screen.xterm-256color"], nil, .screen),
            (["TERM": "xterm-256color"], "kitty", nil),
        ] as [([String: String], String?, Multiplexer?)])
    func multiplexer(environment: [String: String], program: String?, expected: Multiplexer?) {
        let program = program.map { TerminalProgram(name: $0) }
        #expect(Multiplexer(environment: environment, program: program) == expected)
    }
}
