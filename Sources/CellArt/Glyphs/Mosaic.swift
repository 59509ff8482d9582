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
