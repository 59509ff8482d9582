import CellArt
import TerminalUI
import Testing

@Suite("Contrast")
struct ContrastTests {
    @Test("Black and white have maximum contrast, a color and itself the minimum")
    func extremes() throws {
        #expect(Color.rgb(0, 0, 0).contrast(to: .rgb(255, 255, 255)) == 21)
        #expect(Color.palette(231).contrast(to: .palette(16)) == 21)
        #expect(Color.rgb(90, 20, 7).contrast(to: .rgb(90, 20, 7)) == 1)
    }

    @Test("#767676 is the lightest gray readable on white")
    func gray() throws {
        let white = Color.rgb(255, 255, 255)
        #expect(try #require(Color.rgb(0x76, 0x76, 0x76).contrast(to: white)) > 4.5)
        #expect(try #require(white.contrast(to: .rgb(0x77, 0x77, 0x77))) < 4.5)
    }

    @Test("The contrast of the terminal's own colors is unknown")
    func unknown() {
        #expect(Color.terminal.contrast(to: .rgb(0, 0, 0)) == nil)
        #expect(Brightness(of: .terminal) == nil)
    }

    @Test(
        "A background is light if black is more readable on it than white",
        arguments: [
            (Color.rgb(0, 0, 0), Brightness.dark), (.rgb(255, 255, 255), .light), (.rgb(0x00, 0x2B, 0x36), .dark),
            (.rgb(0xFD, 0xF6, 0xE3), .light), (.rgb(0x70, 0x70, 0x70), .dark), (.rgb(0x80, 0x80, 0x80), .light),
        ])
    func brightness(_ background: Color, _ brightness: Brightness) {
        #expect(Brightness(of: background) == brightness)
    }
}
