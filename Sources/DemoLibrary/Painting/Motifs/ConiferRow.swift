/// A row of firs or spruces seen against the light.
struct ConiferRow: Sendable {
    let color: LinearColor
    private let base: Double
    private let spacing: Double
    private let height: ClosedRange<Double>
    private let noise: GradientNoise
    private let trees: ColumnTable<Tree>

    private struct Tree: Sendable {
        let middle: Double
        let size: Double
        let tiers: Double
    }

    /// - Parameters:
    ///   - base: the y of the ground; everything below belongs to the row.
    ///   - hollow: how much shorter the trees in the middle are, from 0 to 1.
    init(
        base: Double, spacing: Double, height: ClosedRange<Double>, hollow: Double = 0, color: LinearColor,
        in area: SampledArea, random: inout SeededRandom
    ) {
        self.base = base
        self.spacing = spacing
        self.height = height
        self.color = color
        let noise = GradientNoise(&random)
        self.noise = noise
        let halfWidth = area.aspect / 2
        trees = ColumnTable(in: area, spacing: spacing) { column in
            let middle = (Double(column) + 0.5 + 0.6 * (noise.unit(column, 1) - 0.5)) * spacing
            let side = clamp(abs(middle) / halfWidth)
            return Tree(
                middle: middle,
                size: mix(height.lowerBound, height.upperBound, noise.unit(column, 2))
                    * mix(1 - hollow, 1, side * side),
                tiers: 7 + 4 * noise.unit(column, 3))
        }
    }

    /// Returns rows that frame the lower edge of a picture, nearest first.
    static func edge(
        of area: SampledArea, base: Double, color: LinearColor, random: inout SeededRandom
    ) -> [ConiferRow] {
        [
            ConiferRow(
                base: base + 0.03, spacing: 0.06, height: 0.14...0.34, hollow: 0.75, color: color, in: area,
                random: &random),
            ConiferRow(
                base: base - 0.01, spacing: 0.04, height: 0.08...0.18, hollow: 0.6, color: color * 1.5, in: area,
                random: &random),
        ]
    }

    /// The y of the highest tree.
    var top: Double { base - height.upperBound }

    func covers(_ point: Point) -> Bool {
        guard point.y > top else { return false }
        if point.y > base + 0.02 * noise.value(point.x * 4) { return true }
        let cell = floorToInteger(point.x / spacing)
        for column in (cell - 1)...(cell + 1) where covers(point, trees[column]) { return true }
        return false
    }

    private func covers(_ point: Point, _ tree: Tree) -> Bool {
        let down = (point.y - (base - tree.size)) / tree.size
        guard down > 0 else { return false }
        let tier = down * tree.tiers - Double(Int(down * tree.tiers))
        let bough = 0.55 + 0.45 * tier
        let width = tree.size * 0.19 * (0.05 + down) * bough
        return abs(point.x - tree.middle) < max(width, tree.size * 0.008)
    }
}
