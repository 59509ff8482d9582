import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Terminal program from the environment")
struct TerminalProgramDetectionTests {
    @Test("Environment variables identify the terminal")
    func variables() {
        #expect(
            program(["TERM_PROGRAM": "WezTerm", "TERM_PROGRAM_VERSION": "20240203-110809"])
                == TerminalProgram(name: "wezterm", version: [20_240_203]))
        #expect(program(["VTE_VERSION": "7200"]) == TerminalProgram(name: "vte", version: [7200]))
        #expect(program(["TERM": "xterm-kitty"]) == TerminalProgram(name: "kitty"))
        #expect(program(["XTERM_VERSION": "XTerm(379)"]) == TerminalProgram(name: "xterm", version: [379]))
        #expect(program(["TERM": "linux"]) == TerminalProgram(name: "linux"))
        #expect(program(["TERM": "xterm-256color"]) == nil)
    }

    @Test("Inside a multiplexer the variables are ignored", arguments: ["TMUX", "STY", "ZELLIJ"])
    func multiplexer(_ variable: String) {
        #expect(program(["VTE_VERSION": "7200", variable: "1"]) == nil)
    }

    private func program(_ environment: [String: String]) -> TerminalProgram? {
        TerminalProgram(environment: environment)
    }
}
