import Albums

/// The level of a photo that a view needs.
struct LevelRequest: Hashable, Sendable {
    let photo: Photo.ID
    /// What the level shall show, in upright pixels of the photo.
    let region: PixelRegion
    /// A power of two: the level has at least 1/`factor` of the photo's resolution.
    let factor: Int

    /// Bytes that one level may take, unless a view needs more. Larger photos are decoded in parts.
    static let maxBytes = 128 << 20

    init(photo: Photo.ID, region: PixelRegion, factor: Int) {
        self.photo = photo
        self.region = region
        self.factor = factor
    }

    /// - Parameters:
    ///   - visible: what the view shows.
    ///   - resolution: how many pixels the view draws for one pixel of the photo.
    init(photo: Photo.ID, size: PixelSize, visible: PixelRegion, resolution: Double) {
        self.photo = photo
        var factor = 1
        // Half as much again as is drawn, since reducing twice blurs.
        while Double(2 * factor) * 1.5 * resolution <= 1, factor < 1 << 12 { factor *= 2 }
        self.factor = factor
        region = Self.fits(size, factor: factor) ? PixelRegion(all: size) : Self.surroundings(of: visible, in: size)
    }

    /// Whether a whole photo may be one level.
    static func fits(_ size: PixelSize, factor: Int) -> Bool {
        let pixels = size.divided(by: factor).count
        return pixels <= maxBytes / 4
    }

    /// A region around a visible one that stays the same while the view moves a little.
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
