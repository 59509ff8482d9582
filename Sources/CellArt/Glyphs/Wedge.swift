/// A smooth mosaic (U+1FB3C to U+1FB6F): its ink is on one side of one or two slanted lines.
struct Wedge {
    let character: Unicode.Scalar
    let complement: Unicode.Scalar
    /// The side of a line that is ink, for each quarter of the cell: upper left, upper right, lower left, lower right.
    private let quarters: [Quarter]

    private enum Quarter {
        case below(SlantedLine)
        case above(SlantedLine)
    }

    /// One character of each complementary pair.
    static let all: [Wedge] = slanted + triangles

    /// Returns the fraction of ink in each part of a cell, 0 to 1.
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

    /// U+1FB3C to U+1FB51, with their ink below a line. Their complements follow in the same order.
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

    /// The triangles between a side and the center of the cell, U+1FB6C to U+1FB6F. Their complements precede them.
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

/// A non-vertical line through a cell.
struct SlantedLine {
    private let y0: Double
    private let slope: Double

    /// - Parameters:
    ///   - first: a point, in halves of the cell's width and thirds of its height from the upper left corner.
    ///   - second: another point, in a different column.
    init(_ first: (x: Int, y: Int), _ second: (x: Int, y: Int)) {
        slope = Double(second.y - first.y) / 3 / (Double(second.x - first.x) / 2)
        y0 = Double(first.y) / 3 - slope * Double(first.x) / 2
    }

    /// Returns the fraction of a rectangle that lies below the line, 0 to 1.
    func shareBelow(x: Range<Double>, y: Range<Double>) -> Double {
        let height = y.upperBound - y.lowerBound
        /// Integrates the height below the line, as a function of the line's height above the rectangle's lower edge.
        func integral(_ depth: Double) -> Double {
            if depth <= 0 { return 0 }
            return depth < height ? depth * depth / 2 : height * (depth - height / 2)
        }
        let left = y.upperBound - (y0 + slope * x.lowerBound)
        let right = y.upperBound - (y0 + slope * x.upperBound)
        return (integral(right) - integral(left)) / (right - left) / height
    }
}
