import Glibc

/// A solitary broad-leaved tree.
struct RoundTree: Sendable {
    private let foot: Point
    private let height: Double
    private let leaf: LinearColor
    private let bark: LinearColor
    private let sun: Double
    private let crowns: [(center: Point, radius: Double)]
    private let noise: GradientNoise

    /// - Parameters:
    ///   - foot: the point where the trunk meets the ground.
    ///   - sun: the side of the light, -1 or 1.
    init(foot: Point, height: Double, leaf: LinearColor, sun: Double, random: inout SeededRandom) {
        self.foot = foot
        self.height = height
        self.leaf = leaf
        self.sun = sun
        bark = LinearColor(0x2A1C18)
        noise = GradientNoise(&random)
        var crowns = [(center: Point(0, -0.62), radius: 0.34)]
        for _ in 0..<9 {
            let angle = random.number(in: 0...6.283)
            crowns.append(
                (
                    center: Point(0.36 * cos(angle), -0.6 + 0.22 * sin(angle)),
                    radius: random.number(in: 0.14...0.24)
                ))
        }
        self.crowns = crowns
    }

    func color(at point: Point, footprint: Double) -> LinearColor? {
        let offset = (point - foot) / height
        guard abs(offset.x) < 0.75, offset.y > -1.1, offset.y < 0.02 else { return nil }
        let leaves = noise.fractal(
            offset.x * 5, offset.y * 5, octaves: 5, footprint: footprint / height * 5, roughness: 0.6)
        var inside = -1.0
        var light = 0.0
        for crown in crowns {
            let away = (offset - crown.center) / crown.radius
            let depth = 1 - away.length + 0.5 * leaves
            guard depth > inside else { continue }
            inside = depth
            light = 0.42 + 0.16 * away.x * sun - 0.2 * away.y
        }
        if inside > 0 {
            // Shade the crown as a whole, too.
            let whole = 0.3 * offset.x * sun - 0.55 * (offset.y + 0.6)
            return leaf * (0.35 + 1.15 * clamp(light + whole + 0.5 * leaves))
        }
        return isWood(offset) ? bark * (0.8 + 3 * max(offset.x * sun, 0)) : nil
    }

    private func isWood(_ offset: Point) -> Bool {
        let up = -offset.y
        guard up < 0.62 else { return false }
        let trunk = 0.035 * (1 - 0.5 * up) + 0.03 * exp(-up / 0.04)
        if abs(offset.x - 0.03 * sin(up * 5)) < trunk { return true }
        guard up > 0.28 else { return false }
        let spread = (up - 0.28) * 0.75
        return abs(abs(offset.x) - spread) < 0.018 * (1.2 - up)
    }
}
