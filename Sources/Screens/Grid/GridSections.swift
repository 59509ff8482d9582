/// A group of items in a grid. It begins a new row.
struct GridSection: Hashable, Sendable {
    /// The number of items, including a heading.
    let count: Int
    /// Whether the first item is a heading: a separate line that can be selected.
    var hasHeadingItem = false
    /// The text above the section; nil if its first item names it.
    var label: String?
    /// The number of photos, if items may stand for several.
    var photoCount: Int?
    /// Follows the label and the number of items.
    var note: String?
}

extension [GridSection] {
    /// The number of items in all sections.
    var itemCount: Int { reduce(0) { $0 + $1.count } }
}

/// The division of items into sections and rows. Each section begins a new row.
struct GridSections: Hashable, Sendable {
    /// Each has at least one item.
    let sections: [GridSection]
    let columns: Int
    /// The numbers of items and rows before each section, followed by the totals.
    private let itemsBefore: [Int]
    private let rowsBefore: [Int]
    /// Whether a label precedes each section that has no heading among its items.
    let hasLabels: Bool

    init(_ sections: [GridSection], columns: Int) {
        self.sections = sections.filter { $0.count > 0 }
        self.columns = columns
        hasLabels = self.sections.count > 1 && !self.sections.contains { $0.hasHeadingItem }
        var items = [0]
        var rows = [0]
        for section in self.sections {
            let headings = section.hasHeadingItem ? 1 : 0
            items.append((items.last ?? 0) + section.count)
            rows.append((rows.last ?? 0) + headings + (section.count - headings + columns - 1) / columns)
        }
        itemsBefore = items
        rowsBefore = rows
    }

    var count: Int { itemsBefore.last ?? 0 }
    var rowCount: Int { rowsBefore.last ?? 0 }

    func row(of item: Int) -> Int {
        guard count > 0 else { return 0 }
        let section = Self.section(of: item, in: itemsBefore)
        let offset = item - itemsBefore[section]
        let headings = sections[section].hasHeadingItem ? 1 : 0
        return rowsBefore[section] + (offset < headings ? 0 : headings + (offset - headings) / columns)
    }

    func items(inRow row: Int) -> Range<Int> {
        guard row >= 0, row < rowCount else { return count..<count }
        let section = Self.section(of: row, in: rowsBefore)
        if isHeading(row: row) { return itemsBefore[section]..<itemsBefore[section] + 1 }
        let headings = sections[section].hasHeadingItem ? 1 : 0
        let start = itemsBefore[section] + headings + (row - rowsBefore[section] - headings) * columns
        return start..<min(start + columns, itemsBefore[section + 1])
    }

    /// The index of the first item of each section that begins below a label.
    var labeledStarts: [Int] { hasLabels ? itemsBefore.dropLast() : [] }

    /// Returns the section that begins below a label; nil if none begins with this item.
    func heading(ofItem item: Int) -> Int? {
        guard hasLabels, item >= 0, item < count else { return nil }
        let section = Self.section(of: item, in: itemsBefore)
        return itemsBefore[section] == item ? section : nil
    }

    /// Returns the section that begins below a label; nil if none begins at this row.
    func heading(ofRow row: Int) -> Int? {
        guard hasLabels, row >= 0, row < rowCount else { return nil }
        let section = Self.section(of: row, in: rowsBefore)
        return rowsBefore[section] == row ? section : nil
    }

    /// Whether the row is a heading that can be selected.
    func isHeading(row: Int) -> Bool {
        guard row >= 0, row < rowCount else { return false }
        let section = Self.section(of: row, in: rowsBefore)
        return sections[section].hasHeadingItem && rowsBefore[section] == row
    }

    /// Returns the item if it is the heading of a section without other items.
    func closedHeading(at item: Int) -> Int? {
        guard item < count else { return nil }
        let section = Self.section(of: item, in: itemsBefore)
        return sections[section].hasHeadingItem && sections[section].count == 1 ? item : nil
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
