import Albums

/// Decoded pixels: 8 bits per channel, sRGB, straight (not premultiplied) alpha, upright.
public struct Bitmap: Sendable, Equatable {
    public let width: Int
    public let height: Int
    /// Red, green, blue and alpha of each pixel, row by row from the top, without padding.
    public let pixels: [UInt8]
    /// Whether every alpha is 255.
    public let isOpaque: Bool

    /// - Precondition: width and height are positive and `pixels` has 4 x width x height bytes.
    public init(width: Int, height: Int, pixels: [UInt8], isOpaque: Bool) {
        precondition(width > 0 && height > 0 && pixels.count == 4 * width * height)
        self.width = width
        self.height = height
        self.pixels = pixels
        self.isOpaque = isOpaque
    }
}

extension PixelRect {
    /// The whole bitmap.
    public init(all bitmap: Bitmap) {
        self.init(x: 0, y: 0, width: Double(bitmap.width), height: Double(bitmap.height))
    }
}
