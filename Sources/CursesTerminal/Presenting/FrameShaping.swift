import TerminalUI

/// How freely a picture's colors may be changed to send fewer bytes.
enum ColorJoining: Equatable, Sendable {
    /// Every color as it is.
    case exact
    /// Neighbors within 2 steps of 255 become one color, which saves a third and cannot be seen (47 dB): for slow lines.
    case near
    /// Neighbors within 2 to 12 steps of 255 become one color, more where the picture is restless: for motion.
    case moving
}

extension NumberedFrame {
    /// Brings the picture's cells into a form that costs fewer bytes and looks the same, or nearly.
    mutating func shape(joining: ColorJoining) {
        canonicalize()
        guard joining != .exact else { return }
        for row in 0..<size.rows {
            let cells = cells(ofRow: row)
            join(cells, tolerances: joining == .near ? cells.map { _ in 2 } : cells.map(tolerance))
        }
    }

    /// The larger color becomes the foreground: rows of half blocks then differ in their characters too, by which
    /// ncurses finds out that a picture has scrolled.
    /// Of a cell of one color only that one is kept, as a blank, of which ncurses can erase many at once.
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

    /// A smooth sky keeps its steps small, where rock may get coarse: 2 and half of the activity, at most 12.
    /// Activity is the two smaller of the steps in brightness to the left, to the right and within the cell.
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

/// Neighboring cells of a row whose colors are near enough to each other to become one.
private struct ColorRun {
    private var cells = 0..<0
    private var least: (Int32, Int32, Int32) = (0, 0, 0)
    private var most: (Int32, Int32, Int32) = (0, 0, 0)
    private var tolerance: Int32 = 0

    /// Goes on with a cell, or begins anew with it.
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

    /// Gives the run its color: the middle.
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
