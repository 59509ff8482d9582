/// How much of a cell the glyphs of pictures cover.
public enum GlyphInk {
    /// The fractions of the upper and the lower half of a cell, from 0 to 1.
    public typealias Halves = (upper: Float, lower: Float)

    /// Returns what a character's foreground covers; half of each half for characters that no picture has.
    public static func halves(of scalar: UInt32) -> Halves { ink[scalar] ?? (0.5, 0.5) }

    private static let ink: [UInt32: Halves] = {
        var ink: [UInt32: Halves] = [0x20: (0, 0), 0x2588: (1, 1)]
        for mosaic in [Mosaic.half, .quadrant, .sextant, .wedge, .octant, .braille] {
            for glyph in mosaic.glyphs {
                let halves = halves(of: glyph, in: mosaic.plan)
                ink[glyph.character.value] = halves
                if let complement = glyph.complement { ink[complement.value] = (1 - halves.upper, 1 - halves.lower) }
            }
        }
        return ink
    }()

    private static func halves(of glyph: MosaicGlyph, in plan: SumPlan) -> Halves {
        var halves: Halves = (0, 0)
        for (index, coverage) in plan.coverages[glyph.node].enumerated() {
            let row = index / plan.grid.columns
            // All grids have an edge in the middle.
            if plan.grid.rowEdges[row] < 0.5 {
                halves.upper += 2 * plan.grid.area(row: row) * coverage
            } else {
                halves.lower += 2 * plan.grid.area(row: row) * coverage
            }
        }
        return halves
    }
}
