/// Items in rows of equal height, which scroll by rows.
///
/// Each section begins a new row. A heading line precedes that row if there are several sections, or its first item is a
/// heading itself.
struct RowArrangement: Arrangement {
    /// A row in view.
    struct Row: Hashable, Sendable {
        /// The indices of its items.
        let items: Range<Int>
        /// The offset from the top of the view, in lines.
        let line: Int
        let height: Int
        /// The section that has its heading on the line above; nil for other rows.
        let heading: Int?
    }

    private(set) var sections = GridSections([], columns: 1)
    /// The first row in view.
    private(set) var first = 0
    private var lines = 1
    private var linesPerRow = 1
    /// The number of empty lines at the bottom of each row. The last row in view can do without them.
    private var gap = 0
    /// The column to return to after a heading.
    private var goalColumn: Int?
    /// The number of lines after the last item.
    private(set) var footerLines = 0
    /// The row in view, counted from the first one, where the selection was after the last move.
    ///
    /// Every layout shows the selection there if it can, so that a terminal resized back shows the same items again.
    private(set) var selectedRow = 0

    var count: Int { sections.count }
    var columns: Int { sections.columns }
    private var itemHeight: Int { linesPerRow - gap }

    func isWaiting(for item: Int) -> Bool { false }

    var visible: [GridCursor.Item] {
        rows(withClipped: true).flatMap { row in
            row.items.enumerated().map {
                GridCursor.Item(index: $0.element, column: $0.offset, line: row.line, height: row.height)
            }
        }
    }

    var headings: [(index: Int, line: Int)] {
        rows(withClipped: true).filter { $0.heading != nil }.map { ($0.items.lowerBound, $0.line - 1) }
    }

    /// The rows wholly in view: those that fit, and at least one.
    var visibleRows: [Row] { rows(withClipped: false) }

    /// The minimum height of the visible part of a row that doesn't fit: the space for the frame, and some of the
    /// picture.
    private static let minClippedLines = 3

    /// Returns the rows in view, possibly with one below them that is only partly in view.
    private func rows(withClipped: Bool) -> [Row] {
        var rows: [Row] = []
        var line = 0
        for row in first..<max(first, sections.rowCount) {
            let heading = sections.heading(ofRow: row)
            if heading != nil { line += 1 }
            let height = itemHeight(ofRow: row)
            let fits = line + height <= lines || rows.isEmpty
            guard fits || withClipped && line + Self.minClippedLines <= lines else { break }
            rows.append(Row(items: sections.items(inRow: row), line: line, height: height, heading: heading))
            guard fits else { break }
            line += height + gap(ofRow: row)
        }
        return fillingEnd(with: rows, withClipped: withClipped)
    }

    /// Returns rows moved to the bottom of the view if they end the list and leave space below. The space above then
    /// shows the lower part of the row above.
    private func fillingEnd(with rows: [Row], withClipped: Bool) -> [Row] {
        guard first > 0, let last = rows.last, last.items.upperBound == count else { return rows }
        let space = lines - footerLines - last.line - last.height
        guard space >= Self.minClippedLines else { return rows }
        let height = itemHeight(ofRow: first - 1)
        let above = Row(
            items: sections.items(inRow: first - 1), line: space - gap(ofRow: first - 1) - height, height: height,
            heading: nil)
        let moved = rows.map {
            Row(items: $0.items, line: $0.line + space, height: $0.height, heading: $0.heading)
        }
        return (withClipped ? [above] : []) + moved
    }

    /// The line of the footer: below the last row or, without room, at the bottom of the view.
    func footerLine(of footerLines: Int) -> Int? {
        guard let last = visibleRows.last, last.items.upperBound == count else { return nil }
        return min(last.line + last.height + gap(ofRow: sections.rowCount - 1), lines - footerLines)
    }

    /// The range of items in the rows in view.
    var visibleRange: Range<Int> {
        let rows = visibleRows
        guard let first = rows.first, let last = rows.last else { return 0..<0 }
        return first.items.lowerBound..<last.items.upperBound
    }

    /// Returns the first item of the row that begins at a line of the view.
    func item(inLine line: Int) -> Int? {
        visibleRows.first { $0.line == line }?.items.first
    }

