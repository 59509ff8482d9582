/// Items of different heights in columns of equal width, each put into the column that is shortest so far.
public struct Waterfall: Hashable, Sendable {
    /// Where an item stands.
    public struct Place: Hashable, Sendable {
        public let column: Int
        /// The lines above it.
        public let line: Int
        /// How many lines it takes.
        public let height: Int

        var end: Int { line + height }
        fileprivate var middle: Int { line + height / 2 }
    }

    public private(set) var places: [Place] = []
    /// How many lines each column has.
    private var ends: [Int]

    init(columns: Int) {
        ends = Array(repeating: 0, count: max(1, columns))
    }

    var columns: Int { ends.count }
    var height: Int { ends.max() ?? 0 }

    mutating func append(height: Int) {
        guard let end = ends.min(), let column = ends.firstIndex(of: end) else { return }
        places.append(Place(column: column, line: end, height: max(1, height)))
        ends[column] += max(1, height)
    }

    /// The items of which at least one line is among these.
    func items(in lines: Range<Int>) -> [Int] {
        places.indices.filter { places[$0].line < lines.upperBound && places[$0].end > lines.lowerBound }
    }

    /// The next item in the same column.
    func item(below item: Int) -> Int? {
        places.indices[(item + 1)...].first { places[$0].column == places[item].column }
    }

    /// The item before in the same column.
    func item(above item: Int) -> Int? {
        places.indices[..<item].last { places[$0].column == places[item].column }
    }

    /// The item beside this one, on the same height as far as there is one.
    func item(beside item: Int, columnsAway: Int) -> Int? {
        let column = places[item].column + columnsAway
        return places.indices
            .filter { places[$0].column == column }
            .min { distance(from: item, to: $0) < distance(from: item, to: $1) }
    }

    private func distance(from item: Int, to other: Int) -> Int {
        abs(places[item].middle - places[other].middle)
    }
}
