import Albums
import CellArt

extension Bitmap {
    /// Returns the pixels under a rectangle, rotated, and the position of the rectangle within them.
    func rotated(_ rotation: Rotation, showing rect: PixelRect) -> (bitmap: Bitmap, rect: PixelRect) {
        guard rotation != .none else { return (self, rect) }
        let region = PixelRegion(covering: rect, in: PixelSize(width: width, height: height))
        let orientation = Orientation(rotation)
        let size = orientation.rotated(region.size)
        let bitmap = Bitmap(
            width: size.width, height: size.height, pixels: orientation.rotated(pixels(of: region), size: region.size),
            isOpaque: isOpaque)
        let shifted = PixelRect(
            x: rect.x - Double(region.x), y: rect.y - Double(region.y), width: rect.width, height: rect.height)
        return (bitmap, rotation.rotated(shifted, width: Double(region.width), height: Double(region.height)))
    }

    private func pixels(of region: PixelRegion) -> [UInt8] {
        var part: [UInt8] = []
        part.reserveCapacity(4 * region.size.count)
        for row in region.rows {
            let start = 4 * (row * width + region.x)
            part += pixels[start..<start + 4 * region.width]
        }
        return part
    }
}

extension Orientation {
    /// Creates the orientation of pixels that appear rotated.
    fileprivate init(_ rotation: Rotation) {
        switch rotation {
        case .none: self.init(exif: 1)
        case .quarter: self.init(exif: 6)
        case .half: self.init(exif: 3)
        case .threeQuarters: self.init(exif: 8)
        }
    }
}
