extension SIMD4<Float> {
    /// Red, green and blue, 0 to 255.
    init(_ color: RGB) {
        self.init(Float(color.red), Float(color.green), Float(color.blue), 0)
    }

    /// The squares of the differences in red, green, blue and luma. Luma counts again as the eye sees a dot that is darker
    /// or brighter than what is around it sooner than one of another hue.
    @inline(__always)
    func difference(from other: SIMD4<Float>) -> Float {
        let difference = self - other
        return difference.dot(difference) + difference.luma * difference.luma
    }

    @inline(__always)
    func dot(_ other: SIMD4<Float>) -> Float { (self * other).sum() }

    /// ITU-R BT.601, of sRGB values.
    @inline(__always)
    var luma: Float {
        0.299 * x + 0.587 * y + 0.114 * z
    }
}
extension SIMD4<Float> {
    /// The scalar product that belongs to `difference(from:)`.
    @inline(__always)
    func product(_ other: SIMD4<Float>) -> Float { dot(other) + luma * other.luma }
}

extension Palette {
    /// The color of a node, gray where there are only black and white.
    @inline(__always)
    func color(of node: Int, _ nodes: UnsafePointer<CellLanes>, lane: Int) -> SIMD4<Float> {
        let node = nodes + 3 * node
        let color = SIMD4(node[0][lane], node[1][lane], node[2][lane], 0)
        guard isMonochrome else { return color }
        let luma = color.luma
        return SIMD4(luma, luma, luma, 0)
    }
}
