import Basics

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

    /// Returns a function that paints rows of `part` (in pixels of the nominal size) scaled to `width` x `height`
    /// opaque RGBA pixels.
    ///
    /// A part may be smaller than a pixel, or extend beyond the scene, which continues there. A size of zero or less
    /// yields no pixels.
    func rows(of part: PixelRect, width: Int, height: Int) -> @Sendable (Range<Int>) -> [UInt8] {
        guard width > 0, height > 0 else { return { _ in [] } }
        let area = SampledArea(
            part: part, sceneWidth: self.width, sceneHeight: self.height, width: width, height: height)
        var random = SeededRandom(seed: seed)
        let shader = kind.shader(for: area, random: &random)
        return { area.paint($0, with: shader) }
    }
}
