/// A row of trunks at one distance.
struct TrunkRow: Sendable {
    let foot: Double
    let nearness: Double
    private let spacing: Double
    private let width: Double
    private let noise: GradientNoise
    private let trunks: ColumnTable<Trunk?>

    private struct Trunk: Sendable {
        /// The y of the foot.
        let root: Double
        let lean: Double
        /// The x of the middle at the foot.
        let middle: Double
        let size: Double
        /// How far branches reach to the left and right, in sizes.
        let left: Double
        let right: Double
    }

    init(
        spacing: Double, width: Double, foot: Double, nearness: Double, in area: SampledArea,
        random: inout SeededRandom
    ) {
        self.spacing = spacing
        self.width = width
        self.foot = foot
        self.nearness = nearness
        let noise = GradientNoise(&random)
        self.noise = noise
        trunks = ColumnTable(in: area, spacing: spacing) { column in
            guard noise.unit(column, 4) < mix(0.95, 0.7, nearness) else { return nil }
            return Trunk(
                root: foot + 0.03 * (noise.unit(column, 5) - 0.5), lean: 0.16 * (noise.unit(column, 1) - 0.5),
                middle: (Double(column) + 0.5 + 0.7 * (noise.unit(column, 2) - 0.5)) * spacing,
                size: width * (0.5 + noise.unit(column, 3)), left: 1.6 + 1.6 * noise.unit(column, 8),
                right: 1.6 + 1.6 * noise.unit(column, 7))
        }
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
        guard let trunk = trunks[column], point.y < trunk.root else { return nil }
        let up = trunk.root - point.y
        let away = point.x - trunk.middle - trunk.lean * up
        let size = trunk.size * (1 - 0.4 * up)
        let flare = up < 0.1 ? 1 + 0.8 * smoothstep(0.1, 0, up) : 1
        let radius = size * 0.5 * flare
        let reach = size * (away > 0 ? trunk.right : trunk.left)
        guard abs(away) < 1.2 * radius else { return branch(column, away: away, reach: reach, size: size, up: up) }
        let offset = away / radius
        let bark = noise.fractal(
            point.x / width * 1.5, point.y / width * 0.25, octaves: 3, footprint: footprint / width * 1.5)
        if abs(offset) < 1 + 0.12 * bark { return 0.6 * bark - 0.5 * offset * offset }
        return branch(column, away: away, reach: reach, size: size, up: up)
    }

    /// Returns the shade of thin branches that rise to both sides.
    private func branch(_ column: Int, away: Double, reach: Double, size: Double, up: Double) -> Double? {
        let distance = abs(away)
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
