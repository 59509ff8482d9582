import CellArt
import Glibc
import TerminalUI
import Testing

@testable import Screens

@Suite("How pictures are drawn")
@MainActor
struct PictureSettingsTests {
    private let terminal = TerminalAppearance(
        colors: .palette256, repertoire: .unicode, background: .rgb(255, 255, 255))

    init() {
        setlocale(LC_CTYPE, "C.UTF-8")
    }

    @Test("What was set is used, and for the rest what the terminal is best at")
    func chosen() {
        let style = PictureSettings(symbols: .sextant, dithering: .ordered, cellAspect: 2.5).style(on: terminal)
        #expect(style.symbols == .sextant)
        #expect(style.dithering == .ordered)
        #expect(style.cellAspect == 2.5)
        #expect(style.colors == .palette256)
        #expect(style.background == RGB(255, 255, 255))
        #expect(PictureSettings().style(on: terminal).symbols == .half)
    }

    @Test("Characters that the terminal cannot be given are not used, whatever was set")
    func unusable() {
        let ascii = TerminalAppearance(colors: .sixteen, repertoire: .ascii)
        let settings = PictureSettings(symbols: .sextant)
        #expect(settings.style(on: ascii).symbols == .ascii)
        #expect(settings.stepSymbols(by: 1, on: ascii) == .ascii)
    }

    @Test("A step goes to the next richer or plainer characters, and stops at the ends")
    func steps() {
        let settings = PictureSettings()
        #expect(settings.stepSymbols(by: 1, on: terminal) == .quadrant)
        #expect(settings.stepSymbols(by: 1, on: terminal) == .sextant)
        #expect(settings.style(on: terminal).symbols == .sextant)
        for _ in 0..<9 { _ = settings.stepSymbols(by: -1, on: terminal) }
        #expect(settings.style(on: terminal).symbols == .ascii)
        for _ in 0..<9 { _ = settings.stepSymbols(by: 1, on: terminal) }
        #expect(settings.style(on: terminal).symbols == .braille)
    }
}
