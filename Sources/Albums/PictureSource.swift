/// The source of a photo's pixels.
public enum PictureSource: Sendable {
    /// An encoded picture in a file. The path is bytes, because file names need not be UTF-8; it has no trailing zero
    /// byte.
    case file(path: [UInt8])
    /// A picture that the program paints.
    case painting(Painting)
    /// A picture that is downloaded.
    case remote(RemotePicture)
}

/// A picture painted on demand, at any size and in any part.
public struct Painting: Sendable {
    /// The nominal size in pixels.
    public let width: Int
    public let height: Int
    /// Paints `part`, in pixels of the nominal size, as `width` x `height` opaque RGBA pixels, row by row.
    public let paint: @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> [UInt8]

    public init(
        width: Int, height: Int, paint: @escaping @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> [UInt8]
    ) {
        self.width = width
        self.height = height
        self.paint = paint
    }
}
