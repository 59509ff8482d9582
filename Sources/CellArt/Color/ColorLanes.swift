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
