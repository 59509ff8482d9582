import Albums
import CellArt

/// Thumbnails come in few sizes, so that a terminal's resize seldom decodes anything.
enum ThumbnailSize {
    /// The upright size of a thumbnail that is drawn with `box` pixels at most: its longer side is a power of two from 128,
    /// half as much again as drawn or more. Never larger than the picture itself.
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
    /// The whole picture, in a size for drawing it with `box` pixels at most.
    func thumbnail(box: PixelSize) throws -> PictureLevel {
        try level(scaledTo: ThumbnailSize.size(of: size, box: box)).onGround()
    }
}

extension Painting {
    /// The whole painting, in a size for drawing it with `box` pixels at most.
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
    /// Whether it can be drawn with `box` pixels without another decode.
    func isEnough(for box: PixelSize) -> Bool {
        let wanted = ThumbnailSize.size(of: pictureSize, box: box)
        return bitmap.width >= wanted.width && bitmap.height >= wanted.height
    }
}
