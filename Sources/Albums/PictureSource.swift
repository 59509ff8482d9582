/// What a photo's pixels are made from.
public enum PictureSource: Sendable {
    /// An encoded picture in a file. The path is bytes, because a file name need not be UTF-8; no zero byte at the end.
    case file(path: [UInt8])
    /// A picture that the program paints itself.
    case painting(Painting)
    /// A picture that comes over the network.
    case remote(RemotePicture)
}

/// A picture that is painted on demand, in any size and any part.
public struct Painting: Sendable {
    /// The size in pixels that counts as the painting's own.
    public let width: Int
    public let height: Int
    /// Paints `part` (in pixels of the painting's own size) as `width` x `height` opaque RGBA pixels, row by row.
    public let paint: @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> [UInt8]

    public init(
        width: Int, height: Int, paint: @escaping @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> [UInt8]
    ) {
        self.width = width
        self.height = height
        self.paint = paint
    }
}

/// A rectangle of a picture, in its pixels; may begin and end within one.
public struct PixelRect: Hashable, Sendable {
    public let x: Double
    public let y: Double
    public let width: Double
    public let height: Double

    public init(x: Double, y: Double, width: Double, height: Double) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }
}
