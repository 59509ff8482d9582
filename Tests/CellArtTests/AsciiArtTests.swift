import SeededGenerator
import Testing

@testable import CellArt

struct AsciiArtTests {
    private func glyph(colors: ColorDepth = .none, background: RGB = RGB(0, 0, 0), light: (Int, Int) -> Bool)
        -> Unicode.Scalar
    {
        let bitmap = Bitmap.painted(width: 40, height: 80) { x, y in light(x, y) ? RGB(255, 255, 255) : RGB(0, 0, 0) }
        let style = ArtStyle(symbols: .ascii, colors: colors, background: background)
        return CellArtist.draw(bitmap, columns: 1, rows: 1, style: style)[0, 0].glyph
    }

    @Test("A rising diagonal is a slash")
    func slash() {
        #expect(glyph { x, y in abs(80 - y - 2 * x) < 12 } == "/")
    }

    @Test("A falling diagonal is a backslash")
    func backslash() {
        #expect(glyph { x, y in abs(y - 2 * x) < 12 } == "\\")
    }

    @Test("A light edge at the bottom is an underscore")
    func underscore() {
        #expect(glyph { _, y in y >= 72 } == "_")
    }

    @Test("A vertical line is a bar; a horizontal line is a hyphen")
    func lines() {
        #expect(glyph { x, _ in (14..<26).contains(x) } == "|")
        #expect(glyph { x, y in (40..<50).contains(y) && (8..<32).contains(x) } == "-")
    }

    @Test("Black is a space and white is a dense character; reversed on a light terminal")
    func extremes() {
        #expect(glyph { _, _ in false } == " ")
        #expect("@MNBW#".unicodeScalars.contains(glyph { _, _ in true }))
        #expect(glyph(background: RGB(255, 255, 255)) { _, _ in true } == " ")
    }

    @Test("A brighter area has more ink")
    func brightness() {
        let inkByLuma = stride(from: 0, through: 255, by: 15).map { luma -> Float in
            let color = RGB(UInt8(luma), UInt8(luma), UInt8(luma))
            let glyph = CellArtist.draw(
                .plain(color), columns: 1, rows: 1, style: ArtStyle(symbols: .ascii, colors: .none))[0, 0].glyph
            return GlyphCoverage.glyphs[Int(glyph.value) - 0x20].reduce(0, +)
        }
        #expect(inkByLuma == inkByLuma.sorted())
        #expect(Set(inkByLuma).count > 12)
    }

    @Test(
        "Only printable ASCII is drawn; without colors, in the terminal's own",
        arguments: ColorDepth.allCases)
    func repertoire(colors: ColorDepth) {
        var random = SeededGenerator(seed: 4)
        let bitmap = Bitmap.random(width: 200, height: 100, using: &random)
        let picture = CellArtist.draw(bitmap, columns: 40, rows: 20, style: ArtStyle(symbols: .ascii, colors: colors))
        for cell in picture.cells {
            #expect((0x20...0x7E).contains(cell.glyph.value))
            #expect(cell.background == .terminal)
            #expect((cell.foreground == .terminal) == (colors == .none || cell.glyph == " "))
        }
    }

    @Test("Dithering changes the colors but not the characters")
    func dithering() {
        let soft = Bitmap.painted(width: 160, height: 80) { x, _ in RGB(255, UInt8(x / 2), 100) }
        let pictures = Dithering.allCases.map {
            CellArtist.draw(
                soft, columns: 40, rows: 10, style: ArtStyle(symbols: .ascii, colors: .sixteen, dithering: $0))
        }
        for picture in pictures { #expect(picture.cells.map(\.glyph) == pictures[0].cells.map(\.glyph)) }
        let columns = Dithering.allCases.indices.map { picture in
            (0..<40).count { column in
                Set((0..<10).map { pictures[picture][column, $0].foreground }).count > 1
            }
        }
        // Without dithering each column has a single color.
        #expect(columns[0] == 0)
        #expect(columns[1] > 4 && columns[2] > 4)
    }

    @Test("The color keeps the hue; the character carries the brightness")
    func hue() {
        let picture = CellArtist.draw(
            .plain(RGB(60, 30, 0)), columns: 1, rows: 1, style: ArtStyle(symbols: .ascii, colors: .trueColor))
        #expect(picture[0, 0].foreground == .rgb(255, 128, 0))
    }
}
