/// A row of firs or spruces seen against the light.
struct ConiferRow: Sendable {
    let color: LinearColor
    private let base: Double
    private let spacing: Double
    private let height: ClosedRange<Double>
    private let noise: GradientNoise
    /// How much taller trees are at the sides than in the middle, from 0 to 1.
    private let hollow: Double
    private let halfWidth: Double

    /// - Parameters:
    ///   - base: the y of the ground; everything below belongs to the row.
    ///   - hollow: how much shorter the trees in the middle are, from 0 to 1.
    init(
        base: Double, spacing: Double, height: ClosedRange<Double>, hollow: Double = 0, aspect: Double = 1.5,
        color: LinearColor, random: inout SeededRandom
    ) {
        self.base = base
        self.spacing = spacing
        self.height = height
        self.hollow = hollow
        self.color = color
        halfWidth = aspect / 2
        noise = GradientNoise(&random)
    }

    /// Returns rows that frame the lower edge of a picture, nearest first.
    static func edge(
        of aspect: Double, base: Double, color: LinearColor, random: inout SeededRandom
    ) -> [ConiferRow] {
        [
            ConiferRow(
                base: base + 0.03, spacing: 0.06, height: 0.14...0.34, hollow: 0.75, aspect: aspect, color: color,
                random: &random),
            ConiferRow(
                base: base - 0.01, spacing: 0.04, height: 0.08...0.18, hollow: 0.6, aspect: aspect,
                color: color * 1.5, random: &random),
        ]
    }

    /// The y of the highest tree.
    var top: Double { base - height.upperBound }

    func covers(_ point: Point) -> Bool {
        guard point.y > top else { return false }
        if point.y > base + 0.02 * noise.value(point.x * 4) { return true }
        let cell = floorToInteger(point.x / spacing)
        for column in (cell - 1)...(cell + 1) where tree(column, covers: point) { return true }
        return false
    }

    private func tree(_ column: Int, covers point: Point) -> Bool {
        let middle = (Double(column) + 0.5 + 0.6 * (noise.unit(column, 1) - 0.5)) * spacing
        let side = clamp(abs(middle) / halfWidth)
        let size =
            mix(height.lowerBound, height.upperBound, noise.unit(column, 2))
            * mix(1 - hollow, 1, side * side)
        let down = (point.y - (base - size)) / size
        guard down > 0 else { return false }
        let tiers = 7 + 4 * noise.unit(column, 3)
        let tier = down * tiers - Double(Int(down * tiers))
        let bough = 0.55 + 0.45 * tier
        let width = size * 0.19 * (0.05 + down) * bough
        return abs(point.x - middle) < max(width, size * 0.008)
    }
}
