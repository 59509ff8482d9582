import CellArt
import Dispatch
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

/// Decides how exact a frame's colors are: coarse during motion on a slow connection.
struct FramePacing {
    /// Pictures that follow each other within this time are motion. After it, a coarse frame is refined.
    static let idle = DispatchTimeInterval.milliseconds(150)

    private static let idleNanoseconds: UInt64 = 150_000_000

    private var lastPictureEnded: UInt64?
    private var last = ColorCoalescing.exact
    /// Whether the frame being sent contains a new picture.
    private var sendsPicture = false

    /// Whether the terminal shows a coarse frame.
    var isCoarse: Bool { last == .moving }

    /// Returns how to merge the colors of a frame drawn now.
    /// - Parameters:
    ///   - now: nanoseconds of uptime.
    ///   - link: judged by a complete exact frame.
    ///   - hasNewPicture: whether pictures have changed; a change of text alone isn't motion.
    mutating func joining(at now: UInt64, over link: LinkQuality, hasNewPicture: Bool) -> ColorCoalescing {
        if hasNewPicture { sendsPicture = true }
        let isMoving = lastPictureEnded.map { now < $0 + Self.idleNanoseconds } ?? false
        if isMoving, !hasNewPicture { return last }
        if isMoving, !link.isSmooth {
            last = .moving
        } else {
            last = link.isQuick ? .exact : .near
        }
        return last
    }

    /// Records that output has been written.
    /// - Parameter isWhole: whether the frame has been written completely.
    mutating func didWrite(at now: UInt64, isWhole: Bool) {
        if sendsPicture { lastPictureEnded = now }
        if isWhole { sendsPicture = false }
    }
}

extension NumberedFrame {
    /// Merges nearly equal colors of adjacent picture cells, so that they take fewer bytes.
    mutating func mergeColors(_ coalescing: ColorCoalescing) {
        for row in 0..<size.rows {
            let cells = cells(ofRow: row)
            mergeColors(of: cells, tolerances: coalescing == .near ? cells.map { _ in 2 } : cells.map(tolerance))
        }
    }

    private mutating func mergeColors(of cells: Range<Int>, tolerances: [Int32]) {
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
