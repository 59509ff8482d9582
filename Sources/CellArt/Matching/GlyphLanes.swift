/// What characters weigh in error diffusion, eight of them at a time.
struct GlyphLanes: Sendable {
    /// How much of the upper half of the cell is ink.
    var upperInk: CellLanes
    /// How much of the lower half is, and what of the error of the upper half goes there.
    var lowerInk: CellLanes
    /// What the squared difference of the two colors counts for.
    var contrast: CellLanes

    /// In the order of the mosaic's characters; those that fill up the last eight are never best.
    static func all(of mosaic: Mosaic) -> [GlyphLanes] {
        let grid = mosaic.plan.grid
        let glyphs = mosaic.glyphs
        return stride(from: 0, to: glyphs.count, by: 8).map { first in
            var lanes = GlyphLanes(upperInk: .zero, lowerInk: .zero, contrast: CellLanes(repeating: .infinity))
            for (lane, glyph) in glyphs[first..<min(first + 8, glyphs.count)].enumerated() {
                var upper: Float = 0
                for (index, coverage) in mosaic.plan.coverages[glyph.node].enumerated() {
                    let row = index / grid.columns
                    if grid.rowEdges[row] < 0.5 { upper += 2 * coverage * grid.area(row: row) }
                }
                let lower = 2 * glyph.ink - upper + Diffusion.downward * upper
                lanes.upperInk[lane] = upper
                lanes.lowerInk[lane] = lower
                lanes.contrast[lane] =
                    glyph.variance + Diffusion.smoothness * (upper * upper + lower * lower)
            }
            return lanes
        }
    }
}
