/// A character whose ink is a part of the cell with sharp edges.
struct MosaicGlyph: Sendable {
    let character: Unicode.Scalar
    /// The character with ink where this one has none; nil when there is none.
    let complement: Unicode.Scalar?
    /// The node of a `SumPlan` that sums what is under the ink.
    let node: Int
    /// How much of the cell is ink, 0 to 1.
    let ink: Float
    /// How far the ink differs from its mean over the cell, squared and averaged: 1/4 for one half of the cell.
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
