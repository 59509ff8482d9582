/// A rectangle in a bitmap, in pixels. It may have fractional edges and extend beyond the bitmap.
public struct BitmapPart: Sendable, Hashable {
    public var x: Double
    public var y: Double
    public var width: Double
    public var height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    /// The whole bitmap.
    public init(all bitmap: Bitmap) {
        self.init(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
    }
}
