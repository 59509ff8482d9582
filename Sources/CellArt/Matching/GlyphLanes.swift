/// The coefficients of eight characters in the error that `PairSearch` minimizes.
struct GlyphLanes: Sendable {
    /// The fraction of the cell's upper half that is ink.
    var upperInk: CellLanes
    /// The fraction of the lower half that is ink, plus the share of the upper half's error that is diffused to it.
    var lowerInk: CellLanes
    /// The coefficient of the squared difference between the two colors.
    var contrast: CellLanes

    /// Returns the coefficients of a mosaic's characters, in order. Padding in the last group is never chosen.
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
