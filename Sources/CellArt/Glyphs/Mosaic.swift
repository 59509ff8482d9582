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

    /// The character that is all ink, as far as there is one.
    let full: Unicode.Scalar

    var characters: [Unicode.Scalar] {
        Set([" ", full] + glyphs.map(\.character) + glyphs.compactMap(\.complement)).sorted()
    }

    /// Nil for a set that is not made of blocks or dots.
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

    /// Without the characters that have no complement: where the two colors can't change places.
    private var reversible: Mosaic {
        Mosaic(
            plan: plan, glyphs: glyphs.filter { $0.complement != nil }, whole: whole, upper: upper, lower: lower,
            pixels: pixels, full: full)
    }
}
