import Albums
import CellArt

/// A part of a photo at one resolution, ready to be shown.
struct PictureLevel: Sendable {
    /// Upright, in sRGB.
    let bitmap: Bitmap
    /// What of the upright picture the bitmap shows, in the picture's own pixels.
    let region: PixelRegion
    /// The whole upright picture's size.
    let pictureSize: PixelSize

    var bytes: Int { bitmap.pixels.count }

    /// Pixels of the bitmap for one pixel of the picture, at most 1.
    var resolution: Double { Double(bitmap.width) / Double(region.width) }
}

extension PictureLevel {
    /// A part of the picture, in the picture's own pixels, drawn with what this level knows.
    func picture(of part: PixelRect, columns: Int, rows: Int, style: ArtStyle) -> CellPicture {
        let horizontal = Double(bitmap.width) / Double(region.width)
        let vertical = Double(bitmap.height) / Double(region.height)
        return CellArtist.draw(
            bitmap,
            part: BitmapPart(
                x: (part.x - Double(region.x)) * horizontal, y: (part.y - Double(region.y)) * vertical,
                width: part.width * horizontal, height: part.height * vertical),
            columns: columns, rows: rows, style: style)
    }
}
