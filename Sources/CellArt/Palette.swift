/// Colors that a terminal can be asked for by number.
protocol Palette {
    /// The color closest to a color: red, green and blue in sRGB, 0 to 255; the fourth value is 0.
    func nearest(to color: SIMD4<Float>) -> (index: UInt8, color: SIMD4<Float>)
}

extension SIMD4<Float> {
    /// Red, green and blue, 0 to 255.
    init(_ color: RGB) {
        self.init(Float(color.red), Float(color.green), Float(color.blue), 0)
    }

    /// The squares of the differences in red, green, blue and luma. Luma counts again as the eye sees a dot that is darker
    /// or brighter than what is around it sooner than one of another hue.
    @inline(__always)
    func difference(from other: SIMD4<Float>) -> Float {
        var difference = self - other
        difference.w = difference.luma
        return (difference * difference).sum()
    }

    /// ITU-R BT.601, of sRGB values.
    @inline(__always)
    var luma: Float {
        0.299 * x + 0.587 * y + 0.114 * z
    }
}