    /// The items in view, and one page on each side.
    func nearbyRange(around selection: Int) -> Range<Int> {
        let visible = visibleRange
        let page = max(visible.count, columns * ((lines + gap) / linesPerRow))
        return max(0, visible.lowerBound - page)..<(visible.upperBound + page)
    }

    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int) {
        sections = GridSections(sections.sections, columns: max(1, columns))
        self.lines = max(1, lines)
        self.linesPerRow = max(1, linesPerRow)
        self.gap = max(0, min(gap, self.linesPerRow - 1))
    }

    /// Updates the sections. Returns the selected item: `new`, or the same as before, or the last one if the list is shorter.
    mutating func update(sections new: [GridSection], selection: Int, to index: Int?, footer: Int) -> Int {
        let closed = sections.closedHeading(at: selection)
        footerLines = footer
        sections = GridSections(new, columns: columns)
        let selected = max(0, min(index ?? selection, count - 1))
        show(selected)
        // A section that has just been opened shows its first row.
        let isOpened = closed == selected && sections.closedHeading(at: selected) == nil
        if isOpened {
            let row = sections.row(of: selected)
            first = max(first, min(row, first(showing: row + 1)))
        }
        if isOpened || selected != selection { rememberSelectedRow(selected) }
        return selected
    }

    /// Assumes a list without sections that has an item at an index.
    mutating func extend(to index: Int) {
        sections = GridSections([GridSection(count: index + 1)], columns: columns)
    }

    /// Scrolls so that an item is in a row, counted from the first one in view, or as close as the list allows.
    mutating func scroll(to item: Int, inRow row: Int) {
        selectedRow = row
        first = max(0, sections.row(of: item) - row)
        show(item)
    }

    /// Scrolls an item into view that was selected otherwise.
    mutating func jump(to selection: Int) {
        goalColumn = nil
        show(selection)
        rememberSelectedRow(selection)
    }

    /// Moves to another item and scrolls it into view; returns its index. Moves to the first and the last item are jumps.
    mutating func move(_ move: GridCursor.Move, from selection: Int) -> Int {
        var selection = selection
        if [.left, .right].contains(move) { goalColumn = nil }
        switch move {
        case .left: selection = max(0, selection - 1)
        case .right: selection = min(count - 1, selection + 1)
        case .up: selection = item(rows: -1, from: selection)
        case .down: selection = item(rows: 1, from: selection)
        case .pageUp: selection = item(rows: -visibleRows.count, from: selection)
        case .pageDown: selection = item(rows: visibleRows.count, from: selection)
        case .scrollUp: selection = scroll(-1, from: selection)
        case .scrollDown: selection = scroll(1, from: selection)
        case .first, .last: break
        }
        show(selection)
        rememberSelectedRow(selection)
        return selection
    }

    private mutating func rememberSelectedRow(_ selection: Int) {
        selectedRow = sections.row(of: selection) - first
    }

    /// Returns the item in the same column of another row, or the last item of a shorter one. Stops at the first and the
    /// last row.
    ///
    /// Moving on across a heading returns to the column before it.
    private mutating func item(rows step: Int, from selection: Int) -> Int {
        let row = sections.row(of: selection)
        let target = max(0, min(row + step, sections.rowCount - 1))
        let items = sections.items(inRow: target)
        let column = selection - sections.items(inRow: row).lowerBound
        let goal = sections.isHeading(row: row) ? goalColumn ?? column : column
        goalColumn = goal
        return min(items.lowerBound + goal, items.upperBound - 1)
    }

    /// Scrolls by one notch of the wheel: one row of pictures, or three lines of text. Returns the selection, which stays
    /// in view.
    private mutating func scroll(_ direction: Int, from selection: Int) -> Int {
        let last = first(showing: sections.rowCount - 1)
        var scrolled = 0
        repeat {
            let next = max(0, min(first + direction, last))
            guard next != first else { break }
            scrolled += height(ofRow: min(next, first))
            first = next
        } while scrolled < 3
        let row = sections.row(of: selection)
        let inView = first..<first + visibleRows.count
        if row < inView.lowerBound { return item(rows: inView.lowerBound - row, from: selection) }
        if row >= inView.upperBound { return item(rows: inView.upperBound - 1 - row, from: selection) }
        return selection
    }

    /// Scrolls an item into view.
    private mutating func show(_ item: Int) {
        let row = sections.row(of: item)
        first = min(first, row)
        first = max(first, first(showing: row))
        // Leave no space below the last row while rows are hidden above.
        first = min(first, first(showing: sections.rowCount - 1))
    }

    /// Returns the first row of a view that ends with the given row.
    private func first(showing last: Int) -> Int {
        var first = max(0, last)
        var used = height(ofRow: first) - gap(ofRow: first) + (first == sections.rowCount - 1 ? footerLines : 0)
        while first > 0, used + height(ofRow: first - 1) <= lines {
            first -= 1
            used += height(ofRow: first)
        }
        return first
    }

    /// Returns the height of a row with its gap and the heading line above it.
    private func height(ofRow row: Int) -> Int {
        (sections.isHeading(row: row) ? 1 : linesPerRow) + (sections.heading(ofRow: row) == nil ? 0 : 1)
    }

    private func itemHeight(ofRow row: Int) -> Int { sections.isHeading(row: row) ? 1 : itemHeight }

    private func gap(ofRow row: Int) -> Int { sections.isHeading(row: row) ? 0 : gap }
}

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
    /// Whether some items are headings.
    let hasHeadingItems: Bool
    /// The numbers of items and rows before each section, followed by the totals.
    private let itemsBefore: [Int]
    private let rowsBefore: [Int]
    /// Whether a label precedes each section that has no heading among its items.
    let hasLabels: Bool

    init(_ sections: [GridSection], columns: Int) {
        self.sections = sections.filter { $0.count > 0 }
        self.columns = columns
        hasHeadingItems = self.sections.contains { $0.hasHeadingItem }
        hasLabels = self.sections.count > 1 && !hasHeadingItems
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

    /// Returns the number of items in a section, or of the photos for which they stand; nil for the last one of an
    /// incomplete list, which may grow.
    func count(ofSection index: Int, isComplete: Bool) -> Int? {
        let section = sections[index]
        return isComplete || index < sections.count - 1 ? section.photoCount ?? section.count : nil
    }

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
