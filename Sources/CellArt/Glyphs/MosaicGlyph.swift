/// A character with sharp-edged ink in part of the cell.
struct MosaicGlyph: Sendable {
    let character: Unicode.Scalar
    /// The character with ink exactly where this one has none; nil if none exists.
    let complement: Unicode.Scalar?
    /// The `SumPlan` node that sums the pixels under the ink.
    let node: Int
    /// The fraction of the cell that is ink, 0 to 1.
    let ink: Float
    /// The variance of the ink over the cell: 1/4 for a half block.
    let variance: Float
    let inverseVariance: Float

    init(character: Unicode.Scalar, complement: Unicode.Scalar?, node: Int, plan: SumPlan) {
        self.character = character
        self.complement = complement
        self.node = node
        var ink: Float = 0
        var squares: Float = 0
        for (index, coverage) in plan.coverages[node].enumerated() {
            let area = plan.grid.area(row: index / plan.grid.columns)
            ink += area * coverage
            squares += area * coverage * coverage
        }
        self.ink = ink
        variance = squares - ink * ink
        inverseVariance = 1 / variance
    }
}
