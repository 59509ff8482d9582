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
