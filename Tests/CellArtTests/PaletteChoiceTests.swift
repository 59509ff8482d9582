import SeededGenerator
import Testing

@testable import CellArt

@Suite("Minimum error with a palette")
struct PaletteChoiceTests {
    @Test(
        "No other character in any two palette colors has a smaller error",
        arguments: [(SymbolSet.half, ColorDepth.sixteen), (.quadrant, .sixteen), (.quadrant, .eight)])
    func exhaustive(symbols: SymbolSet, colors: ColorDepth) throws {
        let palette = colors == .eight ? BasicPalette.eight : .sixteen
        let glyphs = try #require(Mosaic.of(symbols)).glyphs
        let inks = try glyphs.map { try GlyphShape($0.character).coverage() }
        let cells = Array(try CellPixels.samples(seed: 21).prefix(24))
        let picture = CellArtist.draw(
            CellPixels.bitmap(cells), columns: cells.count, rows: 1,
            style: ArtStyle(symbols: symbols, colors: colors, dithering: Dithering.none))
        for (pixels, cell) in zip(cells, picture.cells) {
            // For each color, its difference from each pixel.
            let differences = palette.colors.map { pixels.differences(from: $0) }
            let least = inks.map { ink in
                let sides = differences.map { $0.sums(ink: ink) }
                return (sides.map(\.under).min() ?? 0) + (sides.map(\.beside).min() ?? 0)
            }.min()
            let ink = try GlyphShape(cell.glyph).coverage()
            let foreground = differences[palette.index(cell.foreground)].sums(ink: ink).under
            let background = differences[palette.index(cell.background)].sums(ink: ink).beside
            #expect(foreground + background < (least ?? 0) * 1.0001 + 1)
        }
    }

    @Test(
        "Every mode uses only its own colors and characters",
        arguments: SymbolSet.allCases.filter { $0 != .ascii }, ColorDepth.allCases)
    func repertoire(symbols: SymbolSet, colors: ColorDepth) {
        var random = SeededGenerator(seed: 6)
        let bitmap = Bitmap.random(width: 70, height: 50, using: &random)
        let characters = Set(symbols.characters)
        for dithering in Dithering.allCases {
            let picture = CellArtist.draw(
                bitmap, columns: 11, rows: 5, style: ArtStyle(symbols: symbols, colors: colors, dithering: dithering))
            for cell in picture.cells {
                #expect(characters.contains(cell.glyph))
                #expect(cell.foreground.belongs(to: colors) && cell.background.belongs(to: colors))
            }
        }
    }

    @Test(
        "Dithering keeps the brightness of plain grays",
        arguments: [SymbolSet.half, .quadrant, .sextant, .wedge, .octant],
        [ColorDepth.none, .eight, .sixteen, .palette256])
    func brightness(symbols: SymbolSet, colors: ColorDepth) throws {
        let inks = try Dictionary(
            uniqueKeysWithValues: symbols.characters.map {
                ($0, try GlyphShape($0).coverage().reduce(0, +) / 128)
            })
        for dithering in [Dithering.ordered, .diffusion] {
            for gray in stride(from: UInt8(30), through: 210, by: 45) {
                let picture = CellArtist.draw(
                    .plain(RGB(gray, gray, gray)), columns: 24, rows: 12,
                    style: ArtStyle(symbols: symbols, colors: colors, dithering: dithering))
                let lumas = try picture.cells.map { cell -> Double in
                    let ink = try #require(inks[cell.glyph])
                    return ink * cell.foreground.luma(terminal: 255) + (1 - ink) * cell.background.luma(terminal: 0)
                }
                let mean = lumas.reduce(0, +) / Double(lumas.count)
                #expect(abs(mean - Double(gray)) < (dithering == .diffusion ? 5 : 24))
            }
        }
    }

    @Test("256-color tiles stay nearer to the photo's hue than large pictures", arguments: [SymbolSet.half, .sextant])
    func tileHues(symbols: SymbolSet) throws {
        let inks = try Dictionary(
            uniqueKeysWithValues: symbols.characters.map { ($0, try GlyphShape($0).coverage().reduce(0, +) / 128) })
        /// The mean square distance from the photo in chroma.
        func distance(columns: Int, rows: Int) throws -> Float {
            var random = SeededGenerator(seed: 12)
            let dusk = Bitmap.painted(width: 2 * columns, height: 4 * rows) { _, _ in
                let light = Int.random(in: -25...25, using: &random)
                return RGB(UInt8(60 + light), UInt8(70 + light), UInt8(90 + light))
            }
            let picture = CellArtist.draw(
                dusk, columns: columns, rows: rows, style: ArtStyle(symbols: symbols, colors: .palette256))
            func square(_ color: Color) -> Float {
                guard case .palette(let index) = color else { return 0 }
                let difference = SIMD4(XtermPalette.color(index)) - SIMD4(60, 70, 90, 0)
                let chroma = difference - SIMD4(1, 1, 1, 0) * difference.luma
                return (chroma * chroma).sum()
            }
            let squares = try picture.cells.map { cell -> Float in
                let ink = Float(try #require(inks[cell.glyph]))
                return ink * square(cell.foreground) + (1 - ink) * square(cell.background)
            }
            return squares.reduce(0, +) / Float(squares.count)
        }
        let (tile, large) = (try distance(columns: 24, rows: 12), try distance(columns: 60, rows: 24))
        #expect(tile < 0.75 * large, "\(tile) and \(large)")
    }
}

extension CellPixels {
    fileprivate func differences(from color: SIMD4<Float>) -> [Float] {
        colors.map { color.difference(from: SIMD4(Float($0.x), Float($0.y), Float($0.z), 0)) }
    }
}

extension [Float] {
    /// Returns the parts of the sum under the ink of a character and beside it.
    fileprivate func sums(ink: [Double]) -> (under: Float, beside: Float) {
        var sums: (under: Float, beside: Float) = (0, 0)
        for index in indices {
            if ink[index] == 1 { sums.under += self[index] } else { sums.beside += self[index] }
        }
        return sums
    }
}

extension BasicPalette {
    fileprivate func index(_ color: Color) -> Int {
        guard case .palette(let index) = color else { return 0 }
        return Int(index)
    }
}

extension Color {
    fileprivate func belongs(to depth: ColorDepth) -> Bool {
        switch (self, depth) {
        case (.terminal, .none), (.rgb, .trueColor): true
        case (.palette(let index), .palette256): index >= 16
        case (.palette(let index), .sixteen): index < 16
        case (.palette(let index), .eight): index < 8
        default: false
        }
    }
}
