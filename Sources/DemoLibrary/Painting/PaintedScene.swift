import Albums

/// A procedurally painted picture; the same seed gives the same picture at any size.
struct PaintedScene: Sendable {
    let kind: Kind
    let seed: UInt64
    /// The nominal size in pixels, at least 1; the unit of parts.
    let width: Int
    let height: Int

    init(kind: Kind, seed: UInt64, width: Int, height: Int) {
        self.kind = kind
        self.seed = seed
        self.width = max(width, 1)
        self.height = max(height, 1)
    }

    /// Paints `part` (in pixels of the nominal size) as `width` x `height` opaque RGBA pixels, row by row.
    ///
    /// A part may be smaller than a pixel, or extend beyond the scene, which continues there. A size of zero or less
    /// yields no pixels.
    func paint(part: PixelRect, width: Int, height: Int) -> [UInt8] {
        guard width > 0, height > 0 else { return [] }
        let area = SampledArea(part: part, sceneWidth: self.width, sceneHeight: self.height)
        var random = SeededRandom(seed: seed)
        return area.paint(
            kind.shader(aspect: Double(self.width) / Double(self.height), random: &random), width: width, height: height
        )
    }
}
