/// The block characters of a symbol set, with a plan for summing the pixels under their ink.
struct Mosaic: Sendable {
    let plan: SumPlan
    /// One character of each complementary pair, without the space and the full block.
    let glyphs: [MosaicGlyph]
    /// The node for the whole cell.
    let whole: Int
    /// The nodes for the upper and the lower half of the cell.
    let upper: Int
    let lower: Int
    /// The number of pixels across and down in a cell, for ordered dithering.
    let pixels: (columns: Int, rows: Int)

    /// The character that fills the cell with ink, or comes closest to it.
    let full: Unicode.Scalar

    var characters: [Unicode.Scalar] {
        Set([" ", full] + glyphs.map(\.character) + glyphs.compactMap(\.complement)).sorted()
    }

    /// Returns the mosaic of a symbol set; nil if the set consists of neither blocks nor dots.
    static func of(_ symbols: SymbolSet, isMonochrome: Bool = false) -> Mosaic? {
        switch symbols {
        case .ascii: nil
        case .half: half
        case .quadrant: isMonochrome ? quadrant.reversible : quadrant
        case .sextant: sextant
        case .wedge: wedge
        case .octant: octant
        case .braille: isMonochrome ? monochromeBraille : braille
        }
    }

    /// The mosaic without characters that lack a complement, for monochrome, where the two colors can't be swapped.
    private var reversible: Mosaic {
        Mosaic(
            plan: plan, glyphs: glyphs.filter { $0.complement != nil }, whole: whole, upper: upper, lower: lower,
            pixels: pixels, full: full)
    }
}

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
