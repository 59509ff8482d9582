import SeededGenerator
import CellArt
import Testing

struct HalfBlockTests {
    let style = ArtStyle(symbols: .half, colors: .trueColor)

    @Test("At exact scale, every cell shows its two pixels, the larger color in the foreground")
    func roundTrip() {
        var random = SeededGenerator(seed: 1)
        let bitmap = Bitmap.random(width: 31, height: 20, using: &random)
        let picture = CellArtist.draw(bitmap, columns: 31, rows: 10, style: style)
        for row in 0..<10 {
            for column in 0..<31 {
                let cell = picture[column, row]
                let halves = cell.halves
                #expect(halves.upper == bitmap.color(x: column, y: 2 * row))
                #expect(halves.lower == bitmap.color(x: column, y: 2 * row + 1))
                #expect(cell.glyph == " " || number(cell.foreground) > number(cell.background))
            }
        }
    }

    @Test("Two equal pixels are drawn as a space")
    func equalHalves() {
        let picture = CellArtist.draw(.plain(RGB(9, 8, 7)), columns: 1, rows: 1, style: style)
        #expect(picture[0, 0] == ArtCell(glyph: " ", foreground: .rgb(9, 8, 7), background: .rgb(9, 8, 7)))
    }

    private func number(_ color: Color) -> Int {
        guard case .rgb(let red, let green, let blue) = color else { return -1 }
        return Int(red) << 16 | Int(green) << 8 | Int(blue)
    }
}
