import CellArt
import Glibc
import TerminalUI
import Testing

@testable import Screens

@Suite("Picture settings")
@MainActor
struct PictureSettingsTests {
    private let terminal = TerminalAppearance(
        colors: .palette256, repertoire: .unicode, background: .rgb(255, 255, 255))

    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test("The configured settings are used, and otherwise the terminal's best")
    func chosen() {
        let style = PictureSettings(symbols: .sextant, dithering: .ordered, cellAspect: 2.5).style(on: terminal)
        #expect(style.symbols == .sextant)
        #expect(style.dithering == .ordered)
        #expect(style.cellAspect == 2.5)
        #expect(style.colors == .palette256)
        #expect(style.background == RGB(255, 255, 255))
        #expect(PictureSettings().style(on: terminal).symbols == .half)
    }

    @Test("The background shows through a picture wherever it is known, with characters and with pixels")
    func background() {
        var pixels = terminal
        pixels.pixelCell = CellSize(width: 8, height: 16)
        var unknown = terminal
        unknown.background = nil
        #expect(PictureSettings().style(on: terminal).showsBackground)
        #expect(PictureSettings().style(on: pixels).showsBackground)
        #expect(!PictureSettings().style(on: unknown).showsBackground)
    }

    @Test("Symbols that the terminal cannot show are not used, even if configured")
    func unusable() {
        let ascii = TerminalAppearance(colors: .sixteen, repertoire: .ascii)
        let settings = PictureSettings(symbols: .sextant)
        #expect(settings.style(on: ascii).symbols == .ascii)
        #expect(settings.step(by: 1, on: ascii) == .symbols(.ascii))
    }

    @Test("A step selects the next finer or coarser symbols and stops at the ends")
    func steps() {
        let settings = PictureSettings()
        #expect(settings.step(by: 1, on: terminal) == .symbols(.quadrant))
        #expect(settings.step(by: 1, on: terminal) == .symbols(.sextant))
        #expect(settings.style(on: terminal).symbols == .sextant)
        for _ in 0..<9 { _ = settings.step(by: -1, on: terminal) }
        #expect(settings.style(on: terminal).symbols == .ascii)
        for _ in 0..<9 { _ = settings.step(by: 1, on: terminal) }
        #expect(settings.style(on: terminal).symbols == .braille)
    }

    @Test("Where the terminal shows pixels, they are the finest step")
    func pixels() {
        var terminal = terminal
        terminal.pixelCell = CellSize(width: 10, height: 20)
        let settings = PictureSettings()
        #expect(settings.elements(on: terminal) == .pixels && settings.step(by: 1, on: terminal) == .pixels)
        // The characters shown while the pixels are missing.
        #expect(settings.step(by: -1, on: terminal) == .symbols(.half))
        #expect(settings.style(on: terminal).cell == nil)
        #expect(settings.step(by: -1, on: terminal) == .symbols(.ascii))
        #expect(settings.step(by: 1, on: terminal) == .symbols(.half))
        #expect(settings.step(by: 1, on: terminal) == .pixels)
        #expect(settings.elements(on: terminal) == .pixels && settings.style(on: terminal).cell == terminal.pixelCell)
    }
}
