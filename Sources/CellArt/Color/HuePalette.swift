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
