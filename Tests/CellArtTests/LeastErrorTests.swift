import Testing

@testable import CellArt

@Suite("Minimum error")
struct LeastErrorTests {
    private static let blocks = SymbolSet.allCases.filter { $0 != .ascii }

    /// Returns the ink of each character; one of each complementary pair is enough, as both have the same error.
    private func inks(_ symbols: SymbolSet) throws -> [Unicode.Scalar: [Double]] {
        let characters = try #require(Mosaic.of(symbols)).glyphs.map(\.character)
        return try Dictionary(uniqueKeysWithValues: characters.map { ($0, try GlyphShape($0).coverage()) })
    }

    @Test("No other character in any two colors has a smaller error", arguments: blocks)
    func characters(symbols: SymbolSet) throws {
        let inks = try inks(symbols)
        let cells = try CellPixels.samples(seed: 1)
        let picture = CellArtist.draw(
            CellPixels.bitmap(cells), columns: cells.count, rows: 1,
            style: ArtStyle(symbols: symbols, colors: .trueColor))
        for (pixels, cell) in zip(cells, picture.cells) {
            let least = try #require(inks.values.map { pixels.minError(ink: $0) }.min())
            if cell.glyph == " " {
                // A cell is left plain where a character would make no visible difference.
                let ink = [Double](repeating: 0, count: 128)
                let color = try #require(SIMD3(cell.background))
                #expect(pixels.error(ink: ink, foreground: color, background: color) < least + 1.8)
            } else {
                let ink = try GlyphShape(cell.glyph).coverage()
                #expect(pixels.minError(ink: ink) < least * 1.0001 + 0.01)
            }
        }
    }

    @Test("The two colors have the minimum error", arguments: blocks)
    func colors(symbols: SymbolSet) throws {
        let cells = try CellPixels.samples(seed: 9)
        let picture = CellArtist.draw(
            CellPixels.bitmap(cells), columns: cells.count, rows: 1,
            style: ArtStyle(symbols: symbols, colors: .trueColor))
        for (pixels, cell) in zip(cells, picture.cells) where cell.glyph != " " {
            let ink = try GlyphShape(cell.glyph).coverage()
            let best = pixels.bestColors(ink: ink)
            let limits = (SIMD3<Double>.zero, SIMD3<Double>(repeating: 255))
            for (color, best) in [(cell.foreground, best.foreground), (cell.background, best.background)] {
                let difference = try #require(SIMD3(color)) - best.clamped(lowerBound: limits.0, upperBound: limits.1)
                #expect((difference * difference).max() < 0.27, "\(cell.glyph)")
            }
        }
    }

    @Test("The closed-form colors are the minimum a search would find")
    func closedForm() throws {
        let pixels = try #require(CellPixels.samples(seed: 4).first)
        let ink = try GlyphShape("\u{1FB4D}").coverage()
        let best = pixels.bestColors(ink: ink)
        let least = pixels.minError(ink: ink)
        for channel in 0..<3 {
            for step in [-2.0, -0.5, 0.5, 2] {
                var foreground = best.foreground
                foreground[channel] += step
                #expect(pixels.error(ink: ink, foreground: foreground, background: best.background) > least)
                var background = best.background
                background[channel] += step
                #expect(pixels.error(ink: ink, foreground: best.foreground, background: background) > least)
            }
        }
    }
}
