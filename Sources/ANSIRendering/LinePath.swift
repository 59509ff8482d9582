import CellArt

/// The cheapest way to draw a line of cells, found by dynamic programming. A cell can be drawn with its colors in
/// either order, and which is cheaper depends on its neighbors.
struct LinePath {
    private struct Step {
        let glyph: Unicode.Scalar
        let pen: Pen
        /// Bytes from the start of the line.
        let cost: Int
        /// The index of the preceding cell's step.
        let previous: Int?
    }

    private var steps: [Step] = []
    /// The last steps of all paths that may still turn out cheapest.
    private var ends: [Int] = []
    private var newEnds: [Int] = []

    init(of cells: ArraySlice<ArtCell>, hasBlocks: Bool) {
        steps.reserveCapacity(3 * cells.count)
        for cell in cells.prefix(cells.endIndex - cells.startIndex - Self.blankEnd(of: cells)) {
            CellDrawing.forEach(of: cell, hasBlocks: hasBlocks) { drawing in
                if ends.isEmpty { add(drawing, after: nil) }
                for end in ends { add(drawing, after: end) }
            }
            swap(&ends, &newEnds)
            newEnds.removeAll(keepingCapacity: true)
        }
    }

    func write(to output: inout [UInt8]) {
        var path: [Step] = []
        var next = ends.min { totalCost(steps[$0]) < totalCost(steps[$1]) }
        while let index = next {
            path.append(steps[index])
            next = steps[index].previous
        }
        var pen = Pen.initial
        for step in path.reversed() {
            step.pen.write(after: pen, to: &output)
            pen = step.pen
            output.append(contentsOf: UTF8.encode(step.glyph) ?? .init())
        }
        Pen.initial.write(after: pen, to: &output)
        output.append(UInt8(ascii: "\n"))
    }

    private func totalCost(_ step: Step) -> Int {
        step.cost + Pen.initial.cost(after: step.pen)
    }

    /// Returns the number of cells at the end that show only the terminal's background and needn't be drawn.
    private static func blankEnd(of cells: ArraySlice<ArtCell>) -> Int {
        cells.reversed().prefix { $0.glyph == CellDrawing.blank && $0.background == .terminal }.count
    }

    private mutating func add(_ drawing: CellDrawing, after previous: Int?) {
        let before = previous.map { steps[$0].pen } ?? .initial
        let pen = drawing.pen(after: before)
        let cost = (previous.map { steps[$0].cost } ?? 0) + pen.cost(after: before) + drawing.cost
        // Prunes dominated paths: if another path can switch to this pen for less, this one is useless, and vice versa.
        for end in newEnds where steps[end].cost + pen.cost(after: steps[end].pen) <= cost { return }
        newEnds.removeAll { cost + steps[$0].pen.cost(after: pen) <= steps[$0].cost }
        newEnds.append(steps.count)
        steps.append(Step(glyph: drawing.glyph, pen: pen, cost: cost, previous: previous))
    }
}
