/// A function of x, tabulated for the samples of an area: all rows share its values.
final class Profile: Sendable {
    private let function: @Sendable (Double) -> Double
    private let start: Double
    private let step: Double
    private let values: [Double]

    /// How far reflections and slopes look beyond the area.
    private static let maxMargin = 0.25
    private static let maxCount = 8192

    init(in area: SampledArea, _ function: @escaping @Sendable (Double) -> Double) {
        self.function = function
        let columns = area.columns
        let margin = min(Self.maxMargin, columns.upperBound - columns.lowerBound)
        let (start, step) = (columns.lowerBound - margin, area.footprint)
        self.start = start
        self.step = step
        let count = min((columns.upperBound + margin - start) / step, Double(Self.maxCount))
        values = (0...Int(count)).map { function(start + Double($0) * step) }
    }

    /// Returns the value at x, interpolated within the table.
    @inline(__always)
    func value(at x: Double) -> Double {
        let position = (x - start) / step
        guard position >= 0, position < Double(values.count - 1) else { return function(x) }
        let index = Int(position)
        return mix(values[index], values[index + 1], position - Double(index))
    }
}

/// The objects of a row, such as trees, one in each column of a grid; tabulated for the columns of an area.
final class ColumnTable<Element: Sendable>: Sendable {
    private let make: @Sendable (Int) -> Element
    private let first: Int
    private let elements: [Element]

    /// The number of columns on each side of the area: reflections show them, or their objects reach into it.
    private static var margin: Int { 3 }
    private static var maxCount: Int { 2048 }

    /// - Parameter spacing: the width of a column.
    init(in area: SampledArea, spacing: Double, _ make: @escaping @Sendable (Int) -> Element) {
        self.make = make
        first = floorToInteger(area.columns.lowerBound / spacing) - Self.margin
        let last = floorToInteger(area.columns.upperBound / spacing) + Self.margin
        elements = (first...min(last, first + Self.maxCount)).map(make)
    }

    @inline(__always)
    subscript(_ column: Int) -> Element {
        let index = column - first
        return index >= 0 && index < elements.count ? elements[index] : make(column)
    }
}
