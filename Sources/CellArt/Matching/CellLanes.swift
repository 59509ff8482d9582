/// The same value of eight cells: they are worked on together.
typealias CellLanes = SIMD8<Float>

extension SumPlan {
    /// Fills in all nodes that are not samples. Of each node there are red, green and blue.
    func run(_ nodes: UnsafeMutablePointer<CellLanes>) {
        var target = nodes + 3 * grid.count
        terms.withUnsafeBufferPointer { terms in
            for range in termRanges {
                var red = CellLanes.zero
                var green = CellLanes.zero
                var blue = CellLanes.zero
                for term in terms[range] {
                    let node = nodes + 3 * term.node
                    red += node[0] * term.weight
                    green += node[1] * term.weight
                    blue += node[2] * term.weight
                }
                target[0] = red
                target[1] = green
                target[2] = blue
                target += 3
            }
        }
    }
}
