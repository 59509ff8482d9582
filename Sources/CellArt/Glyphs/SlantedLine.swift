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
