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
