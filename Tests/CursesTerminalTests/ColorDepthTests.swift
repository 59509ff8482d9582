import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("What the environment says about the terminal")
struct ColorDepthTests {
    private func depth(_ name: String, _ environment: [String: String] = [:]) throws -> TerminalAppearance.Colors {
        let entry = try #require(TerminfoDatabase(environment: [:]).entry(named: name) ?? BuiltInEntry.xterm256)
        return ColorDepthDetection.depth(of: entry, name: name, environment: environment)
    }

    @Test("COLORTERM says true color", arguments: ["truecolor", "24bit", "TrueColor"])
    func colorTerm(_ value: String) throws {
        #expect(try depth("xterm-256color", ["COLORTERM": value]) == .trueColor)
    }

    @Test(
        "So does the name of a terminal that always has it",
        arguments: ["xterm-kitty", "xterm-ghostty", "foot", "foot-extra", "alacritty", "wezterm", "konsole-direct"])
    func names(_ name: String) throws {
        #expect(try depth(name) == .trueColor)
    }

    @Test("And an entry with RGB or Tc")
    func entryFlags() throws {
        for name in ["RGB", "Tc"] {
            var entry = try #require(BuiltInEntry.xterm256)
            entry.extendedBooleans.append(.init(name: name, value: 1))
            #expect(ColorDepthDetection.depth(of: entry, name: "xterm-256color", environment: [:]) == .trueColor)
        }
    }

    @Test("Otherwise it is what the entry says")
    func entries() throws {
        #expect(try depth("xterm-256color") == .palette256)
        #expect(try depth("xterm-256color", ["COLORTERM": "yes"]) == .palette256)
        #expect(try depth("xterm") == .eight)
        #expect(try depth("linux") == .eight)
        #expect(try depth("vt100") == .none)
        #expect(try depth("vt100", ["COLORTERM": "truecolor"]) == .none)
    }

    @Test("NO_COLOR is heard unless it is empty")
    func noColor() throws {
        #expect(try depth("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": "1"]) == .none)
        #expect(try depth("xterm-256color", ["COLORTERM": "truecolor", "NO_COLOR": ""]) == .trueColor)
    }

    @Test("In GNU screen COLORTERM is of the terminal around it")
    func gnuScreen() throws {
        #expect(try depth("screen-256color", ["COLORTERM": "truecolor", "STY": "1.pts"]) == .palette256)
        #expect(try depth("screen-256color", ["COLORTERM": "truecolor", "TMUX": "x"]) == .trueColor)
    }

    @Test("In tmux COLORTERM counts only where tmux was told that the terminal around it has true color")
    func tmux() throws {
        func depth(_ features: Set<String>?) throws -> TerminalAppearance.Colors {
            let entry = try #require(BuiltInEntry.xterm256)
            return ColorDepthDetection.depth(
                of: entry, name: "tmux-256color", environment: ["COLORTERM": "truecolor", "TMUX": "x"],
                tmuxFeatures: { _ in features })
        }
        #expect(try depth(["256", "RGB", "title"]) == .trueColor)
        #expect(try depth(["256", "title"]) == .palette256)
        #expect(try depth([]) == .palette256)
        #expect(try depth(nil) == .trueColor)
    }

    @Test("xterm has 256 colors, whatever its usual entry says")
    func xterm() throws {
        #expect(try depth("xterm", ["XTERM_VERSION": "XTerm(379)"]) == .palette256)
        #expect(try depth("xterm", ["XTERM_VERSION": "XTerm(379)", "COLORTERM": "truecolor"]) == .trueColor)
        #expect(ColorDepthDetection.depth(ofProgram: "XTerm(379)") == .palette256)
        #expect(ColorDepthDetection.depth(ofProgram: "tmux 3.3a") == nil)
    }

    @Test("A terminal without a name, or that cannot move its cursor, is refused")
    func refused() {
        #expect(throws: TerminalStartError.terminalUnnamed) { try TerminalDescription(environment: [:]) }
        #expect(throws: TerminalStartError.terminalUnnamed) { try TerminalDescription(environment: ["TERM": ""]) }
        #expect(throws: TerminalStartError.cursorCannotMove("dumb")) {
            try TerminalDescription(environment: ["TERM": "dumb"])
        }
    }

    @Test(
        "A name without an entry runs on the built-in one, with a notice",
        arguments: ["xterm-kitty", "no-such", "../x"])
    func unknown(_ name: String) throws {
        let description = try TerminalDescription(environment: ["TERM": name, "TERMINFO": "/nowhere"])
        if TerminfoDatabase(environment: [:]).entry(named: name) == nil {
            #expect(description.notices == [.unknownTerminal(name)])
            #expect(description.entry == BuiltInEntry.xterm256)
        }
    }

    @Test("A vt100 gets neither questions nor Unicode")
    func hardware() throws {
        let description = try TerminalDescription(environment: ["TERM": "vt100"])
        #expect(description.isHardwareTerminal)
        #expect(!description.answersQuestions)
        #expect(try TerminalDescription(environment: ["TERM": "xterm"]).answersQuestions)
    }
}
