/// The division of a cell into parts for sampling. The edges of the characters lie on edges between parts.
struct SampleGrid: Sendable {
    /// The number of parts across, all equally wide.
    let columns: Int
    /// The edges of the rows from top to bottom, as fractions of the cell's height from 0 to 1.
    let rowEdges: [Double]

    var rows: Int { rowEdges.count - 1 }
    var count: Int { columns * rows }

    init(columns: Int, rowEdges: [Double]) {
        self.columns = columns
        self.rowEdges = rowEdges
    }

    init(columns: Int, rows: Int) {
        self.init(columns: columns, rowEdges: (0...rows).map { Double($0) / Double(rows) })
    }

    /// The edges of eighths, plus a sixteenth around each third, part of which belongs to either side: as in a cell 16
    /// pixels high, where the edges of thirds are soft.
    static let eighthsAndThirds = SampleGrid(
        columns: 8, rowEdges: [0, 2, 4, 5, 6, 8, 10, 11, 12, 14, 16].map { $0 / 16 })

    /// Returns the index of a part, row by row from the top.
    func index(column: Int, row: Int) -> Int { row * columns + column }

    /// Returns the fraction of the cell that one part of a row covers.
    func area(row: Int) -> Float {
        Float((rowEdges[row + 1] - rowEdges[row]) / Double(columns))
    }
}
