/// A row of trunks at one distance.
struct TrunkRow: Sendable {
    let foot: Double
    let nearness: Double
    private let spacing: Double
    private let width: Double
    private let noise: GradientNoise

    init(spacing: Double, width: Double, foot: Double, nearness: Double, random: inout SeededRandom) {
        self.spacing = spacing
        self.width = width
        self.foot = foot
        self.nearness = nearness
        noise = GradientNoise(&random)
    }

    /// Returns the shade of the bark at a point, from -1 to 1; nil if no trunk or branch covers it.
    func shade(at point: Point, footprint: Double) -> Double? {
        let cell = floorToInteger(point.x / spacing)
        for column in (cell - 1)...(cell + 1) {
            if let shade = trunk(column, at: point, footprint: footprint) { return shade }
        }
        return nil
    }

    private func trunk(_ column: Int, at point: Point, footprint: Double) -> Double? {
        guard noise.unit(column, 4) < mix(0.95, 0.7, nearness) else { return nil }
        let root = foot + 0.03 * (noise.unit(column, 5) - 0.5)
        guard point.y < root else { return nil }
        let up = root - point.y
        let lean = 0.16 * (noise.unit(column, 1) - 0.5)
        let middle = (Double(column) + 0.5 + 0.7 * (noise.unit(column, 2) - 0.5)) * spacing + lean * up
        let size = width * (0.5 + noise.unit(column, 3)) * (1 - 0.4 * up)
        let flare = 1 + 0.8 * smoothstep(0.1, 0, up)
        let distance = abs(point.x - middle) / (size * 0.5 * flare)
        guard distance < 1.2 else { return branch(column, at: point, middle: middle, size: size, up: up) }
        let bark = noise.fractal(
            point.x / width * 1.5, point.y / width * 0.25, octaves: 3, footprint: footprint / width * 1.5)
        let offset = (point.x - middle) / (size * 0.5 * flare)
        if abs(offset) < 1 + 0.12 * bark { return 0.6 * bark - 0.5 * offset * offset }
        return branch(column, at: point, middle: middle, size: size, up: up)
    }

    /// Returns the shade of thin branches that rise to both sides.
    private func branch(_ column: Int, at point: Point, middle: Double, size: Double, up: Double) -> Double? {
        let away = point.x - middle
        let distance = abs(away)
        let reach = size * (1.6 + 1.6 * noise.unit(column, away > 0 ? 7 : 8))
        guard distance < reach, up > 0.25 else { return nil }
        let pitch = size * 2.6
        let height = up - distance * 0.55
        let position = height / pitch + (away > 0 ? 0.5 : 0)
        let row = floorToInteger(position)
        guard noise.unit(column &* 7 &+ row, 6) < 0.4 else { return nil }
        let off = abs(position - Double(row) - 0.5) * pitch
        return off < size * 0.09 * (1 - distance / reach) ? 0 : nil
    }
}
