import Testing

@testable import TerminalUI

@Suite("Reports and pastes")
struct TerminalReportTests {
    @Test("Replies are delivered without introducer and terminator, whichever terminator is used")
    func answers() {
        #expect(events("\u{1B}[?62;22c") == [.response(.controlSequence("?62;22c"))])
        #expect(events("\u{1B}[?2026;2$y") == [.response(.controlSequence("?2026;2$y"))])
        #expect(events("\u{1B}[0n") == [.response(.controlSequence("0n"))])
        #expect(events("\u{1B}[24;80R") == [.response(.controlSequence("24;80R"))])
        for end in ["\u{7}", "\u{1B}\\", "\u{9C}"] {
            #expect(
                events("\u{1B}]11;rgb:1e1e/1e1e/2e2e" + end) == [.response(.operatingSystem("11;rgb:1e1e/1e1e/2e2e"))])
            #expect(events("\u{1B}P>|tmux 3.3a" + end) == [.response(.deviceControl(">|tmux 3.3a"))])
            #expect(events("\u{1B}_Gi=31;OK" + end) == [.response(.applicationProgram("Gi=31;OK"))])
        }
        #expect(events([0x1B, 0x50, 0x78, 0x9C]) == [.response(.deviceControl("x"))])
    }

    @Test("0x9C inside a UTF-8 character does not end a string")
    func terminatorInsideCharacter() {
        #expect(events("\u{1B}]l✓ done\u{1B}\\") == [.response(.operatingSystem("l✓ done"))])
    }

    @Test("Unrequested strings are swallowed", arguments: ["^", "X"])
    func unaskedStrings(_ introducer: String) {
        #expect(keys("\u{1B}\(introducer)Gi=31;OK\u{1B}\\q") == [Key("q")])
    }

    @Test("A slow reply is awaited beyond the timeout")
    func slowAnswer() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}]11;rgb:".utf8).isEmpty)
        #expect(!decoder.isWaiting)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.decode("0/0/0\u{7}q".utf8) == [.response(.operatingSystem("11;rgb:0/0/0")), .key(Key("q"))])
    }

    @Test("Esc aborts an unterminated string")
    func wayOut() {
        var decoder = InputDecoder()
        _ = decoder.decode("\u{1B}Pnever\u{1B}".utf8)
        #expect(decoder.isWaiting)
        #expect(decoder.flush() == [.key(Key(.escape))])
        #expect(decoder.decode("q".utf8) == [.key(Key("q"))])
    }

    @Test("A flood of status reports is dropped, except for the expected ones")
    func unexpectedReports() {
        var decoder = InputDecoder()
        decoder.maxStatusReports = 2
        let flood = String(repeating: "\u{1B}[0n", count: 1000)
        let report = InputEvent.response(.controlSequence("0n"))
        #expect(decoder.decode("\(flood)q\(flood)".utf8) == [report, report, .key(Key("q"))])
    }

    @Test(
        "An answer with escapes inside types nothing",
        arguments: [
            "a\u{1B}", "a\u{1B}\u{1B}\u{1B}", "a\u{1B}bq", "a\u{1B}[31mred\u{1B}[0m", "a\u{1B}[31mred\u{1B}\u{1B}q",
            "a\u{1B}[2Jq", "a\u{1B}7q\u{1B}8",
        ])
    func escapesInside(_ text: String) {
        for introducer in ["P>|", "]11;", "_G", "^"] {
            #expect(keys("\u{1B}\(introducer)\(text)\u{1B}\\q") == [Key("q")])
        }
    }

    @Test("After an unterminated answer with an escape inside and a pause, keys are keys")
    func unterminatedEscape() {
        for text in ["a\u{1B}b", "a\u{1B}[31mred", "a\u{1B}[", "a\u{1B}[31"] {
            var decoder = InputDecoder()
            #expect(decoder.decode("\u{1B}P>|\(text)".utf8).allSatisfy { $0 != .key(Key(.escape)) })
            #expect(decoder.isWaiting)
            #expect(decoder.flush().isEmpty)
            #expect(decoder.decode("q".utf8) == [.key(Key("q"))], "\(text)")
        }
    }

    @Test("An answer that follows a truncated one is an answer")
    func afterTruncated() {
        #expect(events("\u{1B}P>|ki\u{1B}[?62;22cq") == [.response(.controlSequence("?62;22c")), .key(Key("q"))])
    }

    @Test("An endless string or sequence takes bounded memory and types nothing")
    func bounded() {
        let long = String(repeating: "0;", count: 100_000)
        #expect(keys("\u{1B}]\(long)\u{7}q") == [Key("q")])
        #expect(keys("\u{1B}[\(long)Aq") == [Key("q")])
        #expect(keys("\u{1B}[\(long)\u{1B}[Aq") == [Key(.up), Key("q")])
    }

    @Test("Mouse reports give action, button, modifiers and position")
    func mouse() {
        func report(_ text: String) -> MouseEvent? {
            guard case .mouse(let event)? = events("\u{1B}[<" + text).first else { return nil }
            return event
        }
        #expect(report("0;1;1M") == MouseEvent(action: .press, button: .left, modifiers: [], column: 0, row: 0))
        #expect(
            report("2;300;99m") == MouseEvent(action: .release, button: .right, modifiers: [], column: 299, row: 98))
        #expect(report("32;5;6M") == MouseEvent(action: .drag, button: .left, modifiers: [], column: 4, row: 5))
        #expect(report("35;5;6M") == MouseEvent(action: .move, button: .none, modifiers: [], column: 4, row: 5))
        #expect(report("64;5;6M") == MouseEvent(action: .wheelUp, button: .none, modifiers: [], column: 4, row: 5))
        #expect(report("67;5;6M") == MouseEvent(action: .wheelRight, button: .none, modifiers: [], column: 4, row: 5))
        #expect(report("28;5;6M")?.modifiers == [.shift, .alt, .control])
    }

    @Test("A mouse report in X10 encoding takes three bytes")
    func oldMouse() {
        let press = MouseEvent(action: .press, button: .left, modifiers: [], column: 0, row: 1)
        #expect(events("\u{1B}[M !\"q") == [.mouse(press), .key(Key("q"))])
        let release = MouseEvent(action: .release, button: .none, modifiers: [], column: 0, row: 1)
        #expect(events("\u{1B}[M#!\"") == [.mouse(release)])
        #expect(keys([0x1B, 0x5B, 0x4D, 0x20, 0x01, 0x20, 0x71]) == [Key("q")])
    }

    @Test("An incomplete mouse report types nothing", arguments: ["", "0", "0;1", ";;", "0;;5", "128;1;1"])
    func brokenMouse(_ report: String) {
        #expect(events("\u{1B}[<\(report)Mq") == [.key(Key("q"))])
    }

    @Test("A paste is one event, whatever it contains")
    func paste() {
        #expect(events("\u{1B}[200~two\nlines\u{1B}[201~q") == [.paste("two\nlines"), .key(Key("q"))])
        #expect(events("\u{1B}[200~\u{1B}[201~") == [.paste("")])
        #expect(events("\u{1B}[200~a\u{1B}[A\u{1B}\u{1B}[20\u{1B}[201~") == [.paste("a\u{1B}[A\u{1B}\u{1B}[20")])
    }

    @Test("Invalid UTF-8 in a paste is replaced")
    func invalidPaste() {
        let bytes = Array("\u{1B}[200~a".utf8) + [0xFF, 0xC3] + Array("b\u{1B}[201~".utf8)
        #expect(events(bytes) == [.paste("a\u{FFFD}\u{FFFD}b")])
    }

    @Test("A paste may pause beyond the timeout")
    func pausedPaste() {
        var decoder = InputDecoder()
        #expect(decoder.decode("\u{1B}[200~ab\u{1B}[2".utf8).isEmpty)
        #expect(!decoder.isWaiting)
        #expect(decoder.flush().isEmpty)
        #expect(decoder.decode("01~".utf8) == [.paste("ab")])
    }

    @Test("A paste is limited to 1 MiB")
    func longPaste() {
        let text = String(repeating: "0123456789", count: 150_000)
        #expect(events("\u{1B}[200~\(text)\u{1B}[201~q") == [.paste(String(text.prefix(1 << 20))), .key(Key("q"))])
    }
}
