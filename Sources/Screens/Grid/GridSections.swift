/// The division of items into sections and rows. Each section begins a new row.
struct GridSections: Hashable, Sendable {
    /// The number of items in each section, always positive.
    let counts: [Int]
    let columns: Int
    /// The numbers of items and rows before each section, followed by the totals.
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

    /// Returns the section that begins at a row; nil if none does or the list has only one section.
    func heading(ofRow row: Int) -> Int? {
        guard counts.count > 1, row >= 0, row < rowCount else { return nil }
        let section = Self.section(of: row, in: rowsBefore)
        return rowsBefore[section] == row ? section : nil
    }

    /// Returns the last section that begins at or before an item or row; 0 if none does.
    private static func section(of index: Int, in starts: [Int]) -> Int {
        var low = 0
        var high = max(0, starts.count - 2)
        while low < high {
            let middle = (low + high + 1) / 2
            if starts[middle] <= index { low = middle } else { high = middle - 1 }
        }
        return low
    }
}
