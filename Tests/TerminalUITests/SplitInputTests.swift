import SeededGenerator
import Testing

@testable import TerminalUI

@Suite("Split and random input")
struct SplitInputTests {
    private static let inputs = [
        "plain é€😀 text", "\u{1B}[A\u{1B}OB\u{1B}[1;5C\u{1B}[5~\u{1B}[Z", "\u{1B}x\u{1B}é\u{1B}\u{1B}[A\u{1B}\u{1B}x",
        "\u{1B}[<0;12;7M\u{1B}[<0;12;7m\u{1B}[M !!q", "\u{1B}[200~pasted é\u{1B}[20x\u{1B}[201~q",
        "\u{1B}P>|kitty(0.32)\u{1B}\\\u{1B}P1+r524742=38\u{1B}\\\u{1B}]11;rgb:0/0/0\u{7}\u{1B}[?62;22cq",
        "\u{1B}_Gi=1;OK\u{1B}\\\u{9B}A\u{9D}x\u{9C}q", "\u{1B}[97;5u\u{1B}[27;5;98~\u{1B}[[A\u{1B}[I\u{1B}[O",
        "\u{1B}]unfinished\u{1B}[Aq", "\u{1B}[1;\u{18}q\u{1B}]x\u{1A}q",
    ]

    @Test("Input split in two anywhere gives the same events", arguments: inputs)
    func splitInTwo(_ input: String) {
        let bytes = Array(input.utf8)
        let whole = events(bytes)
        for position in 0...bytes.count {
            var decoder = InputDecoder()
            let parts = decoder.decode(bytes[..<position]) + decoder.decode(bytes[position...])
            #expect(parts + decoder.flush() == whole, "split at \(position)")
        }
    }

    @Test("Input fed byte by byte gives the same events", arguments: inputs)
    func byteByByte(_ input: String) {
        var decoder = InputDecoder()
        let single = input.utf8.flatMap { decoder.decode(CollectionOfOne($0)) }
        #expect(single + decoder.flush() == events(input))
    }

    @Test("After any prefix and a timeout, the decoder accepts keys or awaits a terminator", arguments: inputs)
    func beginnings(_ input: String) {
        let bytes = Array(input.utf8)
        for position in 0...bytes.count {
            var decoder = InputDecoder()
            _ = decoder.decode(bytes[..<position])
            _ = decoder.flush()
            #expect(!decoder.isWaiting)
            _ = decoder.decode("\u{1B}[201~\u{18}".utf8)
            #expect(decoder.decode("q".utf8) == [.key(Key("q"))], "cut at \(position)")
        }
    }

    @Test("Random bytes never trap, however they are split", arguments: 0..<60)
    func random(_ seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let alphabet: [UInt8] = [
            0x1B, 0x5B, 0x4F, 0x50, 0x5D, 0x5C, 0x07, 0x3B, 0x3A, 0x3C, 0x3F, 0x4D, 0x75, 0x7E, 0x9C, 0x9B,
        ]
        let bytes = (0..<2000).map { _ in
            switch Int.random(in: 0..<4, using: &random) {
            case 0: UInt8.random(in: 0...255, using: &random)
            case 1: UInt8.random(in: 0x30...0x39, using: &random)
            default: alphabet[Int.random(in: 0..<alphabet.count, using: &random)]
            }
        }
        var decoder = InputDecoder()
        var remainder = bytes[...]
        var parts: [InputEvent] = []
        while !remainder.isEmpty {
            let count = Int.random(in: 1...9, using: &random)
            parts += decoder.decode(remainder.prefix(count))
            remainder = remainder.dropFirst(count)
        }
        #expect(parts + decoder.flush() == events(bytes))
    }

    @Test("A status report is swallowed however it is split and however late it ends", arguments: 0...4)
    func statusReport(position: Int) {
        let bytes = Array("\u{1B}[0n".utf8)
        var decoder = InputDecoder()
        decoder.expectsResponse = true
        let events = [bytes[..<position], bytes[position...]].flatMap { part in
            let decoded = decoder.decode(part)
            return decoded + decoder.flush()
        }
        // A lone Esc may be the key.
        #expect(events == (position == 1 ? [.key(Key(.escape))] : []) + [.response(.controlSequence("0n"))])
        #expect(decoder.decode("q".utf8) == [.key(Key("q"))])
    }

    @Test("An expected response is swallowed however it is split after its first two bytes", arguments: 2...9)
    func response(position: Int) {
        let bytes = Array("\u{1B}P>|foot\u{1B}\\".utf8)
        var decoder = InputDecoder()
        decoder.expectsResponse = true
        var events = decoder.decode(bytes[..<position])
        // The Esc of the end waits for a second.
        if !decoder.holdsUnendedResponse { events += decoder.flush() }
        events += decoder.decode(bytes[position...])
        #expect(events == [.response(.deviceControl(">|foot"))])
    }

    @Test("Esc is a key even if a report, mouse event or paste follows directly")
    func escapeBeforeReport() {
        #expect(events("\u{1B}\u{1B}[0n") == [.key(Key(.escape)), .response(.controlSequence("0n"))])
        #expect(events("\u{1B}\u{1B}[<0;1;1M").first == .key(Key(.escape)))
        #expect(events("\u{1B}\u{1B}[200~x\u{1B}[201~") == [.key(Key(.escape)), .paste("x")])
        #expect(events("\u{1B}\u{1B}[A") == [.key(Key(.up, .alt))])
    }

    @Test("Keys after Esc are keys even while a status report is expected")
    func typedAfterEscape() {
        for typed in ["[", "[0", "[0x", "x", "\u{1B}"] {
            var decoder = InputDecoder()
            decoder.expectsResponse = true
            var events = decoder.decode([0x1B]) + decoder.flush()
            events += decoder.decode(typed.utf8) + decoder.flush()
            let keys = typed.map { $0 == "\u{1B}" ? Key(.escape) : Key($0) }
            #expect(events == ([Key(.escape)] + keys).map { .key($0) }, "\(typed)")
        }
    }

    @Test("No control sequence produces a character")
    func noLetters() {
        for final in UInt8(0x40)...0x7E {
            for body in ["", "1", "1;2", "?1", ">0;1", "=1", "1$", "0 ", "1;2;3;4"] {
                let sequence = [0x1B, 0x5B] + Array(body.utf8) + [final]
                // `CSI M` alone, `CSI [` and `CSI 200 ~` continue.
                guard !(body.isEmpty && (final == 0x4D || final == 0x5B)) else { continue }
                let typed = keys(sequence + [0x0D]).filter {
                    if case .character = $0.code { $0.modifiers == [] } else { false }
                }
                #expect(typed.isEmpty || final == 0x75, "\(body) \(final)")
            }
        }
    }
}
