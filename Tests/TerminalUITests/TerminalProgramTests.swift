import TerminalUI
import Testing

@Suite("Terminal program")
struct TerminalProgramTests {
    @Test(
        "Name and version are parsed from the XTVERSION reply",
        arguments: [
            ("kitty(0.32.1)", "kitty", [0, 32, 1]), ("foot(1.16.2)", "foot", [1, 16, 2]), ("VTE(7200)", "vte", [7200]),
            ("WezTerm 20240203-110809-5046fc22", "wezterm", [20_240_203]), ("tmux 3.3a", "tmux", [3, 3]),
            ("XTerm(379)", "xterm", [379]), ("strange", "strange", []), ("", "", []),
        ])
    func report(_ report: String, name: String, version: [Int]) {
        #expect(TerminalProgram(report: report) == TerminalProgram(name: name, version: version))
    }

    @Test("Versions compare number by number, and an unknown version is the oldest")
    func order() {
        #expect(TerminalProgram(name: "foot", version: [1, 20]).isAtLeast(1, 20))
        #expect(TerminalProgram(name: "foot", version: [1, 20, 1]).isAtLeast(1, 20))
        #expect(TerminalProgram(name: "foot", version: [2]).isAtLeast(1, 20))
        #expect(!TerminalProgram(name: "foot", version: [1, 9]).isAtLeast(1, 20))
        #expect(!TerminalProgram(name: "foot").isAtLeast(0))
    }
}
