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
