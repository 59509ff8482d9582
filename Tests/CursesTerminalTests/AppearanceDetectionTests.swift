import TerminalUI
import Testing

@testable import CursesTerminal

@Suite("Terminal appearance")
struct AppearanceDetectionTests {
    @Test("The background color decides whether the terminal is dark or light")
    func background() {
        var appearance = TerminalAppearance(colors: .trueColor, repertoire: .unicode)
        appearance.apply(.background(.rgb(250, 250, 240)))
        #expect(appearance.background == .rgb(250, 250, 240) && appearance.brightness == .light)
    }

    @Test("A switch between dark and light invalidates the known background color")
    func newColors() {
        var appearance = TerminalAppearance(
            colors: .trueColor, repertoire: .unicode, background: .rgb(10, 10, 10))
        appearance.apply(.newColors(.dark))
        #expect(appearance.background == .rgb(10, 10, 10))
        appearance.apply(.newColors(.light))
        #expect(appearance.background == nil && appearance.brightness == .light)
    }

    @Test("The reply of xterm raises eight colors to 256 and never lowers the depth")
    func xterm() {
        var appearance = TerminalAppearance(colors: .eight, repertoire: .unicode)
        appearance.apply(.program("XTerm(379)"))
        #expect(appearance.colors == .palette256)
        appearance.colors = .trueColor
        appearance.apply(.program("XTerm(379)"))
        #expect(appearance.colors == .trueColor)
    }

    @Test("No reply enables colors that the user has disabled")
    func noColor() {
        var appearance = TerminalAppearance(colors: .none, repertoire: .unicode)
        appearance.apply(.trueColor)
        appearance.apply(.program("kitty(0.32)"))
        #expect(appearance.colors == .none && appearance.program == TerminalProgram(name: "kitty", version: [0, 32]))
    }
}
