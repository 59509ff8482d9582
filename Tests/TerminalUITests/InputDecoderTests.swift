import Testing

@testable import TerminalUI

@Suite("Input decoder")
struct InputDecoderTests {
    @Test("Characters of any byte length are keys")
    func characters() {
        #expect(keys("aZ 9~") == ["a", "Z", " ", "9", "~"].map { Key($0) })
        #expect(keys("é€😀ß") == ["é", "€", "😀", "ß"].map { Key($0) })
    }

    @Test("A combining mark is a separate key")
    func combiningMark() {
        #expect(keys("e\u{301}") == [Key("e"), Key("\u{301}")])
    }

    @Test("Control characters are Ctrl with a letter, except the named keys")
    func controls() {
        #expect(keys("\u{1}\u{1A}") == [Key(.character("a"), .control), Key(.character("z"), .control)])
        #expect(keys("\0") == [Key(.character(" "), .control)])
        #expect(keys("\u{1C}\u{1F}") == [Key(.character("\\"), .control), Key(.character("_"), .control)])
        #expect(keys("\r") == [Key(.enter)])
        #expect(keys("\n") == [Key(.enter)])
        #expect(keys("\t") == [Key(.tab)])
        #expect(keys("\u{8}\u{7F}") == [Key(.backspace), Key(.backspace)])
    }

    @Test("A lone Esc is a key only after the timeout")
    func loneEscape() {
        var decoder = InputDecoder()
        #expect(decoder.decode([0x1B]).isEmpty)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(Key(.escape))])
        #expect(!decoder.isWaiting)
        #expect(decoder.flush().isEmpty)
    }

    @Test("Only Esc is held alone, not the start of a sequence or character")
    func holdsOnlyEscape() {
        for (input, isOnlyEscape) in [
            ("\u{1B}", true), ("\u{1B}\u{1B}", true), ("\u{1B}[", false), ("\u{1B}[1;5", false), ("\u{1B}O", false),
            ("\u{1B}]", false), ("\u{1B}]11;\u{1B}", false), ("q", false),
        ] {
            var decoder = InputDecoder()
            _ = decoder.decode(input.utf8)
            #expect(decoder.holdsOnlyEscape == isOnlyEscape, "\(input.debugDescription)")
            #expect(decoder.holdsUnendedResponse == input.hasSuffix(";\u{1B}"))
        }
    }

    @Test("Esc twice is two keys after the timeout")
    func twoEscapes() {
        #expect(keys("\u{1B}\u{1B}") == [Key(.escape), Key(.escape)])
        #expect(keys("\u{1B}\u{1B}\u{1B}") == [Key(.escape), Key(.escape), Key(.escape)])
    }

    @Test("Esc followed by a character is that character with Alt")
    func alt() {
        #expect(keys("\u{1B}x") == [Key(.character("x"), .alt)])
        #expect(keys("\u{1B}é") == [Key(.character("é"), .alt)])
        #expect(keys("\u{1B}\r") == [Key(.enter, .alt)])
        #expect(keys("\u{1B}\u{7F}") == [Key(.backspace, .alt)])
        #expect(keys("\u{1B}\u{6}") == [Key(.character("f"), [.alt, .control])])
        #expect(keys("\u{1B}\u{1B}x") == [Key(.escape), Key(.character("x"), .alt)])
    }

    @Test("Alt applies to one key only")
    func afterAlt() {
        var decoder = InputDecoder()
        let events = decoder.decode("\u{1B}xyq".utf8) + decoder.decode("z".utf8)
        #expect(events == [.key(Key(.character("x"), .alt)), .key(Key("y")), .key(Key("q")), .key(Key("z"))])
    }

    @Test("Alt with a character that could start a sequence is a key after the timeout", arguments: "[OP]X^_")
    func altIntroducer(_ introducer: Character) {
        #expect(keys("\u{1B}\(introducer)") == [Key(.character(introducer), .alt)])
    }

    @Test("A sequence cut off by the timeout is dropped")
    func cutOff() {
        for beginning in ["\u{1B}[1", "\u{1B}[1;5", "\u{1B}[<0;1", "\u{1B}O1;", "\u{1B}[M ", "\u{1B}[?1;2", "\u{1B}[["]
        {
            #expect(events(beginning).isEmpty, "\(beginning.debugDescription)")
        }
    }

    @Test("Esc inside a sequence starts a new one")
    func restartedSequence() {
        #expect(keys("\u{1B}[1;\u{1B}[A") == [Key(.up)])
        #expect(keys("\u{1B}O\u{1B}OA") == [Key(.up)])
        #expect(keys("\u{1B}]11;rgb\u{1B}[A") == [Key(.up)])
    }

    @Test("CAN and SUB abort a sequence")
    func cancel() {
        for cancel in ["\u{18}", "\u{1A}"] {
            for beginning in ["\u{1B}[1;5", "\u{1B}O", "\u{1B}]52;c;aaaa", "\u{1B}P>|x"] {
                #expect(keys(beginning + cancel + "q") == [Key("q")])
            }
        }
    }

    @Test("Invalid UTF-8 becomes replacement characters and affects no neighbor")
    func invalidCharacters() {
        #expect(keys([0x61, 0xFF, 0x62]) == [Key("a"), Key("\u{FFFD}"), Key("b")])
        #expect(keys([0xC3, 0x61]) == [Key("\u{FFFD}"), Key("a")])
        #expect(keys([0xE2, 0x82]) == [Key("\u{FFFD}")])
        #expect(keys([0xE0, 0x80, 0x61]) == [Key("\u{FFFD}"), Key("\u{FFFD}"), Key("a")])
        #expect(keys([0xED, 0xA0, 0x80, 0x61]).last == Key("a"))
        #expect(keys([0xF4, 0x90, 0x61]).last == Key("a"))
        #expect(keys([0xC3, 0x1B, 0x5B, 0x41]) == [Key("\u{FFFD}"), Key(.up)])
    }

    @Test("8-bit C1 introducers are decoded, raw and as UTF-8")
    func oneByteIntroducers() {
        #expect(keys([0x9B, 0x41]) == [Key(.up)])
        #expect(keys([0x8F, 0x50]) == [Key(.function(1))])
        #expect(keys("\u{9B}A") == [Key(.up)])
        #expect(events(Array("\u{9D}11;x\u{9C}".utf8)) == [.response(.operatingSystem("11;x"))])
    }
}
