import Albums
import CellArt

/// A picture that is decoded once, for drawing once.
public struct StillPicture: Sendable {
    /// Upright pixels in sRGB, reduced if fewer pixels are needed.
    public let bitmap: Bitmap
    /// Whether the picture's data is truncated.
    public let isTruncated: Bool

    /// Decodes a picture on the current thread.
    ///
    /// - Parameter pixels: returns the number of pixels needed, given the upright size of the picture.
    /// - Throws: `PictureFailure`.
    public init(
        _ source: EncodedSource, limits: DecodeLimits = .default, pixels: (PixelSize) -> PixelSize
    ) throws {
        let context = DecodeContext(
            limits: limits, memory: MemoryBudget(capacity: limits.memory), stop: DecodeCancellation())
        let picture = try OpenedPicture(source, in: context)
        let factor = picture.factor(for: pixels(picture.size))
        let level = try picture.level(of: PixelRegion(all: picture.size), factor: factor).onContrastingBackground()
        bitmap = level.bitmap
        isTruncated = level.isTruncated
    }
}
