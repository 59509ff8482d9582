/// A smooth mosaic (U+1FB3C to U+1FB6F): the ink is on one side of a slanted line or of two.
struct Wedge {
    let character: Unicode.Scalar
    let complement: Unicode.Scalar
    /// The ink is below the line, in each quarter of the cell another: from the left to the right, the upper two first.
    private let quarters: [Quarter]

    private enum Quarter {
        case below(SlantedLine)
        case above(SlantedLine)
    }

    /// One of each pair of complements.
    static let all: [Wedge] = slanted + triangles

    /// How much ink each part of a cell has, 0 to 1.
    func coverage(of grid: SampleGrid) -> [Float] {
        (0..<grid.count).map { index in
            let column = index % grid.columns
            let row = index / grid.columns
            let x = Double(column) / Double(grid.columns)..<Double(column + 1) / Double(grid.columns)
            let y = grid.rowEdges[row]..<grid.rowEdges[row + 1]
            let quarter = quarters[(y.lowerBound < 0.5 ? 0 : 2) + (x.lowerBound < 0.5 ? 0 : 1)]
            return switch quarter {
            case .below(let line): Float(line.shareBelow(x: x, y: y))
            case .above(let line): 1 - Float(line.shareBelow(x: x, y: y))
            }
        }
    }

    private init(_ codePoint: UInt32, complement: UInt32, _ quarters: [Quarter]) {
        character = Unicode.Scalar(codePoint) ?? " "
        self.complement = Unicode.Scalar(complement) ?? " "
        self.quarters = quarters
    }

    /// U+1FB3C to U+1FB51, whose ink is below a line; their complements follow in the same order.
    private static let slanted: [Wedge] = [
        SlantedLine((0, 2), (1, 3)), SlantedLine((0, 2), (2, 3)), SlantedLine((0, 1), (1, 3)),
        SlantedLine((0, 1), (2, 3)), SlantedLine((0, 0), (1, 3)), SlantedLine((0, 1), (1, 0)),
        SlantedLine((0, 1), (2, 0)), SlantedLine((0, 2), (1, 0)), SlantedLine((0, 2), (2, 0)),
        SlantedLine((0, 3), (1, 0)), SlantedLine((0, 2), (2, 1)), SlantedLine((1, 3), (2, 2)),
        SlantedLine((0, 3), (2, 2)), SlantedLine((1, 3), (2, 1)), SlantedLine((0, 3), (2, 1)),
        SlantedLine((1, 3), (2, 0)), SlantedLine((1, 0), (2, 1)), SlantedLine((0, 0), (2, 1)),
        SlantedLine((1, 0), (2, 2)), SlantedLine((0, 0), (2, 2)), SlantedLine((1, 0), (2, 3)),
        SlantedLine((0, 1), (2, 2)),
    ].enumerated().map { index, line in
        let codePoint = 0x1FB3C + UInt32(index)
        return Wedge(codePoint, complement: codePoint + 22, Array(repeating: .below(line), count: 4))
    }

    /// The triangles between a side and the middle of the cell, U+1FB6C to U+1FB6F; their complements are before them.
    private static let triangles: [Wedge] = {
        let falling = SlantedLine((0, 0), (2, 3))
        let rising = SlantedLine((0, 3), (2, 0))
        let left = [Quarter.below(falling), .below(falling), .above(rising), .above(rising)]
        let upper = [Quarter.above(falling), .above(rising), .above(falling), .above(rising)]
        let right = [Quarter.below(rising), .below(rising), .above(falling), .above(falling)]
        let lower = [Quarter.below(rising), .below(falling), .below(rising), .below(falling)]
        return [left, upper, right, lower].enumerated().map { index, quarters in
            Wedge(0x1FB6C + UInt32(index), complement: 0x1FB68 + UInt32(index), quarters)
        }
    }()
}
