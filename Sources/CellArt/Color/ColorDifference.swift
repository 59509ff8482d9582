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
