/// Chooses the character and the two palette colors with the least squared error.
///
/// The best colors for a character are those nearest to the means under its ink and next to it. No palette color can
/// beat the means themselves, so a character is skipped if even the means don't improve on the best error so far.
struct PaletteChooser<P: Palette>: CellChooser {
    let palette: P

    func choose(_ nodes: UnsafePointer<CellLanes>, cells: CellRun, mosaic: Mosaic) {
        let means = palette.colors(of: mosaic.whole, nodes)
        let plain = palette.nearest(to: means)
        var minErrors = (plain.colors - means).product(plain.colors - means)
        var choices = CellLanes(repeating: -1)
        var foregrounds = plain.indices
        var backgrounds = plain.indices
        mosaic.glyphs.withUnsafeBufferPointer { glyphs in
            for index in glyphs.indices {
                let glyph = glyphs[index]
                let covariances = palette.colors(of: glyph.node, nodes) - means * glyph.ink
                let differences = covariances * glyph.inverseVariance
                guard (CellLanes.zero - minErrors - differences.product(covariances)).least.value < 0 else {
                    continue
                }
                let backgroundMeans = means - differences * glyph.ink
                let foreground = palette.nearest(to: backgroundMeans + differences)
                let background = palette.nearest(to: backgroundMeans)
                let steps = foreground.colors - background.colors
                let residual = background.colors + steps * glyph.ink - means
                let errors =
                    steps.product(steps * glyph.variance - covariances * 2) + residual.product(residual)
                let isBetter = errors .< minErrors
                minErrors.replace(with: errors, where: isBetter)
                choices.replace(with: Float(index), where: isBetter)
                foregrounds.replace(with: foreground.indices, where: isBetter)
                backgrounds.replace(with: background.indices, where: isBetter)
            }
            for lane in cells.lanes {
                let foreground = UInt8(foregrounds[lane])
                let background = UInt8(backgrounds[lane])
                cells.target.initializeElement(
                    at: lane,
                    to: foreground == background
                        ? palette.cell(plain: background)
                        : palette.cell(glyphs[Int(choices[lane])], foreground: foreground, background: background))
            }
        }
    }
}
