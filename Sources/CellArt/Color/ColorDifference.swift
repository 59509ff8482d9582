extension SIMD4<Float> {
    /// Red, green and blue, 0 to 255.
    init(_ color: RGB) {
        self.init(Float(color.red), Float(color.green), Float(color.blue), 0)
    }

    /// The scalar product whose square is the difference of two colors: the squares of the differences in red, green, blue
    /// and luma. Luma counts again as the eye sees a dot that is darker or brighter than what is around it sooner than one
    /// of another hue.
    @inline(__always)
    func product(_ other: SIMD4<Float>) -> Float { (self * other).sum() + luma * other.luma }

    /// ITU-R BT.601, of sRGB values.
    @inline(__always)
    var luma: Float {
        0.299 * x + 0.587 * y + 0.114 * z
    }
}
