import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Recorded answers of terminals")
struct RecordedTerminalTests {
    @Test(
        "Colors, program and the size of a cell are known over SSH, where only TERM names the terminal",
        arguments: [
            (RecordedTerminal.vte, "vte 7006", ColorDepth.trueColor, CellSize(width: 10, height: 19)),
            (.xterm, "xterm 379", .trueColor, nil), (.vt340, "xterm 379", .trueColor, nil),
            (.foot, "foot 1.13.1", .trueColor, CellSize(width: 5, height: 12)),
            (.kitty, "kitty 0.26.5", .trueColor, CellSize(width: 9, height: 18)),
            (.konsole, "konsole 22.12.3", .trueColor, CellSize(width: 8, height: 17)),
            (.mlterm, "mlterm", .palette256, CellSize(width: 12, height: 19)),
            (.rxvt, "rxvt-unicode", .palette256, CellSize(width: 10, height: 19)),
            (.qterminal, "qterminal", .trueColor, nil), (.st, "st", .trueColor, nil),
            (.alacritty, "alacritty", .trueColor, CellSize(width: 9, height: 18)),
            (.screen, "screen", .palette256, nil), (.tmux, "tmux 3.3", .palette256, nil),
        ] as [(RecordedTerminal, String?, ColorDepth, CellSize?)])
    func overSSH(terminal: RecordedTerminal, program: String?, colors: ColorDepth, cell: CellSize?) throws {
        let known = try terminal.known()
        #expect(known.appearance.program?.description == program)
        #expect(known.appearance.colors == colors)
        #expect(known.cell == cell)
    }

    @Test("No environment gives a terminal more colors than it shows", arguments: [RecordedTerminal.mlterm, .rxvt])
    func inherited(terminal: RecordedTerminal) throws {
        #expect(try terminal.known(in: ["COLORTERM": "truecolor"]).appearance.colors == .palette256)
    }

    @Test("Queries that a terminal would print are not sent if the environment names it")
    func printed() throws {
        let dollar = UInt8(ascii: "$")
        #expect(try RecordedTerminal.xterm.known().colorQueries.contains(dollar))
        for environment in [["STY": "1.pts"], ["TERM_PROGRAM": "Apple_Terminal"], ["TMUX": "x"]] {
            let known = try RecordedTerminal.screen.known(in: environment)
            #expect(!(known.colorQueries + known.queries).contains(dollar))
        }
        #expect(try RecordedTerminal.screen.known().colorQueries.isEmpty)
    }

    @Test(
        "Device attributes name programs that don't answer their name",
        arguments: [
            ([65, 7006, 1], "7E565445", "vte 7006"), ([1, 11301, 0], "464F4F54", "foot 1.13.1"),
            ([1, 115, 0], "7E4B4445", "konsole"), ([0, 1700, 1], nil, "alacritty"),
            ([0, 10, 1], "00000000", "windows terminal"), ([0, 276, 0], nil, "xterm.js"),
            ([77, 30708, 0], nil, "mintty 3.7.8"), ([0, 136, 0], nil, "putty"), ([1, 95, 0], nil, "apple_terminal"),
            ([], nil, nil), ([65, 7006, 1], nil, nil), ([-1, -1, -1], "00000000", nil),
            ([Int.max, Int.max, Int.max], "464F4F54", nil),
        ] as [([Int], String?, String?)])
    func attributes(numbers: [Int], unit: String?, program: String?) {
        #expect(TerminalProgram(attributes: numbers, unit: unit)?.description == program)
    }

    @Test("TERM names a program only as a whole word")
    func term() {
        for term in ["xterm-kitty", "kitty", "kitty-direct"] { #expect(TerminalProgram(term: term)?.name == "kitty") }
        #expect(TerminalProgram(term: "st-256color")?.name == "st")
        for term in ["stterm", "footwear", "xterm-256color", "", "xterm-"] {
            #expect(TerminalProgram(term: term) == nil)
        }
    }

    @Test("tmux has true color if its terminal has, by any of three capabilities")
    func aroundTmux() {
        func hasTrueColor(_ features: String, _ capabilities: String...) -> Bool? {
            Tmux.hasTrueColor(
                in: """
                    /dev/pts/1,\(features)
                    Terminal 0: xterm for /dev/pts/10, flags=0x20:
                     223: Tc: (flag) true

                    Terminal 1: xterm-kitty for /dev/pts/1, flags=0x20:
                       0: acsc: (string) x
                    \(capabilities.joined(separator: "\n"))
                    """)
        }
        #expect(hasTrueColor("bpaste,title", " 197: RGB: [missing]", " 223: Tc: [missing]") == false)
        #expect(hasTrueColor("256,RGB,title") == true)
        for capability in [
            " 223: Tc: (flag) true", " 197: RGB: (flag) true", " 208: setrgbf: (string) \\033[38:2:%p1%d",
        ] {
            #expect(hasTrueColor("bpaste,title", capability) == true)
        }
        #expect(Tmux.hasTrueColor(in: "") == nil)
        #expect(Tmux.hasTrueColor(in: ",\n") == false)
    }
}
