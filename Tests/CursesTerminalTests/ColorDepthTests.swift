import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Color depth from the environment")
struct ColorDepthTests {
    private func depth(_ name: String, _ environment: [String: String] = [:]) throws -> ColorDepth {
        let entry = try #require(TerminfoDatabase(environment: [:]).entry(named: name) ?? BuiltInEntry.xterm256)
        return ColorDepthDetection.depth(of: entry, name: name, environment: environment)
    }

    @Test("COLORTERM selects true color", arguments: ["truecolor", "24bit", "TrueColor"])
    func colorTerm(_ value: String) throws {
        #expect(try depth("xterm-256color", ["COLORTERM": value]) == .trueColor)
    }

    @Test(
        "The name of a true color terminal selects true color",
        arguments: ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "wezterm", "konsole-direct"])
    func names(_ name: String) throws {
        #expect(try depth(name) == .trueColor)
    }

    @Test("An entry with the colors of a palette alone has colors, as that of rxvt-unicode")
    func paletteEntry() throws {
        var entry = try #require(BuiltInEntry.xterm256)
        entry[.setForeground] = Array("\u{1B}[38;5;%p1%dm".utf8)
        #expect(ColorDepthDetection.depth(of: entry, name: "rxvt-unicode-256color", environment: [:]) == .palette256)
    }

    @Test("An entry with RGB or Tc selects true color")
    func entryFlags() throws {
        for name in ["RGB", "Tc"] {
            var entry = try #require(BuiltInEntry.xterm256)
            entry.extendedBooleans.append(.init(name: name, value: 1))
            #expect(ColorDepthDetection.depth(of: entry, name: "xterm-256color", environment: [:]) == .trueColor)
        }
    }

    @Test("Otherwise the terminfo entry decides")
    func entries() throws {
        #expect(try depth("xterm-256color") == .palette256)
        #expect(try depth("xterm-256color", ["COLORTERM": "yes"]) == .palette256)
        #expect(try depth("xterm") == .eight)
        #expect(try depth("linux") == .eight)
        #expect(try depth("vt100") == .none)
        #expect(try depth("vt100", ["COLORTERM": "truecolor"]) == .none)
    }

    @Test("NO_COLOR disables colors unless it is empty")
    func noColor() throws {
        #expect(try depth("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": "1"]) == .none)
        #expect(try depth("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": ""]) == .trueColor)
    }

    @Test("GNU screen inherits COLORTERM from the outer terminal, so it is ignored")
    func gnuScreen() throws {
        #expect(try depth("screen-256color", ["COLORTERM": "truecolor", "STY": "1.pts"]) == .palette256)
        // Its entry has eight colors.
        #expect(try depth("screen", ["STY": "1.pts"]) == .palette256)
        #expect(try depth("screen-256color", ["COLORTERM": "truecolor", "TMUX": "x"]) == .trueColor)
    }

    @Test("In tmux, the terminal around it decides, and COLORTERM only if tmux can't be asked")
    func tmux() throws {
        func depth(_ hasTrueColor: Bool?, _ environment: [String: String] = [:]) throws -> ColorDepth {
            let entry = try #require(BuiltInEntry.xterm256)
            return ColorDepthDetection.depth(
                of: entry, name: "tmux-256color", environment: environment.merging(["TMUX": "x"]) { $1 },
                tmuxHasTrueColor: { _ in hasTrueColor })
        }
        let claimed = ["COLORTERM": "truecolor"]
        #expect(try depth(true) == .trueColor && depth(true, claimed) == .trueColor)
        #expect(try depth(false) == .palette256 && depth(false, claimed) == .palette256)
        #expect(try depth(nil) == .palette256 && depth(nil, claimed) == .trueColor)
    }

    @Test("xterm has 256 colors whatever its terminfo entry says")
    func xterm() throws {
        #expect(try depth("xterm", ["XTERM_VERSION": "XTerm(379)"]) == .palette256)
        #expect(try depth("xterm", ["XTERM_VERSION": "XTerm(379)", "COLORTERM": "truecolor"]) == .trueColor)
    }

    @Test("A terminal without a name or without cursor movement is refused")
    func refused() {
        #expect(throws: TerminalStartError.terminalUnnamed) { try TerminalDescription(environment: [:]) }
        #expect(throws: TerminalStartError.terminalUnnamed) { try TerminalDescription(environment: ["TERM": ""]) }
        #expect(throws: TerminalStartError.cursorCannotMove("dumb")) {
            try TerminalDescription(environment: ["TERM": "dumb"])
        }
    }

    @Test(
        "An unknown terminal name uses the built-in entry, with a notice",
        arguments: ["xterm-kitty", "no-such", "../x"])
    func unknown(_ name: String) throws {
        let description = try TerminalDescription(environment: ["TERM": name, "TERMINFO": "/nowhere"])
        if TerminfoDatabase(environment: [:]).entry(named: name) == nil {
            #expect(description.notices == [.unknownTerminal(name)])
            #expect(description.entry == BuiltInEntry.xterm256)
        }
    }

    @Test("A vt100 gets neither queries nor Unicode")
    func hardware() throws {
        let description = try TerminalDescription(environment: ["TERM": "vt100"])
        #expect(description.isHardwareTerminal)
        #expect(!description.answersQueries)
        #expect(try TerminalDescription(environment: ["TERM": "xterm"]).answersQueries)
    }
}
