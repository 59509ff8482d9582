import Glibc

/// A row of waves that lean the same way.
struct WaveRow: Sendable {
    let nearness: Double
    private let base: Double
    private let height: Double
    private let length: Double
    private let heading: Double
    private let shift: Double
    private let noise: GradientNoise

    init(
        base: Double, height: Double, length: Double, nearness: Double, heading: Double, random: inout SeededRandom
    ) {
        self.base = base
        self.height = height
        self.length = length
        self.nearness = nearness
        self.heading = heading
        shift = random.number(in: 0...20)
        noise = GradientNoise(&random)
    }

    /// Returns the depth of a point below the surface; nil above it.
    func depth(at point: Point) -> Double? {
        guard point.y > base - height * 1.6 else { return nil }
        let x = point.x * heading / length + shift
        let swell = 0.75 + 0.35 * noise.value(x * 0.6)
        // The crest leans forward.
        let lean = 0.32 * max(base - point.y, 0) / height
        let position = x + lean * 0.5 + 0.12 * noise.value(x * 1.3 + 7)
        let turn = position - Double(floorToInteger(position))
        let rise = turn < 0.72 ? pow(turn / 0.72, 2.2) : 1 - smoothstep(0.72, 1, turn)
        let depth = point.y - (base - height * 1.35 * swell * rise)
        return depth > 0 ? depth : nil
    }
}
