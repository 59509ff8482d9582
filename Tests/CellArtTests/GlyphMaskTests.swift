import Testing

@testable import CellArt

struct GlyphMaskTests {
    private static let blocks = SymbolSet.allCases.filter { $0 != .ascii }

    @Test("The ink of every character matches its Unicode name", arguments: blocks)
    func ink(symbols: SymbolSet) throws {
        let mosaic = try #require(Mosaic.of(symbols))
        for glyph in mosaic.glyphs {
            let expected = try mosaic.plan.grid.samples(of: GlyphShape(glyph.character).coverage())
            for (sample, coverage) in mosaic.plan.coverages[glyph.node].enumerated() {
                #expect(abs(Double(coverage) - expected[sample]) < 0.02, "\(glyph.character) at \(sample)")
            }
        }
    }

    @Test("A character and its complement fill the cell", arguments: blocks)
    func complements(symbols: SymbolSet) throws {
        let mosaic = try #require(Mosaic.of(symbols))
        for glyph in mosaic.glyphs {
            guard let complement = glyph.complement else { continue }
            let inks = try zip(GlyphShape(glyph.character).coverage(), GlyphShape(complement).coverage())
            #expect(inks.allSatisfy { abs($0 + $1 - 1) < 0.02 }, "\(glyph.character) and \(complement)")
        }
    }

    @Test("Without colors, every character except braille has a complement", arguments: blocks)
    func monochrome(symbols: SymbolSet) throws {
        let mosaic = try #require(Mosaic.of(symbols, isMonochrome: true))
        #expect(mosaic.glyphs.allSatisfy { $0.complement != nil })
        #expect(Set(mosaic.characters).isSubset(of: symbols.characters))
    }

    @Test("Monochrome braille has the dots of its patterns")
    func brailleDots() throws {
        for glyph in Mosaic.monochromeBraille.glyphs {
            let dots = Mosaic.braille.glyphs.first { $0.character == glyph.character }
            let node = try #require(dots).node
            let plan = Mosaic.braille.plan
            for (pixel, coverage) in Mosaic.monochromeBraille.plan.coverages[glyph.node].enumerated() {
                let sample = plan.sample(column: 4 * (pixel % 2) + 1, row: 4 * (pixel / 2) + 1)
                #expect(plan.coverages[node][sample] == coverage)
            }
        }
    }

    @Test(
        "A symbol set has all characters of its kind",
        arguments: [
            (SymbolSet.ascii, 95), (.half, 4), (.quadrant, 30), (.sextant, 100), (.wedge, 152), (.octant, 388),
            (.braille, 259),
        ])
    func count(symbols: SymbolSet, count: Int) {
        let characters = symbols.characters
        #expect(characters.count == Set(characters).count)
        #expect(characters.contains(" "))
        #expect(characters.count == count)
    }
}

extension SampleGrid {
    /// Returns the means of 8 x 16 pixels over the samples of the cell.
    fileprivate func samples(of pixels: [Double]) -> [Double] {
        (0..<count).map { index in
            let columnsEach = 8 / columns
            let rowRange = Int(16 * rowEdges[index / columns])..<Int(16 * rowEdges[index / columns + 1])
            let columnRange = index % columns * columnsEach..<(index % columns + 1) * columnsEach
            let values = rowRange.flatMap { row in columnRange.map { pixels[8 * row + $0] } }
            return values.reduce(0, +) / Double(values.count)
        }
    }
}
