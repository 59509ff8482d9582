import CellArt

extension Bitmap {
    /// A reproducible landscape with smooth areas, edges and texture like a photo: a gradient sky over grainy hills.
    static func landscape(width: Int, height: Int) -> Bitmap {
        var state: UInt32 = 1
        var pixels: [UInt8] = []
        pixels.reserveCapacity(4 * width * height)
        for y in 0..<height {
            for x in 0..<width {
                let column = Double(x) / Double(width)
                let row = Double(y) / Double(height)
                let ridge = 0.45 + 0.2 * abs(1 - (column * 5).truncatingRemainder(dividingBy: 2))
                state = state &* 1_664_525 &+ 1_013_904_223
                let grain = Double(state >> 24) / 255 - 0.5
                let color =
                    row < ridge
                    ? (90 + 90 * row, 140 + 60 * row, 230 - 30 * row + 4 * grain)
                    : (70 + 70 * grain, 100 + 70 * grain + 40 * column, 40 + 50 * grain)
                pixels += [color.0, color.1, color.2, 255].map { UInt8(max(0, min(255, $0))) }
            }
        }
        return Bitmap(width: width, height: height, pixels: pixels, isOpaque: true)
    }
}
