/// The sums over parts of a cell that a mosaic needs, ordered so that each sum is built from earlier ones.
///
/// A node is one sum. The first nodes are the samples of the grid: a color times the part's share of the cell.
struct SumPlan: Sendable {
    typealias Term = (node: Int, weight: Float)

    let grid: SampleGrid
    private(set) var terms: [Term] = []
    /// The ranges in `terms` of the nodes that are not samples, in order.
    private(set) var termRanges: [Range<Int>] = []
    /// The fraction of each sample that a node contains, 0 to 1.
    private(set) var coverages: [[Float]]

    var nodeCount: Int { coverages.count }

    init(grid: SampleGrid) {
        self.grid = grid
        coverages = (0..<grid.count).map { sample in
            (0..<grid.count).map { $0 == sample ? 1 : 0 }
        }
    }

    /// Returns the node of a sample.
    func sample(column: Int, row: Int) -> Int { grid.index(column: column, row: row) }

    /// Adds a node that is the sum of other nodes.
    mutating func sum(_ nodes: [Int]) -> Int {
        sum(nodes.map { (node: $0, weight: 1) })
    }

    /// Adds a node that is a weighted sum of other nodes.
    mutating func sum(_ sum: [Term]) -> Int {
        termRanges.append(terms.count..<terms.count + sum.count)
        terms += sum
        var coverage = [Float](repeating: 0, count: grid.count)
        for (node, weight) in sum {
            for index in coverage.indices { coverage[index] += coverages[node][index] * weight }
        }
        coverages.append(coverage)
        return nodeCount - 1
    }
}

extension SumPlan {
    /// Computes all nodes that are not samples. Each node consists of red, green and blue.
    func run(_ nodes: UnsafeMutablePointer<CellLanes>) {
        terms.withUnsafeBufferPointer { terms in
            termRanges.withUnsafeBufferPointer { ranges in
                guard let terms = terms.baseAddress else { return }
                var target = nodes + 3 &* grid.count
                for range in ranges {
                    let first = terms[range.lowerBound]
                    let node = nodes + 3 &* first.node
                    var red = node[0] * first.weight
                    var green = node[1] * first.weight
                    var blue = node[2] * first.weight
                    var index = range.lowerBound &+ 1
                    while index < range.upperBound {
                        let term = terms[index]
                        let node = nodes + 3 &* term.node
                        red += node[0] * term.weight
                        green += node[1] * term.weight
                        blue += node[2] * term.weight
                        index &+= 1
                    }
                    target[0] = red
                    target[1] = green
                    target[2] = blue
                    target += 3
                }
            }
        }
    }
}

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
