/// How items of one or more sections fall into rows, each section beginning a new one.
struct GridSections: Hashable, Sendable {
    /// How many items each section has; none is empty.
    let counts: [Int]
    let columns: Int
    /// How many items and rows come before each section, and in the end all of them.
    private let itemsBefore: [Int]
    private let rowsBefore: [Int]

    init(counts: [Int], columns: Int) {
        self.counts = counts.filter { $0 > 0 }
        self.columns = columns
        var items = [0]
        var rows = [0]
        for count in self.counts {
            items.append((items.last ?? 0) + count)
            rows.append((rows.last ?? 0) + (count + columns - 1) / columns)
        }
        itemsBefore = items
        rowsBefore = rows
    }

    var count: Int { itemsBefore.last ?? 0 }
    var rowCount: Int { rowsBefore.last ?? 0 }

    func row(of item: Int) -> Int {
        let section = Self.section(of: item, in: itemsBefore)
        return rowsBefore[section] + (item - itemsBefore[section]) / columns
    }

    func items(inRow row: Int) -> Range<Int> {
        guard row >= 0, row < rowCount else { return count..<count }
        let section = Self.section(of: row, in: rowsBefore)
        let start = itemsBefore[section] + (row - rowsBefore[section]) * columns
        return start..<min(start + columns, itemsBefore[section + 1])
    }

    /// The section that begins with a row, when there are several.
    func heading(ofRow row: Int) -> Int? {
        guard counts.count > 1, row >= 0, row < rowCount else { return nil }
        let section = Self.section(of: row, in: rowsBefore)
        return rowsBefore[section] == row ? section : nil
    }

    /// The last section that begins at or before a place; the first for what is nowhere.
    private static func section(of place: Int, in starts: [Int]) -> Int {
        var low = 0
        var high = max(0, starts.count - 2)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= place { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
