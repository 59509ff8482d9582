/// Builds a mosaic on a grid of samples from groups of characters that share sums.
struct MosaicBuilder {
    private(set) var plan: SumPlan
    private(set) var glyphs: [MosaicGlyph] = []
    /// For each row of samples, the nodes that sum its left half, its right half and the whole row.
    private let rows: [(left: Int, right: Int, whole: Int)]

    /// - Parameter grid: must have an even number of columns.
    init(grid: SampleGrid) {
        var plan = SumPlan(grid: grid)
        let middle = grid.columns / 2
        rows = (0..<grid.rows).map { row in
            let left = plan.sum((0..<middle).map { plan.sample(column: $0, row: row) })
            let right = plan.sum((middle..<grid.columns).map { plan.sample(column: $0, row: row) })
            return (left, right, plan.sum([left, right]))
        }
        self.plan = plan
    }

    /// Adds a character unless it has already been added.
    mutating func add(_ character: Unicode.Scalar, complement: Unicode.Scalar?, node: Int) {
        guard !glyphs.contains(where: { $0.character == character || $0.complement == character }) else { return }
        glyphs.append(MosaicGlyph(character: character, complement: complement, node: node, plan: plan))
    }

    /// Adds every pattern of a grid of equal pixels in two columns.
    /// - Parameter characters: the character of each pattern. Bit 0 of the pattern is the upper left pixel, bit 1 the
    ///   pixel to its right, and so on row by row.
    mutating func addPatterns(pixelRows: Int, characters: [Unicode.Scalar]) {
        let pixels = (0..<2 * pixelRows).map { pixel in
            let band = Double(pixel / 2) / Double(pixelRows)..<Double(pixel / 2 + 1) / Double(pixelRows)
            return pixel.isMultiple(of: 2) ? sum(band, \.left) : sum(band, \.right)
        }
        // The second half of the patterns are the complements of the first.
        for (pattern, node) in nodes(ofPatterns: characters.count / 2, pixels: pixels) {
            add(characters[pattern], complement: characters[characters.count - 1 - pattern], node: node)
        }
    }

    /// Adds every pattern of 2 x 4 dots, each half as wide and half as high as its share of the cell.
    mutating func addDots(characters: [Unicode.Scalar]) {
        let dots = (0..<8).map { dot in
            let left = 4 * (dot % 2) + 1
            let top = 4 * (dot / 2) + 1
            return plan.sum((0..<4).map { plan.sample(column: left + $0 % 2, row: top + $0 / 2) })
        }
        for (pattern, node) in nodes(ofPatterns: characters.count, pixels: dots) {
            add(characters[pattern], complement: nil, node: node)
        }
    }

    /// Returns the nodes of all patterns of pixels except the empty one.
    private mutating func nodes(ofPatterns count: Int, pixels: [Int]) -> [(pattern: Int, node: Int)] {
        var nodes = [Int](repeating: 0, count: count)
        return (1..<count).map { pattern in
            let lowest = pixels[pattern.trailingZeroBitCount]
            let remainder = pattern & (pattern - 1)
            nodes[pattern] = remainder == 0 ? lowest : plan.sum([nodes[remainder], lowest])
            return (pattern, nodes[pattern])
        }
    }

    /// Adds bars of one to seven eighths along the lower and the left side of the cell.
    /// - Parameter complements: which characters exist for the upper and the right side.
    mutating func addEighths(complements: EighthBlocks.Complements) {
        let grid = plan.grid
        var lower = sum(7 / 8..<1, \.whole)
        var left = plan.sum((0..<grid.rows).map { plan.sample(column: 0, row: $0) })
        for eighths in 1...7 {
            let bars = EighthBlocks.bars(eighths: eighths, complements: complements)
            add(bars.lower, complement: bars.lowerComplement, node: lower)
            add(bars.left, complement: bars.leftComplement, node: left)
            guard eighths < 7 else { break }
            let top = Double(7 - eighths) / 8
            lower = plan.sum([sum(top..<top + 1 / 8, \.whole), lower])
            left = plan.sum([left] + (0..<grid.rows).map { plan.sample(column: eighths, row: $0) })
        }
    }

    /// Adds the characters that slanted lines cut out of the cell.
    mutating func addWedges() {
        for wedge in Wedge.all {
            let coverage = wedge.coverage(of: plan.grid)
            var terms: [SumPlan.Term] = []
            for (row, sums) in rows.enumerated() {
                let weights = (0..<plan.grid.columns).map { coverage[plan.grid.index(column: $0, row: row)] }
                if weights.allSatisfy({ $0 == 1 }) {
                    terms.append((sums.whole, 1))
                    continue
                }
                for (column, weight) in weights.enumerated() where weight > 0 {
                    terms.append((plan.sample(column: column, row: row), weight))
                }
            }
            add(wedge.character, complement: wedge.complement, node: plan.sum(terms))
        }
    }

    /// Returns the node that sums the rows in a band of the cell; rows that extend beyond the band count in part.
    mutating func sum(_ band: Range<Double>, _ part: KeyPath<(left: Int, right: Int, whole: Int), Int>) -> Int {
        let edges = plan.grid.rowEdges
        var terms: [SumPlan.Term] = []
        for (row, sums) in rows.enumerated() {
            let inside = min(edges[row + 1], band.upperBound) - max(edges[row], band.lowerBound)
            let share = inside / (edges[row + 1] - edges[row])
            if share > 1e-9 { terms.append((sums[keyPath: part], share > 1 - 1e-9 ? 1 : Float(share))) }
        }
        return plan.sum(terms)
    }
}
