/// Colors 16 to 255 of xterm's palette: a cube of 6 x 6 x 6 and 24 grays (256colres.pl).
struct ExtendedPalette: Palette {
    let step: Float = 40

    func nearest(to color: SIMD4<Float>) -> PaletteEntry {
        // The gray with the least difference is the mean of all that differs.
        let gray = max(0, min(Int(((color.x + color.y + color.z + color.luma) / 4 - 3) / 10), 23))
        let grayValue = Float(8 + 10 * gray)
        var best = 232 + gray
        var bestColor = SIMD4(grayValue, grayValue, grayValue, 0)
        var leastDifference = bestColor.difference(from: color)

        // The colors of the cube at the corners around the color.
        let red = Self.level(below: color.x)
        let green = Self.level(below: color.y)
        let blue = Self.level(below: color.z)
        for corner in 0..<8 {
            let red = red + (corner & 1)
            let green = green + (corner >> 1 & 1)
            let blue = blue + (corner >> 2)
            let cornerColor = SIMD4(Self.value(ofLevel: red), Self.value(ofLevel: green), Self.value(ofLevel: blue), 0)
            let difference = cornerColor.difference(from: color)
            if difference < leastDifference {
                best = 16 + 36 * red + 6 * green + blue
                bestColor = cornerColor
                leastDifference = difference
            }
        }
        return (UInt8(truncatingIfNeeded: best), bestColor)
    }

    func insertNeighbors(of color: SIMD4<Float>, into entries: inout EntryList) {
        let red = Self.level(below: color.x)
        let green = Self.level(below: color.y)
        let blue = Self.level(below: color.z)
        for corner in 0..<8 {
            entries.insert(
                Self.cubeEntry(red: red + (corner & 1), green: green + (corner >> 1 & 1), blue: blue + (corner >> 2)))
        }
        let gray = max(0, min(Int((color.luma - 8) / 10), 22))
        entries.insert(Self.grayEntry(gray))
        entries.insert(Self.grayEntry(gray + 1))
    }

    @inline(__always)
    private static func cubeEntry(red: Int, green: Int, blue: Int) -> PaletteEntry {
        (
            UInt8(truncatingIfNeeded: 16 + 36 * red + 6 * green + blue),
            SIMD4(value(ofLevel: red), value(ofLevel: green), value(ofLevel: blue), 0)
        )
    }

    @inline(__always)
    private static func grayEntry(_ gray: Int) -> PaletteEntry {
        let value = Float(8 + 10 * gray)
        return (UInt8(truncatingIfNeeded: 232 + gray), SIMD4(value, value, value, 0))
    }

    /// The highest level but the last that is not above a value. Levels are 0, 95 and from there 40 apart.
    @inline(__always)
    private static func level(below value: Float) -> Int {
        value < 95 ? 0 : min(Int((value - 55) / 40), 4)
    }

    @inline(__always)
    private static func value(ofLevel level: Int) -> Float {
        level == 0 ? 0 : Float(55 + 40 * level)
    }
}
