/// Samples rows of cells: for each part of a `SampleGrid`, the mean color times the part's share of the cell.
struct CellSampler {
    private let pixels: FlatPixels
    private let grid: SampleGrid
    /// The source pixels under each row of samples, from the top of the picture.
    private let rowSpans: [AxisCoverage.Span]
    private let columnSpans: [ColumnSpan]
    /// The pixels needed of each source row.
    private let pixelRange: Range<Int>
    /// The pixels in `pixelRange` for each row of samples in the current row of cells, with four values each.
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
        let spans = AxisCoverage.spans(between: columnEdges, sourceCount: pixels.width)
        let first = spans.first?.first ?? 0
        pixelRange = first..<(spans.last.map { $0.first + $0.count } ?? first)
        columnSpans = spans.map { ColumnSpan($0, from: first) }
        lines = [Float](repeating: 0, count: grid.rows * 4 * pixelRange.count)
    }

    /// Loads a row of cells.
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

    /// Samples eight cells of the loaded row starting at `column`: red, green and blue of each sample. Past the end of
    /// the row, the last cell is repeated.
    func sample(column: Int, into samples: UnsafeMutablePointer<CellLanes>) {
        let width = pixelRange.count
        let lastColumn = columnSpans.count / grid.columns - 1
        lines.withUnsafeBytes { lines in
            columnSpans.withUnsafeBufferPointer { spans in
                guard let pixels = lines.assumingMemoryBound(to: SIMD4<Float>.self).baseAddress,
                    let spans = spans.baseAddress
                else { return }
                // Works on four cells at a time, to store whole vectors.
                let target = UnsafeMutableRawPointer(samples).assumingMemoryBound(to: SIMD4<Float>.self)
                for half in 0..<2 {
                    let cells = SIMD4<Int>(0, 1, 2, 3) &+ (column &+ 4 &* half)
                    let starts = pointwiseMin(cells, SIMD4(repeating: lastColumn)) &* grid.columns
                    var offset = half
                    for gridRow in 0..<grid.rows {
                        let line = pixels + gridRow &* width
                        for gridColumn in 0..<grid.columns {
                            let first = spans[starts[0] &+ gridColumn].sum(in: line)
                            let second = spans[starts[1] &+ gridColumn].sum(in: line)
                            let third = spans[starts[2] &+ gridColumn].sum(in: line)
                            let fourth = spans[starts[3] &+ gridColumn].sum(in: line)
                            target[offset] = SIMD4(first.x, second.x, third.x, fourth.x)
                            target[offset &+ 2] = SIMD4(first.y, second.y, third.y, fourth.y)
                            target[offset &+ 4] = SIMD4(first.z, second.z, third.z, fourth.z)
                            offset &+= 6
                        }
                    }
                }
            }
        }
    }
}

/// The pixels under a column of samples. Summing one or two pixels takes a branch-free path.
private struct ColumnSpan {
    private let first: Int32
    private let last: Int32
    private let firstWeight: Float
    private let lastWeight: Float
    private let innerWeight: Float

    init(_ span: AxisCoverage.Span, from start: Int) {
        first = Int32(span.first - start)
        last = Int32(span.first - start + span.count - 1)
        firstWeight = span.firstWeight
        lastWeight = span.count > 1 ? span.lastWeight : 0
        innerWeight = span.innerWeight
    }

    @inline(__always)
    func sum(in line: UnsafePointer<SIMD4<Float>>) -> SIMD4<Float> {
        let sum = line[Int(first)] * firstWeight + line[Int(last)] * lastWeight
        guard last > first + 1 else { return sum }
        var inner = SIMD4<Float>.zero
        for pixel in Int(first) + 1..<Int(last) { inner += line[pixel] }
        return sum + inner * innerWeight
    }
}
