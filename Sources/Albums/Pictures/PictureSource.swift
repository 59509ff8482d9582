import Basics

/// The source of a photo's pixels.
public enum PictureSource: Sendable {
    /// An encoded picture in a file. The path is bytes, because file names need not be UTF-8; it has no trailing zero
    /// byte.
    case file(path: [UInt8])
    /// A picture that the library generates.
    case generated(GeneratedPicture)
    /// A picture that is downloaded.
    case remote(RemotePicture)
}

/// A picture generated on demand, at any size and in any part.
public struct GeneratedPicture: Sendable {
    /// Generates some rows of pixels, as opaque RGBA, row by row. May be called on several threads at the same time.
    public typealias Rows = @Sendable (Range<Int>) -> [UInt8]

    /// The nominal size in pixels.
    public let width: Int
    public let height: Int
    /// Prepares `part`, in pixels of the nominal size, scaled to `width` x `height` pixels.
    public let rows: @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> Rows

    public init(
        width: Int, height: Int, rows: @escaping @Sendable (_ part: PixelRect, _ width: Int, _ height: Int) -> Rows
    ) {
        self.width = width
        self.height = height
        self.rows = rows
    }
}
