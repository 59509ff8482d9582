import Albums
import CellArt

/// Thumbnails have few distinct sizes, so that resizing the terminal rarely requires decoding.
enum ThumbnailSize {
    /// Returns the upright size of a thumbnail drawn with at most `box` pixels. Its longer side is a power of two from
    /// 128 up, at least 1.5 times the drawn size, but never larger than the picture.
    static func size(of picture: PixelSize, box: PixelSize) -> PixelSize {
        let scale = min(
            Double(box.width) / Double(picture.width), Double(box.height) / Double(picture.height))
        let longest = max(picture.width, picture.height)
        var side = 128
        while side < longest, Double(side) < 1.5 * scale * Double(longest) { side *= 2 }
        guard side < longest else { return picture }
        return PixelSize(
            width: max(1, (picture.width * side + longest / 2) / longest),
            height: max(1, (picture.height * side + longest / 2) / longest))
    }
}

extension OpenedPicture {
    /// Decodes the whole picture in a suitable size for drawing it with at most `box` pixels.
    func thumbnail(box: PixelSize) throws -> PictureLevel {
        try level(scaledTo: ThumbnailSize.size(of: size, box: box)).onContrastingBackground()
    }
}

extension Painting {
    /// Paints the whole painting in a suitable size for drawing it with at most `box` pixels.
    func thumbnail(box: PixelSize) -> PictureLevel {
        let size = PixelSize(width: width, height: height)
        let target = ThumbnailSize.size(of: size, box: box)
        let all = PixelRect(x: 0, y: 0, width: Double(width), height: Double(height))
        return PictureLevel(
            bitmap: Bitmap(
                width: target.width, height: target.height, pixels: paint(all, target.width, target.height),
                isOpaque: true),
            region: PixelRegion(all: size), pictureSize: size, origin: .painted)
    }
}

extension PictureLevel {
    /// Returns whether the level can be drawn with `box` pixels without another decode.
    func isEnough(for box: PixelSize) -> Bool {
        let wanted = ThumbnailSize.size(of: pictureSize, box: box)
        return bitmap.width >= wanted.width && bitmap.height >= wanted.height
    }
}
