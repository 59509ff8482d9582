/// Merges indistinguishable true colors of neighboring cells in a row, so that a renderer that sends only changes sends
/// fewer bytes.
enum ColorMerging {
    /// - Parameters:
    ///   - width: the number of cells in a row; more than 0.
    ///   - tolerance: the largest color difference within a run: the sum of squares in red, green and blue (0 to 255).
    static func merge(_ cells: inout [ArtCell], width: Int, tolerance: Int) {
        for start in stride(from: 0, to: cells.count, by: width) {
            let row = start..<start + width
            var foregrounds = ColorMerger(color: \.foreground, tolerance: tolerance)
            var backgrounds = ColorMerger(color: \.background, tolerance: tolerance)
            for index in row {
                // The foreground of a space is invisible, so the run continues past it.
                if cells[index].glyph != " " { foregrounds.add(index, of: &cells) }
                backgrounds.add(index, of: &cells)
            }
            foregrounds.end(in: &cells)
            backgrounds.end(in: &cells)
            for index in row where cells[index].glyph == " " || cells[index].foreground == cells[index].background {
                cells[index] = ArtCell(plain: cells[index].background)
            }
        }
    }
}

/// A run of neighboring cells with colors close enough to be replaced by a single one.
public struct ColorRun {
    /// The indices of the cells.
    public var cells = 0..<0
    @usableFromInline var lower = SIMD4<Int32>.zero
    @usableFromInline var upper = SIMD4<Int32>.zero

    public init() {}

    /// Extends the run by a cell, unless its colors would then differ too much; returns whether it did.
    /// - Parameter isClose: whether colors may be merged that differ by this much in red, green and blue.
    @inlinable
    public mutating func extend(
        to index: Int, color: SIMD4<Int32>, isClose: (_ spread: SIMD4<Int32>) -> Bool
    ) -> Bool {
        let (newLower, newUpper) = (pointwiseMin(lower, color), pointwiseMax(upper, color))
        guard !cells.isEmpty, isClose(newUpper &- newLower) else { return false }
        (lower, upper) = (newLower, newUpper)
        cells = cells.lowerBound..<index + 1
        return true
    }

    /// Starts a new run.
    @inlinable
    public mutating func start(at index: Int, color: SIMD4<Int32>) {
        (lower, upper) = (color, color)
        cells = index..<index + 1
    }

    /// The color midway between the extremes.
    @inlinable
    public var middle: SIMD4<Int32> { (lower &+ upper) / 2 }
}

/// Merges the foregrounds or the backgrounds of a row of cells.
private struct ColorMerger {
    let color: WritableKeyPath<ArtCell, Color>
    let tolerance: Int
    private var run = ColorRun()

    init(color: WritableKeyPath<ArtCell, Color>, tolerance: Int) {
        self.color = color
        self.tolerance = tolerance
    }

    /// Extends the run by a cell, or ends it and starts a new one there.
    mutating func add(_ index: Int, of all: inout [ArtCell]) {
        guard case .rgb(let red, let green, let blue) = all[index][keyPath: color] else { return end(in: &all) }
        let value = SIMD4(Int32(red), Int32(green), Int32(blue), 0)
        let isExtended = run.extend(to: index, color: value) { [tolerance] in
            Int(($0 &* $0).wrappedSum()) <= tolerance
        }
        guard !isExtended else { return }
        end(in: &all)
        run.start(at: index, color: value)
    }

    /// Sets all cells of the run to the color midway between its extremes, and ends the run.
    mutating func end(in all: inout [ArtCell]) {
        let middle = run.middle
        for index in run.cells {
            all[index][keyPath: color] = .rgb(UInt8(middle.x), UInt8(middle.y), UInt8(middle.z))
        }
        run.cells = 0..<0
    }
}
