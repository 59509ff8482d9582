/// Chooses the character and the two colors with the least squared error.
///
/// With m the ink of a character over the cell (mean m̄), x the colors of the cell, b the background and d the
/// difference between foreground and background, the error of b + m d is least for d = P / V and b = x̄ - m̄ d, where P
/// is the mean of (m - m̄) x and V that of (m - m̄)². That error is |P|² / V below the error of a plain cell.
struct TrueColorChooser: CellChooser {
    /// A cell stays plain unless a character reduces its mean squared error by more than this.
    private static let tolerance: Float = 1

    func choose(_ nodes: UnsafePointer<CellLanes>, cells: CellRun, mosaic: Mosaic) {
        let whole = nodes + 3 * mosaic.whole
        let red = whole[0]
        let green = whole[1]
        let blue = whole[2]
        var gains = CellLanes(repeating: Self.tolerance)
        var choices = CellLanes(repeating: -1)
        mosaic.glyphs.withUnsafeBufferPointer { glyphs in
            for index in glyphs.indices {
                let glyph = glyphs[index]
                let node = nodes + 3 * glyph.node
                let redCovariance = node[0] - red * glyph.ink
                let greenCovariance = node[1] - green * glyph.ink
                let blueCovariance = node[2] - blue * glyph.ink
                let squares =
                    redCovariance * redCovariance + greenCovariance * greenCovariance
                    + blueCovariance * blueCovariance
                let gain = squares * glyph.inverseVariance
                let isBetter = gain .> gains
                gains.replace(with: gain, where: isBetter)
                choices.replace(with: Float(index), where: isBetter)
            }
            for lane in cells.lanes {
                let mean = SIMD4(red[lane], green[lane], blue[lane], 0)
                let choice = Int(choices[lane])
                guard choice >= 0 else {
                    cells.target.initializeElement(at: lane, to: ArtCell(plain: Color(mean)))
                    continue
                }
                let glyph = glyphs[choice]
                let node = nodes + 3 * glyph.node
                let sum = SIMD4(node[0][lane], node[1][lane], node[2][lane], 0)
                let difference = (sum - mean * glyph.ink) * glyph.inverseVariance
                let background = mean - difference * glyph.ink
                cells.target.initializeElement(
                    at: lane,
                    to: ArtCell(glyph, foreground: Color(background + difference), background: Color(background)))
            }
        }
    }
}
