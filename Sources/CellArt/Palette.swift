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

    @inline(__always)
    func squaredDistance(to other: SIMD4<Float>) -> Float {
        let difference = self - other
        return (difference * difference).sum()
    }
}
