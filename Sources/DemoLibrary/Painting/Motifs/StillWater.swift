/// A lake or bay that reflects the scene above its shore.
struct StillWater: Sendable {
    /// The y of the shore.
    let shore: Double
    private let ripples: GradientNoise

    init(shore: Double, random: inout SeededRandom) {
        self.shore = shore
        ripples = GradientNoise(&random)
    }

    /// Returns the nearness of the water at y, from 0 at the shore to 1 at the bottom of the picture.
    func nearness(at y: Double) -> Double {
        clamp((y - shore) / (1 - shore))
    }

    /// Returns the point above the shore that is reflected at a point of the water.
    func mirrored(_ point: Point, footprint: Double) -> Point {
        let near = nearness(at: point.y)
        let wave = ripples.fractal(
            point.x * 5, (point.y - shore) * 60 / (0.35 + near), octaves: 3, footprint: footprint * 70)
        return Point(
            point.x + wave * 0.008 * (0.3 + near),
            min(2 * shore - point.y + wave * 0.03 * (0.15 + near), shore))
    }
}
