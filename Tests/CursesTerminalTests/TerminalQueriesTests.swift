import CellArt
import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Terminal queries")
struct TerminalQueriesTests {
    @Test("XTVERSION gives the program's name and version")
    func programName() {
        #expect(TerminalQueries.finding(in: .deviceControl(">|kitty(0.32)")) == .program("kitty(0.32)"))
    }

    @Test("The RGB capability raises the depth, and a refusal is ignored")
    func capability() {
        #expect(TerminalQueries.finding(in: .deviceControl("1+r524742")) == .trueColor)
        #expect(TerminalQueries.finding(in: .deviceControl("1+r524742=382F382F38")) == .trueColor)
        #expect(TerminalQueries.finding(in: .deviceControl("0+r")) == .nothing)
        #expect(
            TerminalQueries.finding(in: .applicationProgram("Gi=70000,p=1;ENOENT:gone"))
                == .image(70000, isAccepted: false))
        #expect(
            TerminalQueries.finding(in: .applicationProgram("Gi=7;OK")) == .image(7, isAccepted: true))
        for text in ["Gi=7;ok", "G;EINVAL:bad", "Gi=x;EINVAL:bad", "i=7;E", "G", ""] {
            #expect(TerminalQueries.finding(in: .applicationProgram(text)) == .nothing)
        }
    }

    @Test("The attributes after setting a true color tell whether it is shown")
    func shownColors() {
        for text in ["0;48:2::1:2:3m", "48:2:1:2:3m", "0;48;2;1;2;3m"] {
            #expect(TerminalQueries.finding(in: .deviceControl("1$r" + text)) == .shownColors(.trueColor))
        }
        for text in ["0;48;5;16m", "48:5:16m"] {
            #expect(TerminalQueries.finding(in: .deviceControl("1$r" + text)) == .shownColors(.palette256))
        }
        for text in ["0m", "m", "0;48m", "48;2m", "48;2;9;9;9m", "1;2m"] {
            #expect(TerminalQueries.finding(in: .deviceControl("1$r" + text)) == .nothing)
        }
        #expect(TerminalQueries.finding(in: .deviceControl("0$r")) == .nothing)
    }

    @Test("The size of the window and device attributes may be incomplete")
    func window() {
        func finding(_ text: String) -> TerminalQueries.Finding? {
            TerminalQueries.finding(in: .controlSequence(text))
        }
        #expect(finding("4;760;1200t") == .windowPixels(width: 1200, height: 760))
        #expect(finding("8;40;120t") == .windowCells(columns: 120, rows: 40))
        for text in ["4;t", "8;1t", "4;1;2;3t", "8;;1t"] { #expect(finding(text) == .nothing) }
        #expect(finding(">65;7006;1c") == .attributes([65, 7006, 1]))
        #expect(finding(">;99999999999999999999c") == .attributes([-1]))
        #expect(TerminalQueries.finding(in: .deviceControl("!|464f4f54")) == .unit("464F4F54"))
    }

    @Test(
        "Sixel is an attribute after the class of the terminal",
        arguments: [("?62;4;9;22c", true), ("?1;2;4c", true), ("?4;6c", false), ("?62;22;52c", false), ("?6c", false)])
    func attributes(text: String, hasSixel: Bool) {
        #expect(TerminalQueries.finding(in: .controlSequence(text)) == .last(hasSixel: hasSixel))
    }

    @Test("Reports of a new size may have no pixels, and a terminal may not know them")
    func sizeReports() {
        func finding(_ text: String) -> TerminalQueries.Finding? {
            TerminalQueries.finding(in: .controlSequence(text))
        }
        #expect(finding("?2048;2$y") == .sizeReports && finding("?2048;1$y") == .sizeReports)
        #expect(finding("?2048;0$y") == .nothing && finding("?2048;4$y") == .nothing)
        #expect(finding("48;24;80;480;800t") == .newSize(CellSize(width: 10, height: 20)))
        #expect(finding("48;24;80;0;0t") == .newSize(nil))
        for text in ["48;t", "48;24;80t", "48;-1;0;5;5t"] { #expect(finding(text) == .nothing) }
        // A size of 0, or one that is too large, counts as one cell.
        #expect(finding("48;0;0;9;9t") == .newSize(CellSize(width: 9, height: 9)))
        #expect(finding("48;99999999999999999999;1;1;1t") == .newSize(nil))
    }

    @Test("The limits of Sixel are positive numbers, and a refusal is ignored")
    func sixelLimits() {
        func finding(_ text: String) -> TerminalQueries.Finding? {
            TerminalQueries.finding(in: .controlSequence(text))
        }
        #expect(finding("?1;0;256S") == .sixelColors(256))
        #expect(finding("?2;0;1000;800S") == .sixelSize(width: 1000, height: 800))
        for text in [
            "?1;3;0S", "?1;0;0S", "?1;0;1S", "?2;0;0;800S", "?2;0;-5;8S", "?2;0;9S", "?9;0;4S", "?S",
            "?1;0;99999999999999999999S",
        ] {
            #expect(finding(text) == .nothing)
        }
    }

    @Test(
        "The background color has one to four digits per channel",
        arguments: [
            ("rgb:1e1e/2020/ffff", Color.rgb(30, 32, 255)), ("rgb:1e/20/ff", .rgb(30, 32, 255)),
            ("rgb:0/8/f", .rgb(0, 136, 255)), ("rgba:ffff/0000/0000/8000", .rgb(255, 0, 0)),
            ("rgb:fff/000/800", .rgb(255, 0, 127)),
        ])
    func background(_ text: String, _ color: Color) {
        #expect(TerminalQueries.finding(in: .operatingSystem("11;" + text)) == .background(color))
    }

    @Test(
        "An invalid background color is ignored",
        arguments: ["", "?", "rgb:", "rgb:1/2", "rgb:12345/0/0", "rgb:-1/0/0", "#112233"])
    func brokenBackground(_ text: String) {
        #expect(TerminalQueries.finding(in: .operatingSystem("11;" + text)) == .nothing)
    }

    @Test("The background query is sent to tmux and passed through it")
    func questionThroughTmux() {
        let question = "\u{1B}]11;?\u{1B}\\"
        #expect(TerminalQueries.background(through: nil) == Array("\(question)\u{1B}[c".utf8))
        #expect(
            TerminalQueries.background(through: .tmux)
                == Array("\(question)\u{1B}Ptmux;\u{1B}\u{1B}]11;?\u{1B}\u{1B}\\\u{1B}\\\u{1B}[c".utf8))
    }

    @Test("A terminal with kitty's keyboard protocol reports the protocol's flags")
    func kittyKeyboard() {
        #expect(TerminalQueries.bytes(through: nil).contains(Array("\u{1B}[?u".utf8)))
        #expect(TerminalQueries.finding(in: .controlSequence("?0u")) == .kittyKeyboard)
        #expect(TerminalQueries.finding(in: .controlSequence("?5u")) == .kittyKeyboard)
        // The query itself, returned by a line with echo.
        #expect(TerminalQueries.finding(in: .controlSequence("?u")) == nil)
    }

    @Test("The keyboard query is never passed through tmux")
    func keyboardQueryThroughTmux() {
        let passedOn = String(decoding: TerminalQueries.bytes(through: .tmux), as: UTF8.self)
            .split(separator: "\u{1B}Ptmux;").dropFirst()
        #expect(!passedOn.isEmpty && passedOn.allSatisfy { !$0.contains("[?u") })
    }

    @Test("The terminal reports a change between dark and light")
    func newColors() {
        #expect(TerminalQueries.finding(in: .controlSequence("?997;1n")) == .newColors(.dark))
        #expect(TerminalQueries.finding(in: .controlSequence("?997;2n")) == .newColors(.light))
    }

    @Test(
        "COLORFGBG decides between dark and light",
        arguments: [("15;0", Brightness.dark), ("0;15", .light), ("0;default;7", .light), ("12;8", .dark)])
    func environment(_ value: String, _ brightness: Brightness) {
        #expect(Brightness(environment: ["COLORFGBG": value]) == brightness)
    }

    @Test("An invalid COLORFGBG is ignored", arguments: ["", ";", "0;default", "0;16", "0;-1"])
    func brokenEnvironment(_ value: String) {
        #expect(Brightness(environment: ["COLORFGBG": value]) == nil)
    }

    @Test("Device attributes are the last reply; other reports are not replies")
    func others() {
        #expect(TerminalQueries.finding(in: .controlSequence("?62;22c")) == .last(hasSixel: false))
        #expect(TerminalQueries.finding(in: .controlSequence("0n")) == nil)
        #expect(TerminalQueries.finding(in: .operatingSystem("52;c;")) == nil)
    }
}
