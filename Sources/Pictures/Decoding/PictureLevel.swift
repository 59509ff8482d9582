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

    var bytes: Int { bitmap.pixels.count }

    /// The same as a level of a picture of another size; nil where that has another shape.
    func stretched(to size: PixelSize) -> PictureLevel? {
        if size == pictureSize { return self }
        let aspects = Double(pictureSize.width * size.height) / Double(max(1, pictureSize.height * size.width))
        guard region == PixelRegion(all: pictureSize), abs(aspects - 1) < Self.greatestDifference else { return nil }
        return PictureLevel(bitmap: bitmap, region: PixelRegion(all: size), pictureSize: size, origin: origin)
    }

    /// By how much aspects may differ because pictures have whole pixels.
    private static let greatestDifference = 0.05
}
