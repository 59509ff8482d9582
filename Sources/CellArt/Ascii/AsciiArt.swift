/// Draws pictures in printable ASCII. The characters carry shape and brightness; the colors, if any, add the hue.
enum AsciiArt {
    /// Returns the cells of a picture.
    /// - Parameters:
    ///   - samples: `GlyphCoverage.columns` x `GlyphCoverage.rows` samples for each cell.
    ///   - colors: one color for each cell.
    ///   - background: the terminal's background; its foreground is assumed to be the opposite.
    static func cells(of samples: PixelGrid, colors: ColorPlane, background: RGB) -> [ArtCell] {
        let matcher = AsciiMatcher.shared
        let ink = ink(of: samples, background: background)
        var cells: [ArtCell] = []
        cells.reserveCapacity(colors.colors.count)
        let cellSampleCount = GlyphCoverage.columns * GlyphCoverage.rows
        withUnsafeTemporaryAllocation(of: Float.self, capacity: cellSampleCount) { cellSamples in
            cellSamples.initialize(repeating: 0)
            for index in colors.colors.indices {
                let left = index % colors.width * GlyphCoverage.columns
                let top = index / colors.width * GlyphCoverage.rows
                for row in 0..<GlyphCoverage.rows {
                    for column in 0..<GlyphCoverage.columns {
                        cellSamples[row * GlyphCoverage.columns + column] =
                            ink[(top + row) * samples.width + left + column]
                    }
                }
                let glyph = matcher.glyph(for: UnsafeBufferPointer(cellSamples))
                let color = glyph == " " ? .terminal : colors.colors[index]
                cells.append(ArtCell(glyph: glyph, foreground: color, background: .terminal))
            }
        }
        return cells
    }

    /// Returns the ink needed at each sample, 0 to 1; 0 outside the bitmap.
    private static func ink(of samples: PixelGrid, background: RGB) -> [Float] {
        let isInkLight = background.isDark
        var ink = [Float](repeating: 0, count: samples.colors.count)
        for y in samples.rowsInside {
            for x in samples.columnsInside {
                let luma = samples.colors[y * samples.width + x].luma / 255
                ink[y * samples.width + x] = isInkLight ? luma : 1 - luma
            }
        }
        return ink
    }
}
