import Fuzzing
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Mutated terminal responses", .timeLimit(.minutes(60)))
struct MutatedResponseTests {
    private let samples = [
        "\u{1B}[?62;4;22c", "\u{1B}P>|kitty(0.32.1)\u{1B}\\", "\u{1B}]11;rgb:1c1c/1c1c/1c1c\u{1B}\\", "\u{1B}[0n",
        "\u{1B}[?2026;2$y", "\u{1B}[6;16;8t", "\u{1B}_Gi=31;OK\u{1B}\\", "\u{1B}[?1u", "\u{1B}[<64;10;5M",
        "\u{1B}[M !!", "\u{1B}[48;24;80;480;800t", "\u{1B}[?2048;2$y", "\u{1B}[?2;0;1000;800S\u{1B}[?1;0;256S",
        "\u{1B}[200~two\nlines\u{1B}[201~", "\u{1B}[1;5A\u{1B}OP\u{1B}[[A", "\u{1B}[97;5u", "caf\u{E9} \u{1F30A}",
    ].map { Array($0.utf8) }

    @Test("Any bytes from the terminal are decoded, into at most one event per byte")
    func decodes() async {
        let words = [
            "\u{1B}", "[", ";", ":", "4294967296", "9223372036854775808", "\u{9B}", "\u{9C}", "\u{7}", "\u{18}",
        ]
        await Fuzzing("responses", samples: samples, words: words, count: 3000).run { input in
            var decoder = InputDecoder()
            decoder.expectsResponse = input.seed.isMultiple(of: 2)
            let half = input.bytes.count / 2
            var events = decoder.decode(input.bytes[..<half])
            if input.seed.isMultiple(of: 3) { events += decoder.flush() }
            events += decoder.decode(input.bytes[half...]) + decoder.flush()
            #expect(events.count <= input.bytes.count, "seed \(input.seed)")
            var appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)
            for case .response(let response) in events {
                if let finding = TerminalQueries.finding(in: response) { appearance.apply(finding) }
            }
        }
    }
}
