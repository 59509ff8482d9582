/// A few colors, numbered from 0.
struct BasicPalette: Palette {
    let colors: [SIMD4<Float>]

    /// The 16 colors of the terminal, as xterm has them unless told otherwise (XTerm-col.ad).
    static let sixteen = BasicPalette(
        colors: [
            RGB(0, 0, 0), RGB(205, 0, 0), RGB(0, 205, 0), RGB(205, 205, 0),
            RGB(0, 0, 238), RGB(205, 0, 205), RGB(0, 205, 205), RGB(229, 229, 229),
            RGB(127, 127, 127), RGB(255, 0, 0), RGB(0, 255, 0), RGB(255, 255, 0),
            RGB(92, 92, 255), RGB(255, 0, 255), RGB(0, 255, 255), RGB(255, 255, 255),
        ].map { SIMD4($0) })

    static let eight = BasicPalette(colors: Array(sixteen.colors.prefix(8)))

    static let blackAndWhite = BasicPalette(colors: [RGB(0, 0, 0), RGB(255, 255, 255)].map { SIMD4($0) })

    var step: Float { colors.count > 8 ? 120 : 205 }

    func nearest(to color: SIMD4<Float>) -> PaletteEntry {
        var best = 0
        var leastDifference = Float.infinity
        for index in colors.indices {
            let difference = colors[index].difference(from: color)
            if difference < leastDifference {
                best = index
                leastDifference = difference
            }
        }
        return (UInt8(truncatingIfNeeded: best), colors[best])
    }

    func insertNeighbors(of color: SIMD4<Float>, into entries: inout EntryList) {
        for index in colors.indices { entries.insert((UInt8(truncatingIfNeeded: index), colors[index])) }
    }
}
