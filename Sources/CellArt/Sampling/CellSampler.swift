/// Samples rows of cells from pixels: for each part of a `SampleGrid` the mean color, times the part's share of the cell.
struct CellSampler {
    private let pixels: FlatPixels
    private let grid: SampleGrid
    /// Under each row of samples, from the top of the picture.
    private let rowSpans: [AxisCoverage.Span]
    private let columnSpans: [AxisCoverage.Span]
    /// Which pixels of a row are needed.
    private let pixelRange: Range<Int>
    /// The pixels of `pixelRange` under each row of samples of the current row of cells, four values each.
    private var lines: [Float]

    init(_ pixels: FlatPixels, columns: Int, rows: Int, grid: SampleGrid) {
        self.pixels = pixels
        self.grid = grid
        let part = pixels.part
        let rowEdges = (0..<rows).flatMap { row in
            grid.rowEdges.dropLast().map { part.y + part.height * (Double(row) + $0) / Double(rows) }
        }
        rowSpans = AxisCoverage.spans(between: rowEdges + [part.y + part.height], sourceCount: pixels.height)
        let columnCount = columns * grid.columns
        let columnEdges = (0...columnCount).map { part.x + part.width * Double($0) / Double(columnCount) }
        columnSpans = AxisCoverage.spans(between: columnEdges, sourceCount: pixels.width)
        let first = columnSpans.first?.first ?? 0
        pixelRange = first..<(columnSpans.last.map { $0.first + $0.count } ?? first)
        lines = [Float](repeating: 0, count: grid.rows * 4 * pixelRange.count)
    }

    /// Goes to a row of cells.
    mutating func load(row: Int) {
        let length = 4 * pixelRange.count
        let share = 1 / Float(grid.columns)
        lines.withUnsafeMutableBufferPointer { lines in
            pixels.bytes.withUnsafeBufferPointer { bytes in
                guard let lines = lines.baseAddress, let bytes = bytes.baseAddress else { return }
                for gridRow in 0..<grid.rows {
                    let line = lines + gridRow * length
                    let span = rowSpans[row * grid.rows + gridRow]
                    let height = share * Float(grid.rowEdges[gridRow + 1] - grid.rowEdges[gridRow])
                    for offset in 0..<span.count {
                        let source = bytes + 4 * ((span.first + offset) * pixels.width + pixelRange.lowerBound)
                        let weight = height * span.weight(at: offset)
                        if offset == 0 {
                            for index in 0..<length { line[index] = weight * Float(source[index]) }
                        } else {
                            for index in 0..<length { line[index] += weight * Float(source[index]) }
                        }
                    }
                }
            }
        }
    }

    /// Samples eight cells of the row, or those that are left, from `column` on: red, green and blue of each sample.
    func sample(column: Int, into samples: UnsafeMutablePointer<CellLanes>) {
        let width = pixelRange.count
        let laneCount = min(CellLanes.scalarCount, columnSpans.count / grid.columns - column)
        let target = UnsafeMutableRawPointer(samples).assumingMemoryBound(to: Float.self)
        lines.withUnsafeBytes { lines in
            columnSpans.withUnsafeBufferPointer { spans in
                guard let pixels = lines.assumingMemoryBound(to: SIMD4<Float>.self).baseAddress else { return }
                for gridRow in 0..<grid.rows {
                    let line = pixels + (gridRow * width - pixelRange.lowerBound)
                    for lane in 0..<laneCount {
                        for gridColumn in 0..<grid.columns {
                            let span = spans[(column + lane) * grid.columns + gridColumn]
                            let sum = Self.sum(of: span, in: line)
                            let index = 3 * (gridRow * grid.columns + gridColumn) * CellLanes.scalarCount + lane
                            target[index] = sum.x
                            target[index + CellLanes.scalarCount] = sum.y
                            target[index + 2 * CellLanes.scalarCount] = sum.z
                        }
                    }
                }
            }
        }
    }

    @inline(__always)
    private static func sum(of span: AxisCoverage.Span, in line: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
        var sum = line[span.first] * span.firstWeight
        guard span.count > 1 else { return sum }
        let last = span.first + span.count - 1
        sum += line[last] * span.lastWeight
        guard span.count > 2 else { return sum }
        var inner = SIMD4<Float>.zero
        for pixel in (span.first + 1)..<last { inner += line[pixel] }
        return sum + inner * span.innerWeight
    }
}
