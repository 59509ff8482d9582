/// One value each for eight cells, characters or colors, which are processed together.
typealias CellLanes = SIMD8<Float>

// Written out because the standard library's `clamped` and `min` branch on each lane.
extension CellLanes {
    typealias Mask = SIMDMask<SIMD8<Int32>>

    /// Returns the smaller of two numbers in each lane.
    @inline(__always)
    func orLess(_ other: CellLanes) -> CellLanes {
        CellLanes(
            other[0] < self[0] ? other[0] : self[0], other[1] < self[1] ? other[1] : self[1],
            other[2] < self[2] ? other[2] : self[2], other[3] < self[3] ? other[3] : self[3],
            other[4] < self[4] ? other[4] : self[4], other[5] < self[5] ? other[5] : self[5],
            other[6] < self[6] ? other[6] : self[6], other[7] < self[7] ? other[7] : self[7])
    }

    /// Clamps each lane to a range.
    @inline(__always)
    func limited(_ lowest: Float, _ highest: Float) -> CellLanes {
        let raised = CellLanes(repeating: -lowest).orLess(-self)
        return CellLanes(repeating: highest).orLess(-raised)
    }

    /// Rounds each lane down to a whole number from 0 to `limit`. A value that already is whole may become the next
    /// lower number.
    @inline(__always)
    func roundedDown(atMost limit: Float) -> CellLanes {
        // Floats this large have no fractional part, so the addition rounds.
        let large: Float = 12_582_912
        return (limited(0, limit + 0.9) - 0.5 + large) - large
    }

    /// The smallest of the eight values, and its lane.
    @inline(__always)
    var least: (value: Float, lane: Int) {
        var least = (value: self[0], lane: 0)
        for lane in 1..<Self.scalarCount where self[lane] < least.value { least = (self[lane], lane) }
        return least
    }
}

/// Eight colors, of eight cells or of a palette, as red, green and blue from 0 to 255.
struct ColorLanes {
    var red: CellLanes
    var green: CellLanes
    var blue: CellLanes

    static let zero = ColorLanes(red: .zero, green: .zero, blue: .zero)

    @inline(__always)
    init(red: CellLanes, green: CellLanes, blue: CellLanes) {
        (self.red, self.green, self.blue) = (red, green, blue)
    }

    /// Repeats one color in all lanes.
    @inline(__always)
    init(repeating color: SIMD4<Float>) {
        red = CellLanes(repeating: color.x)
        green = CellLanes(repeating: color.y)
        blue = CellLanes(repeating: color.z)
    }

    @inline(__always)
    subscript(lane: Int) -> SIMD4<Float> {
        get { SIMD4(red[lane], green[lane], blue[lane], 0) }
        set {
            red[lane] = newValue.x
            green[lane] = newValue.y
            blue[lane] = newValue.z
        }
    }

    @inline(__always)
    var luma: CellLanes { red * 0.299 + green * 0.587 + blue * 0.114 }

    /// The inner product of the color space in which differences are measured, as in `SIMD4<Float>.product`.
    @inline(__always)
    func product(_ other: ColorLanes) -> CellLanes {
        red * other.red + green * other.green + blue * other.blue + luma * other.luma
    }

    @inline(__always)
    mutating func replace(with other: ColorLanes, where mask: CellLanes.Mask) {
        red.replace(with: other.red, where: mask)
        green.replace(with: other.green, where: mask)
        blue.replace(with: other.blue, where: mask)
    }

    @inline(__always)
    static func + (left: ColorLanes, right: ColorLanes) -> ColorLanes {
        ColorLanes(red: left.red + right.red, green: left.green + right.green, blue: left.blue + right.blue)
    }

    @inline(__always)
    static func - (left: ColorLanes, right: ColorLanes) -> ColorLanes {
        ColorLanes(red: left.red - right.red, green: left.green - right.green, blue: left.blue - right.blue)
    }

    @inline(__always)
    static func * (color: ColorLanes, factor: Float) -> ColorLanes {
        ColorLanes(red: color.red * factor, green: color.green * factor, blue: color.blue * factor)
    }
}

extension SIMD4<Float> {
    /// Red, green and blue, 0 to 255.
    init(_ color: RGB) {
        self.init(Float(color.red), Float(color.green), Float(color.blue), 0)
    }

    /// The inner product of the color space in which differences are measured: a difference's product with itself is
    /// the sum of its squares in red, green, blue and luma. Luma is counted in addition because the eye notices a dot
    /// of another brightness sooner than one of another hue.
    @inline(__always)
    func product(_ other: SIMD4<Float>) -> Float { (self * other).sum() + luma * other.luma }

    /// ITU-R BT.601 luma, computed from sRGB values.
    @inline(__always)
    var luma: Float {
        0.299 * x + 0.587 * y + 0.114 * z
    }
}
