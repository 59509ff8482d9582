import CellArt
import Glibc
import Screens
import TerminalUI
import Testing

@Suite("Default symbol set")
struct SymbolSetTests {
    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test(
        "A terminal gets the finest symbol set that it is known to draw without a font",
        arguments: [
            ("ghostty(1.0.1)", SymbolSet.wedge), ("VTE(6800)", .wedge), ("kitty(0.32.1)", .sextant),
            ("foot(1.16.2)", .wedge), ("VTE(7200)", .wedge), ("VTE(5202)", .quadrant),
            ("WezTerm 20240203-110809-5046fc22", .sextant), ("alacritty", .quadrant), ("XTerm(379)", .half),
            ("tmux 3.3a", .half), ("unlisted 1.0", .half),
        ])
    func best(_ report: String, _ symbols: SymbolSet) {
        let appearance = TerminalAppearance(
            colors: .trueColor, repertoire: .unicode, program: TerminalProgram(report: report))
        #expect(SymbolSet.best(on: appearance) == symbols)
    }

    @Test(
        "Octants are used if the terminal draws them and the C library knows their width",
        arguments: ["kitty(0.40.0)", "ghostty(1.2)", "foot(1.20.1)", "VTE(7802)"])
    func octants(_ report: String) {
        let appearance = TerminalAppearance(
            colors: .trueColor, repertoire: .unicode, program: TerminalProgram(report: report))
        #expect(SymbolSet.best(on: appearance) == (SymbolSet.octant.canBePlaced ? .octant : .wedge))
    }

    @Test("The fallback is half blocks, braille without colors and ASCII without Unicode")
    func plain() {
        #expect(SymbolSet.best(on: TerminalAppearance(colors: .eight, repertoire: .unicode)) == .half)
        #expect(SymbolSet.best(on: TerminalAppearance(colors: .none, repertoire: .unicode)) == .braille)
        #expect(SymbolSet.best(on: TerminalAppearance(colors: .none, repertoire: .ascii)) == .ascii)
        let console = TerminalAppearance(
            colors: .none, repertoire: .unicode, program: TerminalProgram(name: "linux", version: []))
        #expect(SymbolSet.best(on: console) == .ascii)
        #expect(SymbolSet.best(on: TerminalAppearance(colors: .trueColor, repertoire: .ascii)) == .ascii)
    }

    @Test("A symbol set of unknown width in the C library is not usable")
    func placing() {
        #expect(SymbolSet.wedge.canBePlaced)
        #expect(SymbolSet.octant.canBePlaced == SymbolSet.octant.characters.allSatisfy(\.hasOneColumn))
    }
}
