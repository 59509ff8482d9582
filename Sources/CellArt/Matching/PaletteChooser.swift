/// Finds the character and the two colors of a palette with the least squared error.
///
/// For each character the best colors are those nearest to the means of what is under its ink and beside it. No color is
/// nearer than these means themselves, so a character whose error with them is not less is passed over.
struct PaletteChooser<P: Palette>: CellChooser {
    let palette: P

    func choose(_ nodes: UnsafePointer<CellLanes>, cells: CellRun, mosaic: Mosaic) {
        for lane in cells.lanes {
            cells.target.initializeElement(at: lane, to: cell(nodes, lane: lane, mosaic: mosaic))
        }
    }

    private func cell(_ nodes: UnsafePointer<CellLanes>, lane: Int, mosaic: Mosaic) -> ArtCell {
        let mean = palette.color(of: mosaic.whole, nodes, lane: lane)
        let plain = palette.nearest(to: mean)
        var best = (glyph: -1, foreground: plain.index, background: plain.index)
        var leastError = plain.color.difference(from: mean)
        mosaic.glyphs.withUnsafeBufferPointer { glyphs in
            for index in glyphs.indices {
                let glyph = glyphs[index]
                let covariance = palette.color(of: glyph.node, nodes, lane: lane) - mean * glyph.ink
                let difference = covariance * glyph.inverseVariance
                guard -difference.product(covariance) < leastError else { continue }
                let backgroundMean = mean - difference * glyph.ink
                let foreground = palette.nearest(to: backgroundMean + difference)
                let background = palette.nearest(to: backgroundMean)
                let step = foreground.color - background.color
                let error =
                    step.product(step) * glyph.variance - 2 * step.product(covariance)
                    + (background.color + step * glyph.ink).difference(from: mean)
                if error < leastError {
                    leastError = error
                    best = (index, foreground.index, background.index)
                }
            }
        }
        guard best.foreground != best.background else { return palette.cell(plain: best.background) }
        return palette.cell(mosaic.glyphs[best.glyph], foreground: best.foreground, background: best.background)
    }
}
