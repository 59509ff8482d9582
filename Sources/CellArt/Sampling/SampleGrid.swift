/// Into which parts a cell is divided for sampling, such that the edges of the characters lie on edges between parts.
struct SampleGrid: Sendable {
    /// How many parts of equal width there are across.
    let columns: Int
    /// Where the parts end from top to bottom, from 0 to 1 in fractions of the cell's height.
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

    /// The edges of eighths, and around each third a sixteenth of which the edge takes a share: as where a cell is 16 pixels
    /// high, and the edges of thirds are soft.
    static let eighthsAndThirds = SampleGrid(
        columns: 8, rowEdges: [0, 2, 4, 5, 6, 8, 10, 11, 12, 14, 16].map { $0 / 16 })

    /// The number of a part, row by row from the top.
    func index(column: Int, row: Int) -> Int { row * columns + column }

    /// How much of the cell a part of a row fills.
    func area(row: Int) -> Float {
        Float((rowEdges[row + 1] - rowEdges[row]) / Double(columns))
    }
}
