/// A palette of a few colors, numbered from 0.
struct BasicPalette: Palette {
    let colors: [SIMD4<Float>]

    /// The 16 ANSI colors with xterm's default values (XTerm-col.ad).
    static let sixteen = BasicPalette(
        colors: [
            RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
            RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
            RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
            RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
        ].map { SIMD4($0) })

    static let eight = BasicPalette(colors: Array(sixteen.colors.prefix(8)))

    var step: Float { colors.count > 8 ? 120 : 205 }

    func nearest(to wanted: ColorLanes) -> (indices: CellLanes, colors: ColorLanes) {
        var least = CellLanes(repeating: .infinity)
        var indices = CellLanes.zero
        var nearest = ColorLanes.zero
        for (index, color) in colors.enumerated() {
            let difference = wanted - ColorLanes(repeating: color)
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
