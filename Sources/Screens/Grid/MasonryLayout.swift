/// A masonry layout: items of different heights in columns of equal width. Each item goes into the shortest column so
/// far.
public struct MasonryLayout: Hashable, Sendable {
    /// The position of an item.
    public struct Frame: Hashable, Sendable {
        public let column: Int
        /// The offset from the top of the column, in lines.
        public let line: Int
        /// The height in lines.
        public let height: Int

        var end: Int { line + height }
        fileprivate var middle: Int { line + height / 2 }
    }

    public private(set) var frames: [Frame] = []
    /// The height of each column, in lines.
    private var ends: [Int]

    init(columns: Int) {
        ends = Array(repeating: 0, count: max(1, columns))
    }

    var columns: Int { ends.count }
    var height: Int { ends.max() ?? 0 }

    mutating func append(height: Int) {
        guard let end = ends.min(), let column = ends.firstIndex(of: end) else { return }
        frames.append(Frame(column: column, line: end, height: max(1, height)))
        ends[column] += max(1, height)
    }

    /// Returns the items that intersect a range of lines.
    func items(in lines: Range<Int>) -> [Int] {
        frames.indices.filter { frames[$0].line < lines.upperBound && frames[$0].end > lines.lowerBound }
    }

    /// Returns the next item in the same column.
    func item(below item: Int) -> Int? {
        frames.indices[(item + 1)...].first { frames[$0].column == frames[item].column }
    }

    /// Returns the previous item in the same column.
    func item(above item: Int) -> Int? {
        frames.indices[..<item].last { frames[$0].column == frames[item].column }
    }

    /// Returns the item nearest in vertical position, `columnsAway` to the right; nil if there is no such column.
    func item(beside item: Int, columnsAway: Int) -> Int? {
        let column = frames[item].column + columnsAway
        return frames.indices
            .filter { frames[$0].column == column }
            .min { distance(from: item, to: $0) < distance(from: item, to: $1) }
    }

    private func distance(from item: Int, to other: Int) -> Int {
        abs(frames[item].middle - frames[other].middle)
    }
}
