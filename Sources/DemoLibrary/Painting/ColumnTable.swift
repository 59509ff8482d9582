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
