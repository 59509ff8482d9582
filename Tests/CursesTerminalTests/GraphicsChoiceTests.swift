import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Choice of graphics")
struct GraphicsChoiceTests {
    private let cell = CellSize(width: 10, height: 20)
    private let appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)

    private func support(
        _ choice: GraphicsChoice = .auto, report: String?, hasSixel: Bool = false, in multiplexer: Multiplexer? = nil,
        on appearance: TerminalAppearance? = nil
    ) -> GraphicsSupport {
        let terminal = AnsweredTerminal(
            program: report.map { TerminalProgram(report: $0) }, hasSixel: hasSixel, cell: cell,
            multiplexer: multiplexer)
        return choice.support(on: terminal, appearance ?? self.appearance)
    }

    @Test(
        "Programs show pixels by the protocol that they are known for, or by Sixel if they report it",
        arguments: [
            ("kitty", GraphicsProtocol.kitty), ("kitty(0.28.0)", .kitty), ("kitty(0.42.1)", .kitty),
            ("ghostty 1.2.3", .kitty), ("iTerm2 3.7.0", .kitty), ("iTerm2 3.6.4", .iterm2), ("iTerm.app", .iterm2),
            ("WezTerm 20240203-110809", .iterm2), ("mintty 3.7.8", .iterm2), ("Warp(v0.2026.01)", .iterm2),
            ("Rio 0.5.25", .iterm2), ("xterm.js(6.0.0)", .iterm2), ("Tabby 1.0", .iterm2), ("XTerm(379)", .sixel),
            ("foot(1.16.2)", .sixel), ("mlterm(3.9.3)", .sixel), ("kitty(0.27.1)", .sixel),
        ])
    func programs(report: String, graphics: GraphicsProtocol) {
        let program = TerminalProgram(report: report)
        let reason = graphics == .sixel ? GraphicsSupport.PixelReason.reported(by: program) : .program(program)
        #expect(support(report: report, hasSixel: true) == .pixels(graphics, cell, reason))
    }

    @Test(
        "Other programs show characters, and so does Konsole, which doesn't clear Sixel",
        arguments: [
            ("kitty(0.27.1)", false), ("XTerm(379)", false), ("VTE(7200)", false), ("xterm.js(6.0.0)", false),
            ("Konsole 22.12.3", true),
        ])
    func others(report: String, hasSixel: Bool) {
        #expect(
            support(report: report, hasSixel: hasSixel) == .characters(.unsupported(TerminalProgram(report: report))))
    }

    @Test("A terminal that doesn't answer shows characters, unless the user chooses a protocol")
    func unknown() {
        #expect(support(report: nil) == .characters(.unknownProgram))
        #expect(support(.kitty, report: nil) == .pixels(.kitty, cell, .chosen))
        #expect(support(.kitty, report: "XTerm(379)") == .pixels(.kitty, cell, .chosen))
        #expect(support(.none, report: "ghostty 1.2.3") == .characters(.chosen))
    }

    @Test("Without 256 colors or Unicode there are no placeholder cells", arguments: [GraphicsChoice.auto, .kitty])
    func limited(choice: GraphicsChoice) {
        let palette = TerminalAppearance(colors: .palette256, repertoire: .unicode)
        #expect(support(choice, report: "ghostty 1.2.3", on: palette).cell == cell)
        let colors = TerminalAppearance(colors: .sixteen, repertoire: .unicode)
        #expect(support(choice, report: "ghostty 1.2.3", on: colors) == .characters(.fewColors))
        let ascii = TerminalAppearance(colors: .trueColor, repertoire: .ascii)
        #expect(support(choice, report: "ghostty 1.2.3", on: ascii) == .characters(.ascii))
    }

    @Test("On a slow connection, iTerm2 gets JPEG in place of placeholder cells, except inside tmux")
    func slowConnection() {
        func support(_ report: String, _ choice: GraphicsChoice = .auto, in multiplexer: Multiplexer? = nil)
            -> GraphicsSupport
        {
            let terminal = AnsweredTerminal(
                program: TerminalProgram(report: report), cell: cell, isSlow: true, multiplexer: multiplexer)
            return choice.support(on: terminal, appearance)
        }
        let new = TerminalProgram(report: "iTerm2 3.7.0")
        #expect(support("iTerm2 3.7.0") == .pixels(.iterm2, cell, .slowConnection(new)))
        #expect(support("iTerm2 3.7.0", in: .tmux) == .pixels(.kitty, cell, .program(new)))
        #expect(support("iTerm2 3.7.0", .kitty) == .pixels(.kitty, cell, .chosen))
        for (report, graphics) in [("iTerm2 3.6.4", GraphicsProtocol.iterm2), ("ghostty 1.2.3", .kitty)] {
            #expect(support(report) == .pixels(graphics, cell, .program(TerminalProgram(report: report))))
        }
    }

    @Test("A connection stays slow until the time for a screen of photos has halved")
    func speed() {
        var speed = ConnectionSpeed()
        #expect(!speed.isSlow)
        // Two million pixels take 4.4 MB.
        for (rate, isSlow) in [(4e6, true), (7e6, true), (8e6, false), (4.1e6, false), (3.9e6, true), (7.7e6, true)] {
            speed.consider(rate: rate, pixels: 2_000_000)
            #expect(speed.isSlow == isSlow)
        }
        // A quarter of the window.
        speed.consider(rate: 7.7e6, pixels: 500_000)
        #expect(!speed.isSlow)
    }

    @Test("Inside tmux, pixels need an answer of the terminal around it", arguments: [GraphicsChoice.auto, .kitty])
    func tmux(choice: GraphicsChoice) {
        #expect(support(choice, report: nil, in: .tmux) == .characters(.multiplexer(.tmux)))
        #expect(support(choice, report: "ghostty 1.2.3", in: .tmux).cell == cell)
        for other in [Multiplexer.screen, .zellij] {
            #expect(support(choice, report: "ghostty 1.2.3", in: other) == .characters(.multiplexer(other)))
        }
    }

    @Test("zellij shows Sixel if it reports that")
    func zellij() {
        #expect(support(report: nil, hasSixel: true, in: .zellij) == .pixels(.sixel, cell, .reported(by: nil)))
        #expect(support(.sixel, report: nil, hasSixel: true, in: .zellij) == .pixels(.sixel, cell, .chosen))
        #expect(support(.iterm2, report: nil, hasSixel: true, in: .zellij) == .characters(.multiplexer(.zellij)))
    }

    @Test("Inside tmux, a terminal without placeholder cells is the reason for characters")
    func throughTmux() {
        let wezterm = TerminalProgram(report: "WezTerm 20240203-110809")
        #expect(support(report: "WezTerm 20240203-110809", in: .tmux) == .characters(.throughTmux(wezterm)))
    }

    @Test("Pixels need the size of a cell, unless the user chooses a protocol")
    func noCell() {
        let terminal = AnsweredTerminal(program: TerminalProgram(report: "ghostty 1.2.3"))
        #expect(GraphicsChoice.auto.support(on: terminal, appearance) == .characters(.unknownCellSize))
        #expect(GraphicsChoice.kitty.support(on: terminal, appearance).cell != nil)
        #expect(GraphicsChoice.iterm2.support(on: terminal, appearance).cell != nil)
        // Sixel draws pixels, not a picture in a size in cells.
        #expect(GraphicsChoice.sixel.support(on: terminal, appearance) == .characters(.unknownCellSize))
    }

    @Test(
        "Pixels over cells need colors, but not true color, and no multiplexer",
        arguments: [(GraphicsChoice.sixel, GraphicsProtocol.sixel), (.iterm2, .iterm2)])
    func overCells(choice: GraphicsChoice, expected: GraphicsProtocol) {
        let colors = TerminalAppearance(colors: .palette256, repertoire: .unicode)
        #expect(support(choice, report: "XTerm(379)", on: colors) == .pixels(expected, cell, .chosen))
        let none = TerminalAppearance(colors: .none, repertoire: .unicode)
        #expect(support(choice, report: "XTerm(379)", on: none) == .characters(.fewColors))
        #expect(support(choice, report: "XTerm(379)", in: .tmux) == .characters(.multiplexer(.tmux)))
    }
}
