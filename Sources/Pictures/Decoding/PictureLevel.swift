import Albums
import CellArt

/// A part of a photo at one resolution, ready to be drawn.
struct PictureLevel: Sendable {
    /// Upright, in sRGB.
    let bitmap: Bitmap
    /// What of the upright photo the bitmap shows, in the photo's own pixels.
    let region: PixelRegion
    /// The whole upright photo's size.
    let pictureSize: PixelSize
    let origin: PixelOrigin
    /// Whether the picture's data ended before the picture did, so that a part of it is missing.
    var isCut = false
    /// The file that it was decoded from, as that was then; nil for a picture of another kind.
    var file: FileVersion?

    var bytes: Int { bitmap.pixels.count }

    /// The same as a level of a picture of another size; nil where that has another shape.
    func stretched(to size: PixelSize) -> PictureLevel? {
        if size == pictureSize { return self }
        let aspects = Double(pictureSize.width * size.height) / Double(max(1, pictureSize.height * size.width))
        guard region == PixelRegion(all: pictureSize), abs(aspects - 1) < Self.greatestDifference else { return nil }
        return PictureLevel(
            bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: origin, isCut: isCut, file: file)
    }

    /// The same part of the photo with other pixels.
    func with(_ bitmap: Bitmap) -> PictureLevel {
        PictureLevel(
            bitmap: bitmap, region: region, pictureSize: pictureSize, origin: origin, isCut: isCut, file: file)
    }

    /// By how much aspects may differ because pictures have whole pixels.
    private static let greatestDifference = 0.05
}
