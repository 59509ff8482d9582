import CellArt
import TerminalUI

/// How much a picture's colors may change to save bytes.
enum ColorCoalescing: Equatable, Sendable {
    /// No changes.
    case exact
    /// Merges neighbors that differ by up to 2 of 255. Saves a third of the bytes and is invisible (47 dB); for slow
    /// connections.
    case near
    /// Merges neighbors that differ by up to 2 to 12 of 255, depending on local detail; for motion.
    case moving
}

extension NumberedFrame {
    /// Converts picture cells to equivalent or nearly equivalent ones that take fewer bytes.
    mutating func shape(joining: ColorCoalescing) {
        canonicalize()
        guard joining != .exact else { return }
        for row in 0..<size.rows {
            let cells = cells(ofRow: row)
            join(cells, tolerances: joining == .near ? cells.map { _ in 2 } : cells.map(tolerance))
        }
    }

    /// Makes the larger color the foreground, so that rows of half blocks differ in their characters too, from which
    /// ncurses detects scrolling. A cell of one color becomes a blank, because ncurses can erase many of those at once.
    private mutating func canonicalize() {
        for index in scalars.indices where attributes[index].contains(.picture) {
            if scalars[index] == 0x2588 {
                scalars[index] = 0x20
                backgrounds[index] = foregrounds[index]
            } else if scalars[index] == 0x20 {
                foregrounds[index] = backgrounds[index]
            }
            guard foregrounds[index] < backgrounds[index], let other = GlyphComplement.of(scalars[index]) else {
                continue
            }
            scalars[index] = other
            (foregrounds[index], backgrounds[index]) = (backgrounds[index], foregrounds[index])
        }
    }

    private mutating func join(_ cells: Range<Int>, tolerances: [Int32]) {
        var foreground = ColorMerger()
        var background = ColorMerger()
        for (index, tolerance) in zip(cells, tolerances) {
            guard attributes[index].contains(.picture) else {
                foreground.end(in: &foregrounds)
                background.end(in: &backgrounds)
                continue
            }
            foreground.add(index, tolerance: tolerance, in: &foregrounds)
            background.add(index, tolerance: tolerance, in: &backgrounds)
        }
        foreground.end(in: &foregrounds)
        background.end(in: &backgrounds)
    }

    /// Returns the tolerance at a cell: 2 plus half of the local activity, at most 12. This keeps smooth skies fine and
    /// lets rough areas get coarse. The activity is the sum of the two smaller steps in brightness among those to the
    /// left, to the right and within the cell.
    private func tolerance(at index: Int) -> Int32 {
        let column = index % size.columns
        let own = luma(foregrounds[index]) + luma(backgrounds[index])
        let left = column == 0 ? 0 : abs(own - luma(foregrounds[index - 1]) - luma(backgrounds[index - 1])) / 2
        let right =
            column + 1 == size.columns ? 0 : abs(own - luma(foregrounds[index + 1]) - luma(backgrounds[index + 1])) / 2
        let within = abs(luma(foregrounds[index]) - luma(backgrounds[index]))
        return min(12, 2 + (left + right + within - max(left, right, within)) / 2)
    }

    private func luma(_ number: Int32) -> Int32 {
        ((number >> 16 & 255) * 30 + (number >> 8 & 255) * 59 + (number & 255) * 11) / 100
    }
}

/// Merges the foregrounds or the backgrounds of a row of cells.
private struct ColorMerger {
    private var run = ColorRun()
    private var tolerance: Int32 = 0

    /// Extends the run by a cell, or starts a new run.
    mutating func add(_ index: Int, tolerance newTolerance: Int32, in plane: inout [Int32]) {
        let number = plane[index]
        guard number >= ColorNumber.firstTrueColor else { return end(in: &plane) }
        let color = SIMD4(number >> 16 & 255, number >> 8 & 255, number & 255, 0)
        let least = min(tolerance, newTolerance)
        let isExtended =
            run.cells.upperBound == index
            && run.extend(to: index, color: color) { ($0 &* SIMD4(30, 59, 11, 0)).wrappedSum() <= 200 * least }
        if isExtended {
            tolerance = least
        } else {
            end(in: &plane)
            run.start(at: index, color: color)
            tolerance = newTolerance
        }
    }

    /// Sets the run to the middle of its colors.
    mutating func end(in plane: inout [Int32]) {
        if run.cells.count > 1 {
            let middle = run.middle
            let color = Int32(ColorNumber.firstTrueColor) | middle.x << 16 | middle.y << 8 | middle.z
            for index in run.cells { plane[index] = color }
        }
        run.cells = 0..<0
    }
}
