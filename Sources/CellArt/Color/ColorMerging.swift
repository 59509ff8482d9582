/// Merges indistinguishable true colors of neighboring cells in a row, so that a renderer that sends only changes sends
/// fewer bytes.
enum ColorMerging {
    /// - Parameters:
    ///   - width: the number of cells in a row; more than 0.
    ///   - tolerance: the largest color difference within a run: the sum of squares in red, green and blue (0 to 255).
    static func merge(_ cells: inout [ArtCell], width: Int, tolerance: Int) {
        for start in stride(from: 0, to: cells.count, by: width) {
            let row = start..<start + width
            var foregrounds = ColorRun(color: \.foreground, tolerance: tolerance)
            var backgrounds = ColorRun(color: \.background, tolerance: tolerance)
            for index in row {
                // The foreground of a space is invisible, so the run continues past it.
                if cells[index].glyph != " " { foregrounds.take(index, of: &cells) }
                backgrounds.take(index, of: &cells)
            }
            foregrounds.end(in: &cells)
            backgrounds.end(in: &cells)
            for index in row where cells[index].glyph == " " || cells[index].foreground == cells[index].background {
                cells[index] = ArtCell(plain: cells[index].background)
            }
        }
    }
}

/// A run of cells in a row with colors close enough to be merged.
private struct ColorRun {
    let color: WritableKeyPath<ArtCell, Color>
    let tolerance: Int
    private var cells = 0..<0
    private var least = SIMD4<Int>.zero
    private var most = SIMD4<Int>.zero

    init(color: WritableKeyPath<ArtCell, Color>, tolerance: Int) {
        self.color = color
        self.tolerance = tolerance
    }

    /// Extends the run by a cell, or ends it and starts a new one there.
    mutating func take(_ index: Int, of all: inout [ArtCell]) {
        guard case .rgb(let red, let green, let blue) = all[index][keyPath: color] else { return end(in: &all) }
        let value = SIMD4(Int(red), Int(green), Int(blue), 0)
        let lower = pointwiseMin(least, value)
        let upper = pointwiseMax(most, value)
        let spread = upper &- lower
        if !cells.isEmpty, (spread &* spread).wrappedSum() <= tolerance {
            (least, most) = (lower, upper)
            cells = cells.lowerBound..<index + 1
        } else {
            end(in: &all)
            (least, most) = (value, value)
            cells = index..<index + 1
        }
    }

    /// Sets all cells of the run to the color midway between its extremes, and ends the run.
    mutating func end(in all: inout [ArtCell]) {
        let middle = (least &+ most) / 2
        for index in cells {
            all[index][keyPath: color] = .rgb(UInt8(middle.x), UInt8(middle.y), UInt8(middle.z))
        }
        cells = 0..<0
    }
}
