/// The number of a color, and its red, green and blue, 0 to 255; the fourth value is 0.
typealias PaletteEntry = (index: UInt8, color: SIMD4<Float>)

/// Colors that a terminal can be asked for by number.
protocol Palette: Sendable {
    /// The color closest to a color: red, green and blue in sRGB, 0 to 255; the fourth value is 0.
    func nearest(to color: SIMD4<Float>) -> PaletteEntry

    /// Adds the colors around a color, from which it can be mixed, to those that `entries` has.
    func insertNeighbors(of color: SIMD4<Float>, into entries: inout EntryList)

    /// The cell that shows a character in two colors.
    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell

    /// The cell that shows one color.
    func cell(plain color: UInt8) -> ArtCell

    /// How far its colors are from each other, about, in steps of 255.
    var step: Float { get }

    /// Whether there is no color but black and white.
    var isMonochrome: Bool { get }
}

extension Palette {
    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell {
        ArtCell(glyph, foreground: .palette(foreground), background: .palette(background))
    }

    func cell(plain color: UInt8) -> ArtCell { ArtCell(plain: .palette(color)) }

    var isMonochrome: Bool { false }
}

/// A few colors of a palette, each once.
struct EntryList {
    private(set) var entries: [PaletteEntry] = []

    mutating func removeAll() { entries.removeAll(keepingCapacity: true) }

    mutating func insert(_ entry: PaletteEntry) {
        for known in entries where known.index == entry.index { return }
        entries.append(entry)
    }
}
