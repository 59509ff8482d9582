import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Answers of a terminal")
struct KnownTerminalTests {
    private let cell = CellSize(width: 10, height: 20)

    private func terminal(
        _ environment: [String: String] = [:], graphics: GraphicsChoice = .auto
    ) throws -> KnownTerminal {
        let all = ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LANG": "C.UTF-8"].merging(environment) { $1 }
        return KnownTerminal(
            try TerminalDescription(environment: all, colors: .trueColor), environment: all, ascii: false,
            colors: .trueColor, graphics: graphics, window: nil)
    }

    /// Takes these answers into account and returns the queries that followed.
    private func apply(_ findings: [TerminalQueries.Finding], to terminal: inout KnownTerminal) -> String {
        String(decoding: findings.flatMap { terminal.apply($0) }, as: UTF8.self)
    }

    @Test("A terminal shows pixels once it has answered name and cell size, in any order, and again")
    func plain() throws {
        let answers = [TerminalQueries.Finding.program("ghostty 1.2.3"), .cell(cell)]
        for findings in [answers, answers.reversed(), answers + [.last(hasSixel: false)] + answers] {
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
        _ = apply([.program("tmux 3.3a"), .last(hasSixel: false)], to: &inner)
        #expect(inner.graphics == .characters(.multiplexer(.tmux)))
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &inner)
        #expect(inner.appearance.pixelCell == cell)
        // tmux still does the drawing.
        #expect(inner.appearance.program?.name == "tmux")
        // As on resume.
        _ = apply([.program("tmux 3.3a")], to: &inner)
        #expect(inner.appearance.pixelCell == cell)

        // A terminal that was started inside tmux answers by itself.
        var inherited = try terminal(["TMUX": "/tmp/x,1,0"])
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &inherited)
        #expect(inherited.graphics == .characters(.multiplexer(.tmux)))
    }

    @Test("Inside tmux, the colors are those of the terminal around it, also after another one is attached")
    func colorsAroundTmux() throws {
        func colors(_ environment: [String: String], chosen: ColorDepth? = nil) throws -> [ColorDepth] {
            let all = ["TERM": "screen", "TMUX": "/tmp/x,1,0"].merging(environment) { $1 }
            var terminal = KnownTerminal(
                try TerminalDescription(environment: all, colors: chosen ?? .eight), environment: all, ascii: false,
                colors: chosen, graphics: .auto, window: nil)
            _ = apply([.program("tmux 3.3a")], to: &terminal)
            return [true, false].map {
                terminal.apply(tmuxHasTrueColor: $0)
                return terminal.appearance.colors
            }
        }
        #expect(try colors([:]) == [.trueColor, .palette256])
        #expect(try colors(["COLORTERM": "truecolor"]) == [.trueColor, .palette256])
        #expect(try colors(["NO_COLOR": "1"]) == [.none, .none])
        #expect(try colors([:], chosen: .sixteen) == [.sixteen, .sixteen])
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

    @Test("Sixel is used once the terminal has answered its limits, or ignored that query, in any order")
    func sixel() throws {
        let limits = [TerminalQueries.Finding.sixelColors(16), .sixelSize(width: 600, height: 400)]
        for answers in [limits, []] {
            var terminal = try terminal()
            _ = apply([.program("foot(1.16.2)"), .cell(cell)], to: &terminal)
            let queries = apply([.last(hasSixel: true)], to: &terminal)
            #expect(queries == String(decoding: TerminalQueries.sixelLimits, as: UTF8.self) + "\u{1B}[c")
            #expect(terminal.appearance.pixelCell == nil)
            #expect(apply(answers + [.last(hasSixel: true), .last(hasSixel: true)], to: &terminal).isEmpty)
            let foot = TerminalProgram(report: "foot(1.16.2)")
            #expect(terminal.graphics == .pixels(.sixel, cell, .reported(by: foot)))
            #expect(
                terminal.sixelLimits
                    == (answers.isEmpty ? SixelLimits() : SixelLimits(colors: 16, maxWidth: 600, maxHeight: 400)))
        }
        // A terminal that reports Sixel minutes before its name.
        var late = try terminal()
        _ = apply([.cell(cell), .last(hasSixel: true), .last(hasSixel: true)], to: &late)
        #expect(late.graphics == .pixels(.sixel, cell, .reported(by: nil)))
        _ = apply([.program("WezTerm 20240203-110809")], to: &late)
        #expect(late.graphics == .pixels(.iterm2, cell, .program(TerminalProgram(report: "WezTerm 20240203-110809"))))
    }

    @Test("The limits of Sixel are asked at once if the user has chosen it, and never without pixels")
    func chosenSixel() throws {
        let limits = String(decoding: TerminalQueries.sixelLimits, as: UTF8.self)
        var chosen = try terminal(graphics: .sixel)
        #expect(String(decoding: chosen.queries, as: UTF8.self).contains(limits))
        #expect(apply([.last(hasSixel: true)], to: &chosen).isEmpty)
        for graphics in [GraphicsChoice.none, .kitty, .iterm2] {
            var other = try terminal(graphics: graphics)
            #expect(!String(decoding: other.queries, as: UTF8.self).contains(limits))
            #expect(apply([.last(hasSixel: true)], to: &other).isEmpty)
        }
    }

    @Test("Inside tmux, Sixel needs a tmux that has it and a terminal around it that has it")
    func sixelInTmux() throws {
        var terminal = try terminal(["TMUX": "/tmp/x,1,0"])
        _ = apply([.program("tmux 3.6b"), .cell(cell), .last(hasSixel: true), .last(hasSixel: true)], to: &terminal)
        #expect(terminal.needsFeaturesAroundTmux)
        #expect(terminal.graphics == .characters(.multiplexer(.tmux)))
        terminal.apply(tmuxFeatures: ["256", "RGB"])
        #expect(terminal.appearance.pixelCell == nil)
        terminal.apply(tmuxFeatures: ["256", "RGB", "sixel"])
        #expect(terminal.graphics == .pixels(.sixel, cell, .reported(by: nil)))
        // Placeholder cells are better.
        _ = apply([.program("ghostty 1.2.3")], to: &terminal)
        #expect(terminal.graphics == .pixels(.kitty, cell, .program(TerminalProgram(report: "ghostty 1.2.3"))))
    }

    @Test("The setting of tmux is the reason for characters only in a terminal with placeholder cells")
    func programAroundTmux() throws {
        var terminal = try terminal(["TMUX": "/tmp/x,1,0"])
        _ = apply([.program("tmux 3.3a"), .last(hasSixel: false)], to: &terminal)
        terminal.apply(programAroundTmux: TerminalProgram(report: "ghostty 1.2.3"))
        #expect(terminal.graphics == .characters(.multiplexer(.tmux)))
        let xterm = TerminalProgram(report: "XTerm(379)")
        terminal.apply(programAroundTmux: xterm)
        #expect(terminal.graphics == .characters(.throughTmux(xterm)))
    }

    @Test("The environment names a terminal that answers without a name, and only then")
    func environment() throws {
        let code = ["TERM_PROGRAM": "vscode", "TERM_PROGRAM_VERSION": "1.104.0"]
        var terminal = try terminal(code)
        _ = apply([.cell(cell)], to: &terminal)
        #expect(terminal.graphics == .characters(.unknownProgram))
        _ = apply([.last(hasSixel: true), .last(hasSixel: true)], to: &terminal)
        let program = TerminalProgram(name: "vscode", version: "1.104.0")
        #expect(terminal.graphics == .pixels(.iterm2, cell, .program(program)))
        // xterm, started from there.
        _ = apply([.program("XTerm(379)")], to: &terminal)
        #expect(terminal.graphics == .pixels(.sixel, cell, .reported(by: TerminalProgram(report: "XTerm(379)"))))
        var other = try self.terminal(code)
        _ = apply([.cell(cell), .last(hasSixel: false)], to: &other)
        #expect(other.graphics == .characters(.unsupported(program)))
    }

    @Test("A terminal that reports its size is asked for the size of a cell again only when the report has changed")
    func sizeReports() throws {
        var terminal = try terminal()
        #expect(!terminal.cellQuery.isEmpty)
        _ = apply(
            [.program("ghostty 1.2.3"), .cell(cell), .sizeReports, .newSize(CellSize(width: 10, height: 19))],
            to: &terminal)
        #expect(terminal.cellQuery.isEmpty)
        // The report can be rounded; the answer is exact.
        #expect(terminal.appearance.pixelCell == cell)
        terminal.apply(TerminalWindow(columns: 80, rows: 24, width: 0, height: 0), isFontNew: true)
        #expect(terminal.appearance.pixelCell == cell)
        #expect(apply([.newSize(CellSize(width: 10, height: 19)), .newSize(nil)], to: &terminal).isEmpty)
        // A narrow window with padding, in the same font.
        let query = String(decoding: TerminalQueries.cellSize, as: UTF8.self)
        #expect(apply([.newSize(CellSize(width: 11, height: 19))], to: &terminal) == query)
        #expect(apply([.cell(cell)], to: &terminal).isEmpty)
        #expect(terminal.appearance.pixelCell == cell)
        // Another font.
        #expect(apply([.newSize(CellSize(width: 13, height: 24))], to: &terminal) == query)
        #expect(terminal.appearance.pixelCell == cell)
        _ = apply([.cell(CellSize(width: 12, height: 24))], to: &terminal)
        #expect(terminal.appearance.pixelCell == CellSize(width: 12, height: 24))
    }

    @Test("Only placeholder cells can be in the last row")
    func lastRow() throws {
        var kitty = try terminal()
        _ = apply([.program("ghostty 1.2.3"), .cell(cell)], to: &kitty)
        #expect(kitty.appearance.pixelCell == cell && kitty.appearance.showsPixelsInLastRow)
        var wezTerm = try terminal()
        _ = apply([.program("WezTerm 20240203"), .cell(cell)], to: &wezTerm)
        #expect(wezTerm.appearance.pixelCell == cell && !wezTerm.appearance.showsPixelsInLastRow)
    }

    @Test("Of a terminal that doesn't answer the size of a cell, each report counts")
    func sizeReportsOnly() throws {
        var terminal = try terminal()
        _ = apply([.program("ghostty 1.2.3"), .sizeReports, .newSize(cell)], to: &terminal)
        #expect(terminal.appearance.pixelCell == cell)
        _ = apply([.newSize(CellSize(width: 12, height: 24))], to: &terminal)
        #expect(terminal.appearance.pixelCell == CellSize(width: 12, height: 24))
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
