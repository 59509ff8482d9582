/// The number of a color, and its red, green and blue, 0 to 255; the fourth value is 0.
typealias PaletteEntry = (index: UInt8, color: SIMD4<Float>)

/// Colors that a terminal can be asked for by number.
protocol Palette: Sendable {
    /// The colors closest to eight colors, and their numbers.
    func nearest(to wanted: ColorLanes) -> (indices: CellLanes, colors: ColorLanes)

    /// Adds the colors around a color, from which it can be mixed, to those that `candidates` has.
    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors)

    /// The color closest to a color in a picture, changed by what its neighbors could not show.
    func nearest(to changed: SIMD4<Float>, from color: SIMD4<Float>) -> PaletteEntry

    /// The cell that shows a character in two colors.
    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell

    /// The cell that shows one color.
    func cell(plain color: UInt8) -> ArtCell

    /// How far its colors are from each other, about, in steps of 255.
    var step: Float { get }

    /// Between which colors it can mix.
    var darkest: SIMD4<Float> { get }
    var brightest: SIMD4<Float> { get }

    /// Whether there is no color but black and white.
    var isMonochrome: Bool { get }

    /// Whether a color is mixed of those around its own hue alone, whatever its neighbors could not show.
    var keepsHue: Bool { get }
}

extension Palette {
    /// The color closest to a color: red, green and blue in sRGB, 0 to 255; the fourth value is 0.
    func nearest(to color: SIMD4<Float>) -> PaletteEntry {
        let found = nearest(to: ColorLanes(repeating: color))
        return (UInt8(found.indices[0]), found.colors[0])
    }

    func nearest(to changed: SIMD4<Float>, from color: SIMD4<Float>) -> PaletteEntry { nearest(to: changed) }

    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell {
        ArtCell(glyph, foreground: .palette(foreground), background: .palette(background))
    }

    func cell(plain color: UInt8) -> ArtCell { ArtCell(plain: .palette(color)) }

    var darkest: SIMD4<Float> { .zero }

    var brightest: SIMD4<Float> { SIMD4(255, 255, 255, 0) }

    var isMonochrome: Bool { false }

    var keepsHue: Bool { false }

    /// The colors that eight cells have in a node, gray where there are only black and white.
    @inline(__always)
    func colors(of node: Int, _ nodes: UnsafePointer<CellLanes>) -> ColorLanes {
        let node = nodes + 3 * node
        let colors = ColorLanes(red: node[0], green: node[1], blue: node[2])
        guard isMonochrome else { return colors }
        return ColorLanes(red: colors.luma, green: colors.luma, blue: colors.luma)
    }
}
