import CellArt
import Testing

struct MonochromeTests {
    private func glyphs(_ rows: [[UInt8]], background: RGB = RGB(0, 0, 0)) -> String {
        let bitmap = Bitmap.painted(width: rows[0].count, height: rows.count) { x, y in
            RGB(rows[y][x], rows[y][x], rows[y][x])
        }
        let picture = CellArtist.draw(
            bitmap, columns: bitmap.width, rows: bitmap.height / 2,
            style: ArtStyle(symbols: .half, colors: .none, background: background))
        #expect(picture.cells.allSatisfy { $0.foreground == .terminal && $0.background == .terminal })
        return String(String.UnicodeScalarView(picture.cells.map(\.glyph)))
    }

    @Test("Light pixels are foreground blocks")
    func lightOnDark() {
        #expect(glyphs([[255, 255, 0, 0], [255, 0, 255, 0]]) == "█▀▄ ")
    }

    @Test("On a light terminal, dark pixels are foreground blocks")
    func darkOnLight() {
        #expect(glyphs([[255, 255, 0, 0], [255, 0, 255, 0]], background: RGB(255, 255, 255)) == " ▄▀█")
    }
}
