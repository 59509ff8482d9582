import SeededGenerator
import CellArt
import Testing

@Suite("Merging similar colors")
struct ColorMergingTests {
    private let soft = Bitmap.painted(width: 80, height: 40) { x, y in
        RGB(UInt8(60 + x + y / 2), UInt8(90 + x / 2), UInt8(200 - x - y % 3))
    }

    @Test("Merging leaves fewer color changes, each too small to see", arguments: [SymbolSet.half, .sextant])
    func fewerChanges(symbols: SymbolSet) {
        let plain = CellArtist.draw(
            soft, columns: 80, rows: 20, style: ArtStyle(symbols: symbols, colors: .trueColor))
        let merged = CellArtist.draw(
            soft, columns: 80, rows: 20,
            style: ArtStyle(
                symbols: symbols, colors: .trueColor, dithering: Dithering.none,
                mergingTolerance: ArtStyle.unseenTolerance))
        #expect(merged.colorChanges < plain.colorChanges * 3 / 4)
        for (before, after) in zip(plain.cells, merged.cells) {
            #expect(difference(before.background, after.background) <= 9)
            if after.glyph != " " {
                #expect(before.glyph == after.glyph)
                #expect(difference(before.foreground, after.foreground) <= 9)
            }
        }
    }

    @Test("Clearly different colors are not merged")
    func different() {
        var random = SeededGenerator(seed: 12)
        let noise = Bitmap.random(width: 40, height: 20, using: &random)
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        let plain = CellArtist.draw(noise, columns: 40, rows: 10, style: style)
        style.mergingTolerance = ArtStyle.unseenTolerance
        #expect(CellArtist.draw(noise, columns: 40, rows: 10, style: style) == plain)
    }

    @Test(
        "Only RGB colors are merged", arguments: [ColorDepth.none, .palette256])
    func otherColors(depth: ColorDepth) {
        var style = ArtStyle(symbols: .sextant, colors: depth)
        let plain = CellArtist.draw(soft, columns: 40, rows: 10, style: style)
        style.mergingTolerance = ArtStyle.unseenTolerance
        #expect(CellArtist.draw(soft, columns: 40, rows: 10, style: style) == plain)
    }

    /// Returns the sum of the squared differences in red, green and blue.
    private func difference(_ first: Color, _ second: Color) -> Int {
        guard let first = RGB(first), let second = RGB(second) else { return .max }
        let differences = [
            Int(first.red) - Int(second.red), Int(first.green) - Int(second.green), Int(first.blue) - Int(second.blue),
        ]
        return differences.reduce(0) { $0 + $1 * $1 }
    }
}

extension CellPicture {
    /// The number of color changes between neighboring cells of a row, foreground and background counted
    /// separately.
    fileprivate var colorChanges: Int {
        (0..<rows).reduce(0) { sum, row in
            sum
                + (1..<columns).count { self[$0, row].background != self[$0 - 1, row].background }
                + (1..<columns).count { self[$0, row].foreground != self[$0 - 1, row].foreground }
        }
    }
}
