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
}
