/// Colors 16 to 255 of xterm's palette: a cube of 6 x 6 x 6 and 24 grays (256colres.pl).
struct ExtendedPalette: Palette {
    func nearest(to color: SIMD4<Float>) -> (index: UInt8, color: SIMD4<Float>) {
        let red = Self.level(nearestTo: color.x)
        let green = Self.level(nearestTo: color.y)
        let blue = Self.level(nearestTo: color.z)
        let cubeColor = SIMD4(Self.value(ofLevel: red), Self.value(ofLevel: green), Self.value(ofLevel: blue), 0)

        let gray = max(0, min(Int(((color.x + color.y + color.z) / 3 - 3) / 10), 23))
        let grayValue = Float(8 + 10 * gray)
        let grayColor = SIMD4(grayValue, grayValue, grayValue, 0)

        return grayColor.squaredDistance(to: color) < cubeColor.squaredDistance(to: color)
            ? (UInt8(truncatingIfNeeded: 232 + gray), grayColor)
            : (UInt8(truncatingIfNeeded: 16 + 36 * red + 6 * green + blue), cubeColor)
    }

    /// Levels are 0, 95 and from there 40 apart.
    @inline(__always)
    private static func level(nearestTo value: Float) -> Int {
        if value < 47.5 { return 0 }
        return value < 115 ? 1 : min(Int((value - 35) / 40), 5)
    }

    @inline(__always)
    private static func value(ofLevel level: Int) -> Float {
        level == 0 ? 0 : Float(55 + 40 * level)
    }
}
