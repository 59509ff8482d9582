import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("What the terminal tells about itself")
struct AppearanceDetectionTests {
    @Test("A background tells whether it is dark or light")
    func background() {
        var appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)
        appearance.learn(.background(.rgb(250, 250, 240)))
        #expect(appearance.background == .rgb(250, 250, 240) && appearance.brightness == .light)
    }

    @Test("New colors of the other kind make the background known before unknown, those of the same kind do not")
    func newColors() {
        var appearance = TerminalAppearance(
            colors: .trueColor, repertoire: .unicode, background: .rgb(10, 10, 10))
        appearance.learn(.newColors(.dark))
        #expect(appearance.background == .rgb(10, 10, 10))
        appearance.learn(.newColors(.light))
        #expect(appearance.background == nil && appearance.brightness == .light)
    }

    @Test("The answer of xterm raises eight colors to 256, and lowers none")
    func xterm() {
        var appearance = TerminalAppearance(colors: .eight, repertoire: .unicode)
        appearance.learn(.program("XTerm(379)"))
        #expect(appearance.colors == .palette256)
        appearance.colors = .trueColor
        appearance.learn(.program("XTerm(379)"))
        #expect(appearance.colors == .trueColor)
    }

    @Test("No answer gives colors to who wants none")
    func noColor() {
        var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
        appearance.learn(.trueColor)
        appearance.learn(.program("kitty(0.32)"))
        #expect(appearance.colors == .none && appearance.program == TerminalProgram(name: "kitty", version: [0, 32]))
    }
}
