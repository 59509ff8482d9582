/// Which sums over the parts of a cell are needed, in an order in which each is made of those before it.
///
/// A node is a sum. The first nodes are the samples of the grid themselves: a color times the part's share of the cell.
struct SumPlan: Sendable {
    typealias Term = (node: Int, weight: Float)

    let grid: SampleGrid
    private(set) var terms: [Term] = []
    /// The terms of each node that is not a sample, in order.
    private(set) var termRanges: [Range<Int>] = []
    /// How much of each sample a node holds, 0 to 1.
    private(set) var coverages: [[Float]]

    var nodeCount: Int { coverages.count }

    init(grid: SampleGrid) {
        self.grid = grid
        coverages = (0..<grid.count).map { sample in
            (0..<grid.count).map { $0 == sample ? 1 : 0 }
        }
    }

    /// The node of a sample.
    func sample(column: Int, row: Int) -> Int { grid.index(column: column, row: row) }

    /// Makes a node that is the sum of others.
    mutating func sum(_ nodes: [Int]) -> Int {
        sum(nodes.map { (node: $0, weight: 1) })
    }

    /// Makes a node that is the sum of others, each times a weight.
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
