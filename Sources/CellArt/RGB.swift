/// An sRGB color.
public struct RGB: Sendable, Hashable {
    public var red: UInt8
    public var green: UInt8
    public var blue: UInt8

    public init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
        self.red = red
        self.green = green
        self.blue = blue
    }

    /// The perceived brightness (BT.601 luma), 0 to 255.
    var luma: Float { SIMD4<Float>(self).luma }

    var isDark: Bool { luma < 128 }
}
