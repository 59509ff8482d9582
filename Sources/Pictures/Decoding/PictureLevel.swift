import Albums
import Basics
import CellArt

/// Part of a photo at one resolution, ready for drawing.
public struct PictureLevel: Sendable {
    /// Upright pixels in sRGB.
    public let bitmap: Bitmap
    /// The part of the upright photo that the bitmap shows, in the photo's own pixels.
    let region: PixelRegion
    /// The size of the whole upright photo.
    public let pictureSize: PixelSize
    let origin: PixelOrigin
    /// The factor by which the decoder has reduced the picture; a power of two.
    var factor = 1
    /// The background for transparent parts where the terminal's doesn't show; nil if there are none.
    var contrast: ContrastingBackground?
    /// Whether the data is truncated, so that part of the picture is missing.
    public var isTruncated = false
    /// The file at the time of decoding; nil if the picture isn't from a file.
    var file: IdentifiedFile?

    var bytes: Int { bitmap.pixels.count }

    /// Returns the level as that of the whole picture in another size; nil if it is only a part, or the aspect ratio
    /// differs.
    func stretched(to size: PixelSize) -> PictureLevel? {
        if size == pictureSize { return self }
        let aspects = Double(pictureSize.width * size.height) / Double(max(1, pictureSize.height * size.width))
        guard region == PixelRegion(all: pictureSize), abs(aspects - 1) < Self.maxDifference else { return nil }
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: origin, factor: factor,
            contrast: contrast, isTruncated: isTruncated, file: file)
    }

    /// Returns the level as a cached thumbnail of a whole picture.
    func asThumbnail(of size: PixelSize, file: IdentifiedFile? = nil) -> PictureLevel {
        PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: .cachedThumbnail,
            contrast: contrast, file: file)
    }

    /// Returns the level with other pixels for the same part of the photo.
    func with(_ bitmap: Bitmap) -> PictureLevel {
        PictureLevel(
            bitmap: bitmap, region: region, pictureSize: pictureSize, origin: origin, factor: factor,
            contrast: contrast, isTruncated: isTruncated, file: file)
    }

    /// The maximum difference in aspect ratio that rounding to whole pixels may cause.
    private static let maxDifference = 0.05
}
