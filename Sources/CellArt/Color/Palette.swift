/// A palette index and its color: red, green and blue from 0 to 255; the fourth value is 0.
typealias PaletteEntry = (index: UInt8, color: SIMD4<Float>)

/// Colors that a terminal selects by number.
protocol Palette: Sendable {
    /// Returns the nearest palette colors of eight colors, and their indices.
    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes)

    /// Inserts the palette colors around `color`, from which it can be mixed, into `candidates`.
    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors)

    /// Returns the palette color nearest to `changed`: a picture's `color` plus the error diffused from its neighbors.
    func nearest(to changed: SIMD4<Float>, from color: SIMD4<Float>) -> PaletteEntry

    /// Returns the cell that shows a character in two colors.
    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell

    /// Returns the cell that shows a single color.
    func cell(plain color: UInt8) -> ArtCell

    /// The approximate distance between neighboring colors of the palette, on a scale of 0 to 255.
    var step: Float { get }

    /// The ends of the range of colors that can be mixed.
    var darkest: SIMD4<Float> { get }
    var brightest: SIMD4<Float> { get }

    /// Whether the palette consists of black and white only.
    var isMonochrome: Bool { get }

    /// Whether a color is mixed only from colors around its own hue, regardless of the diffused error.
    var keepsHue: Bool { get }
}

extension Palette {
    /// Returns the palette color nearest to a color: sRGB red, green and blue from 0 to 255; the fourth value is 0.
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

    /// Returns the colors of eight cells at a node, converted to gray if the palette is monochrome.
    @inline(__always)
    func colors(of node: Int, _ nodes: UnsafePointer<CellLanes>) -> ColorLanes {
        let node = nodes + 3 * node
        let colors = ColorLanes(red: node[0], green: node[1], blue: node[2])
        guard isMonochrome else { return colors }
        return ColorLanes(red: colors.luma, green: colors.luma, blue: colors.luma)
    }
}

/// A few distinct palette colors, stored in SIMD lanes so that they can all be compared at once.
struct CandidateColors {
    /// The maximum number of candidates; further ones are ignored.
    private static let maxCount = 2 * CellLanes.scalarCount

    private(set) var count = 0
    /// The colors' palette indices; elements from `count` on are undefined.
    private(set) var indices = [UInt8](repeating: 0, count: maxCount)
    private(set) var lanes = [ColorLanes](repeating: .zero, count: maxCount / CellLanes.scalarCount)

    /// The penalty of each color, added to the error of a pair of colors.
    private(set) var penalties = [CellLanes](repeating: .zero, count: maxCount / CellLanes.scalarCount)

    func color(_ index: Int) -> SIMD4<Float> {
        lanes[index / CellLanes.scalarCount][index % CellLanes.scalarCount]
    }

    func penalty(_ index: Int) -> Float {
        penalties[index / CellLanes.scalarCount][index % CellLanes.scalarCount]
    }

    mutating func removeAll() { count = 0 }

    /// Sets each color's penalty to its squared distance from `color`, without the difference in luma, times `weight`.
    mutating func penalizeChroma(differingFrom color: SIMD4<Float>, weight: Float) {
        for group in 0..<((count + CellLanes.scalarCount - 1) / CellLanes.scalarCount) {
            let difference = lanes[group] - ColorLanes(repeating: color)
            let luma = difference.luma
            let chroma = difference - ColorLanes(red: luma, green: luma, blue: luma)
            penalties[group] =
                (chroma.red * chroma.red + chroma.green * chroma.green + chroma.blue * chroma.blue) * weight
        }
    }

    mutating func insert(_ entry: PaletteEntry) {
        guard count < Self.maxCount, !indices[..<count].contains(entry.index) else { return }
        indices[count] = entry.index
        lanes[count / CellLanes.scalarCount][count % CellLanes.scalarCount] = entry.color
        count += 1
    }
}
