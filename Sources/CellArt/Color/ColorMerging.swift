/// Gives neighboring cells of a row the same true color where theirs can't be told apart: what sends only changes to a
/// terminal then sends less.
enum ColorMerging {
    /// - Parameters:
    ///   - width: how many cells a row has; more than 0.
    ///   - tolerance: how much the colors of a run may differ: the sum of the squares, in steps of 255.
    static func merge(_ cells: inout [ArtCell], width: Int, tolerance: Int) {
        for start in stride(from: 0, to: cells.count, by: width) {
            let row = start..<start + width
            var foregrounds = ColorRun(color: \.foreground, tolerance: tolerance)
            var backgrounds = ColorRun(color: \.background, tolerance: tolerance)
            for index in row {
                // The foreground of a space is not seen: the run goes on behind it.
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

/// Cells of a row whose colors are near enough to each other to become one.
private struct ColorRun {
    let color: WritableKeyPath<ArtCell, ArtColor>
    let tolerance: Int
    private var cells = 0..<0
    private var least = SIMD4<Int>.zero
    private var most = SIMD4<Int>.zero

    init(color: WritableKeyPath<ArtCell, ArtColor>, tolerance: Int) {
        self.color = color
        self.tolerance = tolerance
    }

    /// Goes on with a cell, or ends and begins anew with it.
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

    /// Gives the cells the color in the middle.
    mutating func end(in all: inout [ArtCell]) {
        let middle = (least &+ most) / 2
        for index in cells {
            all[index][keyPath: color] = .rgb(UInt8(middle.x), UInt8(middle.y), UInt8(middle.z))
        }
        cells = 0..<0
    }
}
