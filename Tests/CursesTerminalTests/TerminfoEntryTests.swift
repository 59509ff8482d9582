import SeededGenerator
import Testing

@testable import CursesTerminal

@Suite("Terminfo entries")
struct TerminfoEntryTests {
    static let installed = ["xterm-256color", "screen-256color", "tmux-256color", "linux", "vt100", "xterm", "rxvt"]
        .filter { TerminfoDatabase(environment: [:]).entry(named: $0) != nil }

    @Test("A compiled entry reads back unchanged", arguments: installed)
    func written(_ name: String) throws {
        let entry = try entry(name)
        #expect(TerminfoReader.entry(from: entry.compiled) == entry)
    }

    @Test("The built-in entry has the capabilities of xterm")
    func capabilities() throws {
        let xterm = try #require(BuiltInEntry.xterm256)
        #expect(xterm.names == ["xterm-256color", "xterm with 256 colors"])
        #expect(xterm[.maxColors] == 256)
        #expect(xterm[.maxPairs] == 65536)
        #expect(xterm[.originalPair] == Array("\u{1B}[39;49m".utf8))
        #expect(xterm[.keypadTransmit] == Array("\u{1B}[?1h\u{1B}=".utf8))
        #expect(xterm.hasExtended("XT"))
        #expect(!xterm.hasExtended("RGB"))
    }

    @Test("Keys are looked up by their sequence")
    func keys() throws {
        let keys = try #require(BuiltInEntry.xterm256).keys
        #expect(keys[Array("\u{1B}OA".utf8)]?.code == .up)
        #expect(keys[Array("\u{1B}OP".utf8)]?.code == .function(1))
        #expect(keys[Array("\u{1B}[21~".utf8)]?.code == .function(10))
        #expect(keys[Array("\u{1B}[24~".utf8)]?.code == .function(12))
        #expect(keys[Array("\u{1B}[Z".utf8)]?.modifiers == .shift)
    }

    @Test("A truncated entry is rejected or loses its extensions, and never traps")
    func cutOff() throws {
        let entry = try #require(BuiltInEntry.xterm256)
        let bytes = entry.compiled
        for count in 0..<bytes.count {
            if let short = TerminfoReader.entry(from: Array(bytes[..<count])) {
                #expect(short.strings == entry.strings, "\(count)")
                #expect(short.extendedStrings.isEmpty)
            }
        }
    }

    @Test("An entry with random damage never traps", arguments: UInt64(0)..<100)
    func damaged(_ seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        var bytes = try #require(BuiltInEntry.xterm256).compiled
        for _ in 0..<20 {
            bytes[Int.random(in: 2..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        }
        for position in 2..<12 where seed % 2 == 0 { bytes[position] = UInt8.random(in: 0...255, using: &random) }
        if let entry = TerminfoReader.entry(from: bytes) { _ = DrawingEntry(for: entry).entry.compiled }
    }

    @Test("TERMINFO can contain the entry itself")
    func inlineEntries() throws {
        let entry = try #require(BuiltInEntry.xterm256)
        let inline = DrawingEntry(for: entry).inlineForm
        let found = TerminfoDatabase(environment: ["TERMINFO": inline]).entry(named: "xterm-256color")
        #expect(found == DrawingEntry(for: entry).entry)
        #expect(TerminfoDatabase(environment: ["TERMINFO": inline]).entry(named: "no-such-terminal") == nil)
    }

    @Test(
        "A name that is a path finds no entry", arguments: ["", ".", "..", "../x/xterm", "/etc/passwd", "x/../xterm"])
    func paths(_ name: String) {
        #expect(TerminfoDatabase(environment: [:]).entry(named: name) == nil)
    }

    @Test("Only padding is removed")
    func padding() {
        #expect(withoutPadding(Array("\u{1B}[H\u{1B}[J$<50>x$<5*/>$<$".utf8)) == Array("\u{1B}[H\u{1B}[Jx$<$".utf8))
    }

    private func entry(_ name: String) throws -> TerminfoEntry {
        try #require(TerminfoDatabase(environment: [:]).entry(named: name))
    }
}

@Suite("Drawing entries")
struct DrawingEntryTests {
    @Test("Terminals with the common color sequences have colors; others are drawn without")
    func colors() throws {
        var entry = try #require(BuiltInEntry.xterm256)
        #expect(DrawingEntry(for: entry).hasColors)
        // As in xterm-16color.
        entry[.setForeground] = Array("\u{1B}[%?%p1%{8}%<%t%p1%{30}%+%e%p1%'R'%+%;%dm".utf8)
        #expect(DrawingEntry(for: entry).hasColors)
        entry[.originalPair] = Array("\u{1B}[m".utf8)
        let other = DrawingEntry(for: entry)
        #expect(!other.hasColors)
        #expect(other.entry[.setForeground] == nil)
        #expect(other.entry[.maxColors] == nil)
    }

    @Test("Capabilities that the session handles itself are removed")
    func leftOut() throws {
        let entry = DrawingEntry(for: try #require(BuiltInEntry.xterm256)).entry
        for capability: TerminfoString in [.enterAlternateScreen, .exitAlternateScreen, .keypadTransmit, .keypadLocal] {
            #expect(entry[capability] == nil)
        }
        #expect(entry.hasExtended("RGB"))
        #expect(entry[.maxColors] == ColorNumber.count)
    }
}
