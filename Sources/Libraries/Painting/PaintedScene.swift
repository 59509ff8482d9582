import Albums

/// A picture made by arithmetic: the same seed paints the same picture in any size.
struct PaintedScene: Sendable {
    let kind: Kind
    let seed: UInt64
    /// The size in pixels that parts are measured in; at least 1.
    let width: Int
    let height: Int

    init(kind: Kind, seed: UInt64, width: Int, height: Int) {
        self.kind = kind
        self.seed = seed
        self.width = max(width, 1)
        self.height = max(height, 1)
    }

    /// Paints `part` (in pixels of the scene's own size) as `width` x `height` opaque RGBA pixels, row by row.
    ///
    /// A part may be smaller than a pixel, or lie outside of the scene, which goes on there. A size of zero or less
    /// has no pixels.
    func paint(part: PixelRect, width: Int, height: Int) -> [UInt8] {
        guard width > 0, height > 0 else { return [] }
        let area = SampledArea(part: part, sceneWidth: self.width, sceneHeight: self.height)
        var random = SeededRandom(seed: seed)
        return area.paint(
            kind.shader(aspect: Double(self.width) / Double(self.height), random: &random), width: width, height: height
        )
    }
}
