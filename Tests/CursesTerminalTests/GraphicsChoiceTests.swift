import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Choice of graphics")
struct GraphicsChoiceTests {
    private let cell = CellSize(width: 10, height: 20)
    private let appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)

    private func support(
        _ choice: GraphicsChoice = .auto, report: String?, in multiplexer: Multiplexer? = nil,
        on appearance: TerminalAppearance? = nil
    ) -> GraphicsSupport {
        let terminal = AnsweredTerminal(
            program: report.map { TerminalProgram(report: $0) }, cell: cell, multiplexer: multiplexer)
        return choice.support(on: terminal, appearance ?? self.appearance)
    }

    @Test(
        "Programs with placeholder cells show pixels by kitty's protocol",
        arguments: ["kitty", "kitty(0.28.0)", "kitty(0.42.1)", "ghostty 1.2.3"])
    func programs(report: String) {
        #expect(support(report: report) == .pixels(.kitty, cell, .program(TerminalProgram(report: report))))
    }

    @Test(
        "Other programs show characters",
        arguments: ["kitty(0.27.1)", "WezTerm 20240203-110809", "Konsole 22.12.3", "XTerm(379)", "VTE(7200)"])
    func others(report: String) {
        #expect(support(report: report) == .characters(.unsupported(TerminalProgram(report: report))))
    }

    @Test("A terminal that doesn't answer shows characters, unless the user chooses a protocol")
    func unknown() {
        #expect(support(report: nil) == .characters(.unknownProgram))
        #expect(support(.kitty, report: nil) == .pixels(.kitty, cell, .chosen))
        #expect(support(.kitty, report: "XTerm(379)") == .pixels(.kitty, cell, .chosen))
        #expect(support(.none, report: "ghostty 1.2.3") == .characters(.chosen))
    }

    @Test("Without 256 colors or Unicode there are no placeholder cells")
    func limited() {
        let palette = TerminalAppearance(colors: .palette256, repertoire: .unicode)
        #expect(support(.kitty, report: "ghostty 1.2.3", on: palette).cell == cell)
        let colors = TerminalAppearance(colors: .sixteen, repertoire: .unicode)
        #expect(support(.kitty, report: "ghostty 1.2.3", on: colors) == .characters(.fewColors))
        let ascii = TerminalAppearance(colors: .trueColor, repertoire: .ascii)
        #expect(support(.kitty, report: "ghostty 1.2.3", on: ascii) == .characters(.ascii))
    }

    @Test("Inside tmux, pixels need an answer of the terminal around it", arguments: [GraphicsChoice.auto, .kitty])
    func tmux(choice: GraphicsChoice) {
        #expect(support(choice, report: nil, in: .tmux) == .characters(.multiplexer(.tmux)))
        #expect(support(choice, report: "ghostty 1.2.3", in: .tmux).cell == cell)
        for other in [Multiplexer.screen, .zellij] {
            #expect(support(choice, report: "ghostty 1.2.3", in: other) == .characters(.multiplexer(other)))
        }
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
