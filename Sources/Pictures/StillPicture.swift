import Albums
import CellArt

/// A picture that is read once, to be drawn once.
public struct StillPicture: Sendable {
    /// Upright, in sRGB; smaller than the picture where so many pixels are not needed.
    public let bitmap: Bitmap
    /// Whether the picture's data ended before the picture did.
    public let isCut: Bool

    /// Reads a picture on the current thread.
    ///
    /// - Parameter pixels: how many pixels are needed of a picture that has so many, upright.
    /// - Throws: `PictureFailure`.
    public init(
        _ source: EncodedSource, limits: DecodeLimits = .standard, pixels: (PixelSize) -> PixelSize
    ) throws {
        let context = DecodeContext(
            limits: limits, memory: MemoryBudget(capacity: limits.memory), stop: DecodeStop())
        let picture = try OpenedPicture(source, in: context)
        let factor = picture.factor(for: pixels(picture.size))
        let level = try picture.level(of: PixelRegion(all: picture.size), factor: factor).onGround()
        bitmap = level.bitmap
        isCut = level.isCut
    }
}
