/// The pixels that a photo on the screen was drawn from.
public struct ShownPixels: Hashable, Sendable {
    /// In pixels, before conversion to cells.
    public let width: Int
    public let height: Int
    public let origin: PixelOrigin
    /// Whether the pixels were already in memory.
    public let wereInMemory: Bool

    public init(width: Int, height: Int, origin: PixelOrigin, wereInMemory: Bool) {
        self.width = width
        self.height = height
        self.origin = origin
        self.wereInMemory = wereInMemory
    }
}

/// The way pixels were produced.
public enum PixelOrigin: Hashable, Sendable {
    /// Every pixel of the visible part was decoded.
    case fullDecode
    /// The decoder scaled during decoding, to 1/`factor` of the width and height.
    case scaledDecode(factor: Int)
    /// The camera scaled them, for the thumbnail in the photo's EXIF block.
    case exifThumbnail
    /// A thumbnail from the cache that desktop programs share.
    case cachedThumbnail
    /// The service delivered a picture smaller than the photo.
    case scaledByService
    /// The library generated them.
    case generated
}
