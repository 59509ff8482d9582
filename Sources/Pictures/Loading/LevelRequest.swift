import Albums
import Basics

/// A request for the level of a photo that a view needs.
struct LevelRequest: Hashable, Sendable {
    let photo: PhotoVersion
    /// The region that the level must show, in pixels of the upright photo.
    let region: PixelRegion
    /// A power of two: the level must have at least 1/`factor` of the photo's resolution.
    let factor: Int

    /// Maximum size of a level in bytes, unless a view needs more. Larger photos are decoded in parts.
    static let maxBytes = 128 << 20

    init(photo: PhotoVersion, region: PixelRegion, factor: Int) {
        self.photo = photo
        self.region = region
        self.factor = factor
    }

    /// - Parameters:
    ///   - visible: the region that the view shows.
    ///   - resolution: the number of drawn pixels per pixel of the photo.
    init(photo: PhotoVersion, size: PixelSize, visible: PixelRegion, resolution: Double) {
        self.photo = photo
        var factor = 1
        // At least 1.5 times the drawn resolution, because reducing twice blurs.
        while Double(2 * factor) * 1.5 * resolution <= 1, factor < 1 << 12 { factor *= 2 }
        self.factor = factor
        region = Self.fits(size, factor: factor) ? PixelRegion(all: size) : Self.surroundings(of: visible, in: size)
    }

    /// Returns whether a whole photo fits in one level.
    static func fits(_ size: PixelSize, factor: Int) -> Bool {
        let pixels = size.divided(by: factor).count
        return pixels <= maxBytes / 4
    }

    /// Returns a region around the visible one that stays the same during small movements.
    private static func surroundings(of visible: PixelRegion, in size: PixelSize) -> PixelRegion {
        func range(_ start: Int, _ length: Int, limit: Int) -> Range<Int> {
            var step = 256
            while step < length { step *= 2 }
            return start / step * step..<min(limit, (start + length + step - 1) / step * step)
        }
        let columns = range(visible.x, visible.width, limit: size.width)
        let rows = range(visible.y, visible.height, limit: size.height)
        return PixelRegion(x: columns.lowerBound, y: rows.lowerBound, width: columns.count, height: rows.count)
    }
}
