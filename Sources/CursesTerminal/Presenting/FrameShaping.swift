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
        var foreground = ColorRun()
        var background = ColorRun()
        for (index, tolerance) in zip(cells, tolerances) {
            guard attributes[index].contains(.picture) else {
                foreground.end(in: &foregrounds)
                background.end(in: &backgrounds)
                continue
            }
            foreground.take(index, tolerance: tolerance, in: &foregrounds)
            background.take(index, tolerance: tolerance, in: &backgrounds)
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

/// A run of neighboring cells with colors close enough to be merged.
private struct ColorRun {
    private var cells = 0..<0
    private var least: (Int32, Int32, Int32) = (0, 0, 0)
    private var most: (Int32, Int32, Int32) = (0, 0, 0)
    private var tolerance: Int32 = 0

    /// Extends the run by a cell, or starts a new run.
    mutating func take(_ index: Int, tolerance newTolerance: Int32, in plane: inout [Int32]) {
        let number = plane[index]
        guard number >= ColorNumber.firstTrueColor else { return end(in: &plane) }
        let color = (number >> 16 & 255, number >> 8 & 255, number & 255)
        let lower = (min(least.0, color.0), min(least.1, color.1), min(least.2, color.2))
        let upper = (max(most.0, color.0), max(most.1, color.1), max(most.2, color.2))
        let spread = (upper.0 - lower.0) * 30 + (upper.1 - lower.1) * 59 + (upper.2 - lower.2) * 11
        let least = min(tolerance, newTolerance)
        if !cells.isEmpty, cells.upperBound == index, spread <= 200 * least {
            (self.least, most, tolerance) = (lower, upper, least)
            cells = cells.lowerBound..<index + 1
        } else {
            end(in: &plane)
            (self.least, most, tolerance) = (color, color, newTolerance)
            cells = index..<index + 1
        }
    }

    /// Sets the run to the middle of its colors.
    mutating func end(in plane: inout [Int32]) {
        if cells.count > 1 {
            let red = (least.0 + most.0) / 2
            let green = (least.1 + most.1) / 2
            let blue = (least.2 + most.2) / 2
            let color = Int32(ColorNumber.firstTrueColor) | red << 16 | green << 8 | blue
            for index in cells { plane[index] = color }
        }
        cells = 0..<0
    }
}
