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

/// A palette of a few colors, numbered from 0.
struct BasicPalette: Palette {
    let colors: [SIMD4<Float>]

    /// The 16 ANSI colors with xterm's default values.
    static let sixteen = BasicPalette(colors: XtermPalette.first.map { SIMD4($0) })

    static let eight = BasicPalette(colors: Array(sixteen.colors.prefix(8)))

    var step: Float { colors.count > 8 ? 120 : 205 }

    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        var least = CellLanes(repeating: .infinity)
        var indices = CellLanes.zero
        var nearest = ColorLanes.zero
        for (index, color) in colors.enumerated() {
            let difference = target - ColorLanes(repeating: color)
            let square = difference.product(difference)
            let isNearer = square .< least
            least.replace(with: square, where: isNearer)
            indices.replace(with: Float(index), where: isNearer)
            nearest.replace(with: ColorLanes(repeating: color), where: isNearer)
        }
        return (indices, nearest)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        for index in colors.indices { candidates.insert((UInt8(truncatingIfNeeded: index), colors[index])) }
    }
}

/// The eight basic colors, for dithering: grays are mixed from black and white only, and other colors from the corners
/// of the color cube around their hue.
///
/// By least difference alone, magenta next to green would be as good a gray: the mean is right, but every dot is wrong.
struct HuePalette: Palette {
    /// Colors with a smaller spread between channels are treated as gray, which keeps noisy grays free of color.
    private static let minChroma: Float = 12

    private let colors = BasicPalette.eight.colors

    var step: Float { BasicPalette.eight.step }

    var keepsHue: Bool { true }

    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        let mean = (target.red + target.green + target.blue) / 3
        let spread =
            Self.larger(target.red, target.green, target.blue)
            + Self.larger(CellLanes.zero - target.red, CellLanes.zero - target.green, CellLanes.zero - target.blue)
        let isGray = spread .< Self.minChroma
        var indices = CellLanes.zero
        for (channel, number) in [(target.red, Float(1)), (target.green, 2), (target.blue, 4)] {
            let isOn = channel.replacing(with: mean, where: isGray) .> step / 2
            indices += CellLanes.zero.replacing(with: number, where: isOn)
        }
        var nearest = ColorLanes.zero
        for lane in 0..<CellLanes.scalarCount { nearest[lane] = colors[Int(indices[lane])] }
        return (indices, nearest)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        candidates.insert((0, colors[0]))
        candidates.insert((7, colors[7]))
        let channels = [(color.x, 1), (color.y, 2), (color.z, 4)].sorted { $0.0 > $1.0 }
        let primary = channels[0].1
        let secondary = primary | channels[1].1
        if channels[0].0 - channels[1].0 >= Self.minChroma { insert(primary, into: &candidates) }
        if channels[1].0 - channels[2].0 >= Self.minChroma { insert(secondary, into: &candidates) }
    }

    func nearest(to changed: SIMD4<Float>, from color: SIMD4<Float>) -> PaletteEntry {
        var candidates = CandidateColors()
        insertNeighbors(of: color, into: &candidates)
        func difference(_ index: Int) -> Float {
            let difference = candidates.color(index) - changed
            return difference.product(difference)
        }
        let nearest = (0..<candidates.count).min { difference($0) < difference($1) } ?? 0
        return (candidates.indices[nearest], candidates.color(nearest))
    }

    private func insert(_ index: Int, into candidates: inout CandidateColors) {
        candidates.insert((UInt8(index), colors[index]))
    }

    private static func larger(_ first: CellLanes, _ second: CellLanes, _ third: CellLanes) -> CellLanes {
        CellLanes.zero - (CellLanes.zero - first).orLess(CellLanes.zero - second).orLess(CellLanes.zero - third)
    }
}

/// The terminal's default foreground and background, assumed to be white on black or black on white.
struct MonochromePalette: Palette {
    /// Whether the background is dark and the text therefore light.
    let isInkLight: Bool
    /// The character that fills the cell with ink.
    let full: Unicode.Scalar

    /// The dark color and the light one.
    private let colors: BasicPalette

    init(isInkLight: Bool, full: Unicode.Scalar) {
        self.isInkLight = isInkLight
        self.full = full
        // Braille dots cover only a quarter of a cell. Near-white must set all of them, or the picture becomes too dim.
        let contrast: Float = full == "\u{28FF}" ? 185 : 255
        colors = BasicPalette(
            colors: [isInkLight ? 0 : 255 - contrast, isInkLight ? contrast : 255].map { SIMD4($0, $0, $0, 0) })
    }

    func nearest(to target: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        colors.nearest(to: target)
    }

    func insertNeighbors(of color: SIMD4<Float>, into candidates: inout CandidateColors) {
        colors.insertNeighbors(of: color, into: &candidates)
    }

    func cell(_ glyph: MosaicGlyph, foreground: UInt8, background: UInt8) -> ArtCell {
        let character = isInk(foreground) ? glyph.character : glyph.complement
        return ArtCell(glyph: character ?? " ", foreground: .terminal, background: .terminal)
    }

    func cell(plain color: UInt8) -> ArtCell {
        ArtCell(glyph: isInk(color) ? full : " ", foreground: .terminal, background: .terminal)
    }

    let step: Float = 255

    var darkest: SIMD4<Float> { colors.colors[0] }

    var brightest: SIMD4<Float> { colors.colors[1] }

    var isMonochrome: Bool { true }

    private func isInk(_ color: UInt8) -> Bool { (color == 1) == isInkLight }
}
