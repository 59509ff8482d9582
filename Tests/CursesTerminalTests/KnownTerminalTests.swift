import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Answers of a terminal")
struct KnownTerminalTests {
    private let cell = CellSize(width: 10, height: 20)

    private func terminal(_ environment: [String: String] = [:]) throws -> KnownTerminal {
        let all = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"].merging(environment) { $1 }
        return KnownTerminal(
            try TerminalDescription(environment: all, colors: .trueColor), environment: all, ascii: false,
            colors: .trueColor, graphics: .auto, window: nil)
    }

    /// Takes these answers into account and returns the queries that followed.
    private func apply(_ findings: [TerminalQueries.Finding], to terminal: inout KnownTerminal) -> String {
        String(decoding: findings.flatMap { terminal.apply($0) }, as: UTF8.self)
    }

    @Test("A terminal shows pixels once it has answered name and cell size, in any order, and again")
    func plain() throws {
        let answers = [TerminalQueries.Finding.program("ghostty 1.2.3"), .cell(cell)]
        for findings in [answers, answers.reversed(), answers + [.last] + answers] {
            var terminal = try terminal()
            #expect(terminal.appearance.pixelCell == nil)
            #expect(apply(findings, to: &terminal).isEmpty)
            #expect(terminal.appearance.pixelCell == cell)
            #expect(terminal.graphics == .pixels(.kitty, cell, .program(TerminalProgram(report: "ghostty 1.2.3"))))
        }
    }

    @Test("Inside tmux, the terminal around it is asked, and it counts only after tmux has answered")
    func aroundTmux() throws {
        var inner = try terminal(["TMUX": "/tmp/x,1,0"])
        #expect(String(decoding: inner.queries, as: UTF8.self).hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}[>q"))
        _ = apply([.program("tmux 3.3a"), .last], to: &inner)
        #expect(inner.graphics == .characters(.multiplexer(.tmux)))
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &inner)
        #expect(inner.appearance.pixelCell == cell)
        // What is drawn is still up to tmux.
        #expect(inner.appearance.program?.name == "tmux")
        // As on resume.
        _ = apply([.program("tmux 3.3a")], to: &inner)
        #expect(inner.appearance.pixelCell == cell)

        // A terminal that was started inside tmux answers by itself.
        var inherited = try terminal(["TMUX": "/tmp/x,1,0"])
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &inherited)
        #expect(inherited.graphics == .characters(.multiplexer(.tmux)))
    }

    @Test("A tmux that is known only by its answer, as over SSH, causes the queries around it")
    func remoteTmux() throws {
        var terminal = try terminal()
        #expect(!String(decoding: terminal.queries, as: UTF8.self).contains("Ptmux"))
        #expect(apply([.program("tmux 3.3a")], to: &terminal).hasPrefix("\u{1B}Ptmux;"))
        #expect(apply([.program("tmux 3.3a")], to: &terminal).isEmpty)
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &terminal)
        #expect(terminal.appearance.pixelCell == cell)
    }

    @Test("A new size of the window keeps the answered cell, a new font forgets it")
    func window() throws {
        var terminal = try terminal()
        _ = apply([.program("ghostty 1.2.3"), .cell(CellSize(width: 9, height: 21))], to: &terminal)
        terminal.apply(TerminalWindow(columns: 80, rows: 24, width: 0, height: 0), isFontNew: false)
        #expect(terminal.appearance.pixelCell == CellSize(width: 9, height: 21))
        #expect(terminal.appearance.cellAspect == 21.0 / 9)
        terminal.apply(TerminalWindow(columns: 80, rows: 24, width: 800, height: 480), isFontNew: true)
        #expect(terminal.appearance.pixelCell == cell && terminal.appearance.cellAspect == 2)
    }
}
