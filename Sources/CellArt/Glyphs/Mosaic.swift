/// The block characters of a symbol set, and how to sum what is under their ink.
struct Mosaic: Sendable {
    let plan: SumPlan
    /// One of each pair of complements; the space and the full block are not among them.
    let glyphs: [MosaicGlyph]
    /// The node of the whole cell.
    let whole: Int
    /// The nodes of the upper half of the cell and of the lower one.
    let upper: Int
    let lower: Int
    /// How many pixels it has across and down: of what a dithering pattern is made.
    let pixels: (columns: Int, rows: Int)

    var characters: [Unicode.Scalar] {
        Set([" ", "█"] + glyphs.map(\.character) + glyphs.compactMap(\.complement)).sorted()
    }

    /// Without the characters that have no complement.
    var reversible: Mosaic {
        Mosaic(
            plan: plan, glyphs: glyphs.filter { $0.complement != nil }, whole: whole, upper: upper, lower: lower,
            pixels: pixels)
    }

    /// Nil for a set that is not made of blocks.
    static func of(_ symbols: SymbolSet) -> Mosaic? {
        switch symbols {
        case .ascii: nil
        case .half: half
        case .quadrant: quadrant
        case .sextant: sextant
        case .wedge: wedge
        case .octant: octant
        case .braille: braille
        }
    }
}
