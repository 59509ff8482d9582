import TerminalUI

/// The selection and scroll position in a grid, with items either in rows of equal height or in a masonry layout.
///
/// In rows, each section begins a new row. A heading line precedes that row if there are several sections, or its first
/// item is a heading itself. In a masonry layout, a section begins below all columns of the one before.
public struct GridCursor: Hashable, Sendable {
    /// A movement in the grid.
    public enum Move: Sendable {
        case left, right, up, down, pageUp, pageDown, first, last
        /// Scrolls the view; the selection moves only as far as needed to stay in view.
        case scrollUp, scrollDown
    }

    /// An item in view.
    struct Item: Hashable, Sendable {
        let index: Int
        let column: Int
        /// The offset from the top of the view, in lines; negative if the item begins above it.
        let line: Int
        let height: Int
    }

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

    /// The index of the selected item; 0 when there is none.
    public private(set) var selection = 0
    /// The masonry layout; nil while items are in rows.
    private(set) var masonry: MasonryCursor?
    /// The first row in view.
    private(set) var firstRow = 0
    private var sections = GridSections([], columns: 1)
    private var lines = 1
    private var linesPerRow = 1
    /// The number of empty lines at the bottom of each row. The last row in view can do without them.
    private var gap = 0
    /// The column to return to after a heading.
    private var goalColumn: Int?
    /// The number of lines after the last item.
    private var footerLines = 0

    /// The number of items.
    public var count: Int { sections.count }
    public var columns: Int { sections.columns }

    /// Whether the selection is in the first row.
    var isInFirstRow: Bool { sections.row(of: selection) == 0 }

    /// The row in view, counted from the first one, where the selection was after the last move.
    ///
    /// Every layout shows the selection there if it can, so that a terminal resized back shows the same items again.
    private(set) var selectedRow = 0

    /// A position in the view.
    struct ViewPosition: Hashable, Sendable {
        /// The first row or line.
        static let top = ViewPosition(row: 0, line: 0)

        /// The row, counted from the first one in view.
        let row: Int
        /// The line in a masonry layout; nil if there is none, or before the first move.
        let line: Int?
    }

    /// The position of the selection after the last move.
    var selectedPosition: ViewPosition { ViewPosition(row: selectedRow, line: masonry?.selectedLine) }

    /// The height of a row without its gap, in lines.
    var itemHeight: Int { linesPerRow - gap }

    /// The items in view, some of them only partly.
    var visible: [Item] {
        if let masonry { return masonry.visible }
        return rows(withClipped: true).flatMap { row in
            row.items.enumerated().map {
                Item(index: $0.element, column: $0.offset, line: row.line, height: row.height)
            }
        }
    }

    /// The lines in view above the first row of a section, each with the index of the section's first item.
    var headings: [(index: Int, section: Int, line: Int)] {
        if let masonry {
            return masonry.headings.compactMap { heading in
                sections.heading(ofItem: heading.index).map { (heading.index, $0, heading.line) }
            }
        }
        return rows(withClipped: true).compactMap { row in row.heading.map { (row.items.lowerBound, $0, row.line - 1) }
        }
    }

    /// Whether some items are headings.
    var hasHeadingItems: Bool { sections.sections.contains { $0.hasHeadingItem } }

    /// Whether headings of any kind precede some rows.
    var hasHeadings: Bool { hasHeadingItems || sections.hasLabels }

    func section(_ index: Int) -> GridSection { sections.sections[index] }

    /// Returns the number of items in a section; nil for the last one of an incomplete list, which may grow.
    func sectionCount(_ section: Int, isComplete: Bool) -> Int? {
        isComplete || section < sections.sections.count - 1 ? sections.sections[section].count : nil
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
        for row in firstRow..<max(firstRow, sections.rowCount) {
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
        guard firstRow > 0, let last = rows.last, last.items.upperBound == count else { return rows }
        let space = lines - footerLines - last.line - last.height
        guard space >= Self.minClippedLines else { return rows }
        let height = itemHeight(ofRow: firstRow - 1)
        let above = Row(
            items: sections.items(inRow: firstRow - 1), line: space - gap(ofRow: firstRow - 1) - height, height: height,
            heading: nil)
        let moved = rows.map {
            Row(items: $0.items, line: $0.line + space, height: $0.height, heading: $0.heading)
        }
        return (withClipped ? [above] : []) + moved
    }

    /// The line of the footer: below the last row or, without room, at the bottom of the view.
    ///
    /// Nil if there is no footer or the last item isn't in view.
    var footerLine: Int? {
        if let masonry { return masonry.isAtEnd && footerLines > 0 ? masonry.lines - 1 : nil }
        guard footerLines > 0, let last = visibleRows.last, last.items.upperBound == count else { return nil }
        return min(last.line + last.height + gap(ofRow: sections.rowCount - 1), lines - footerLines)
    }

    /// The range of items in the rows in view.
    public var visibleRange: Range<Int> {
        let rows = visibleRows
        guard let first = rows.first, let last = rows.last else { return 0..<0 }
        return first.items.lowerBound..<last.items.upperBound
    }

    /// Returns the first item of the row that begins at a line of the view.
    func item(inLine line: Int) -> Int? {
        visibleRows.first { $0.line == line }?.items.first
    }

    /// The items to load: those in view, one page on each side, and one more.
    ///
    /// The extra item lets the range reach past the known part of the list, which makes the library read on.
    var nearbyRange: Range<Int> {
        if let range = masonry?.nearbyRange { return range.lowerBound..<(range.upperBound + 1) }
        let visible = visibleRange
        let page = max(visible.count, columns * ((lines + gap) / linesPerRow))
        return max(0, visible.lowerBound - page)..<(visible.upperBound + page + 1)
    }

    /// Arranges the items in `columns` in a view of `lines`. Each row takes `linesPerRow`, including `gap` empty lines.
    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int = 0) {
        masonry = nil
        sections = GridSections(sections.sections, columns: max(1, columns))
        self.lines = max(1, lines)
        self.linesPerRow = max(1, linesPerRow)
        self.gap = max(0, min(gap, self.linesPerRow - 1))
        scroll(selectionToRow: selectedRow)
    }

    /// Switches to a masonry layout; `place` then places the items.
    mutating func layOutMasonry(columns: Int, lines: Int) {
        var masonry = MasonryCursor(
            columns: columns, lines: lines, starts: sections.labeledStarts, selectedLine: masonry?.selectedLine)
        masonry.select(selection)
        self.masonry = masonry
    }

    /// Places the items in and around the view of the masonry layout. Heights are in lines.
    ///
    /// - Parameters:
    ///   - checked: the range to check for items whose height has changed. They are placed again, as are all after them.
    ///   - estimate: See `MasonryCursor.place`.
    ///   - height: See `MasonryCursor.place`.
    mutating func place(
        checking checked: Range<Int> = 0..<0, estimate: (_ index: Int) -> Int? = { _ in nil },
        height: (_ index: Int) -> Int?
    ) {
        let changed = checked.first { index in
            masonry?.height(of: index).map { known in height(index).map { max(1, $0) != known } ?? false } ?? false
        }
        if let changed { masonry?.forget(from: changed) }
        let count = count
        masonry?.place(count: count, estimate: estimate, height: height)
    }

    /// Stops waiting for an item that isn't placed in the masonry layout yet, and selects the last placed one.
    mutating func stopWaiting() {
        guard let masonry, masonry.isWaiting else { return }
        select(max(0, masonry.known - 1))
    }

    /// Discards the masonry placement of all items; called when another list is shown.
    mutating func forgetPlacement() {
        masonry?.forget()
    }

    /// Updates the section lengths; a nil `selection` keeps the current one. `footer` is the number of lines after the
    /// last item.
    mutating func update(sections: [GridSection], selection: Int? = nil, footer: Int = 0) {
        updateRows(sections: sections, selection: selection, footer: footer)
        let (count, starts) = (count, self.sections.labeledStarts)
        masonry?.forget(from: count)
        masonry?.divide(at: starts)
        if let known = masonry, known.selection != self.selection || known.isWaiting { masonry?.select(self.selection) }
    }

    /// Updates the section lengths.
    mutating func update(sections counts: [Int], selection: Int? = nil, footer: Int = 0) {
        update(sections: counts.map { GridSection(count: $0) }, selection: selection, footer: footer)
    }

    /// Selects an index, even one past the known part of the list.
    mutating func select(_ index: Int) {
        guard index != selection || index >= count || masonry?.isWaiting == true else { return }
        selectInRows(index)
        masonry?.select(index)
    }

    /// Scrolls so that the selection is at a position in the view, or as close to it as the list allows.
    mutating func scroll(selectionTo position: ViewPosition) {
        scroll(selectionToRow: position.row)
        if let line = position.line { masonry?.scroll(selectionToLine: line) }
    }

    /// Scrolls so that the selection is in a row, counted from the first one in view, or as close as the list allows.
    mutating func scroll(selectionToRow row: Int) {
        selectedRow = row
        firstRow = max(0, sections.row(of: selection) - row)
        scrollToSelection()
    }

    mutating func move(_ move: Move) {
        guard count > 0 else { return }
        // In a masonry layout, the last item may not be placed yet.
        if masonry == nil || move == .last {
            moveInRows(move)
            masonry?.select(selection)
        } else {
            masonry?.move(move)
            selectInRows(masonry?.selection ?? 0)
        }
        rememberSelectedRow()
    }

    private mutating func rememberSelectedRow() {
        selectedRow = sections.row(of: selection) - firstRow
    }

    private mutating func updateRows(sections new: [GridSection], selection: Int?, footer: Int) {
        let (closed, before) = (sections.closedHeading(at: self.selection), self.selection)
        footerLines = footer
        sections = GridSections(new, columns: columns)
        self.selection = max(0, min(selection ?? self.selection, count - 1))
        scrollToSelection()
        // A section that has just been opened shows its first row.
        let isOpened = closed == self.selection && sections.closedHeading(at: self.selection) == nil
        if isOpened {
            let row = sections.row(of: self.selection)
            firstRow = max(firstRow, min(row, firstRow(showing: row + 1)))
        }
        if isOpened || self.selection != before { rememberSelectedRow() }
    }

    private mutating func selectInRows(_ index: Int) {
        goalColumn = nil
        updateRows(
            sections: index < count ? sections.sections : [GridSection(count: index + 1)], selection: index,
            footer: footerLines)
    }

    private mutating func moveInRows(_ move: Move) {
        if [.left, .right, .first, .last].contains(move) { goalColumn = nil }
        switch move {
        case .left: selection = max(0, selection - 1)
        case .right: selection = min(count - 1, selection + 1)
        case .up: moveRows(by: -1)
        case .down: moveRows(by: 1)
        case .pageUp: moveRows(by: -visibleRows.count)
        case .pageDown: moveRows(by: visibleRows.count)
        case .first: selection = 0
        case .last: selection = count - 1
        case .scrollUp: scroll(-1)
        case .scrollDown: scroll(1)
        }
        scrollToSelection()
    }

    /// Moves to the same column of another row, or to the last item of a shorter one. Stops at the first and last row.
    ///
    /// Moving on across a heading returns to the column before it.
    private mutating func moveRows(by step: Int) {
        let row = sections.row(of: selection)
        let target = max(0, min(row + step, sections.rowCount - 1))
        let items = sections.items(inRow: target)
        let column = selection - sections.items(inRow: row).lowerBound
        let goal = sections.isHeading(row: row) ? goalColumn ?? column : column
        goalColumn = goal
        selection = min(items.lowerBound + goal, items.upperBound - 1)
    }

    /// Scrolls by one notch of the wheel: one row of pictures, or three lines of text.
    private mutating func scroll(_ direction: Int) {
        let last = firstRow(showing: sections.rowCount - 1)
        var scrolled = 0
        repeat {
            let next = max(0, min(firstRow + direction, last))
            guard next != firstRow else { break }
            scrolled += height(ofRow: min(next, firstRow))
            firstRow = next
        } while scrolled < 3
        let row = sections.row(of: selection)
        let inView = firstRow..<firstRow + visibleRows.count
        if row < inView.lowerBound { moveRows(by: inView.lowerBound - row) }
        if row >= inView.upperBound { moveRows(by: inView.upperBound - 1 - row) }
    }

    private mutating func scrollToSelection() {
        let row = sections.row(of: selection)
        firstRow = min(firstRow, row)
        firstRow = max(firstRow, firstRow(showing: row))
        // Leave no space below the last row while rows are hidden above.
        firstRow = min(firstRow, firstRow(showing: sections.rowCount - 1))
    }

    /// Returns the first row of a view that ends with the given row.
    private func firstRow(showing last: Int) -> Int {
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

extension GridCursor {
    /// Moves the selection. Returns the reason if the move has no effect.
    mutating func attempt(_ move: Move) -> NoEffect? {
        let before = selection
        self.move(move)
        return selection == before ? move.noEffect(at: before, of: count) : nil
    }
}

extension GridCursor.Move {
    /// Why this move didn't change the selection; nil for scrolling, which needs no explanation.
    fileprivate func noEffect(at selection: Int, of count: Int) -> NoEffect? {
        guard count > 0 else { return isScroll ? nil : .nothingSelected }
        switch self {
        case .left, .up, .pageUp, .first: return selection == 0 ? .listStart : .nothingMoreThisWay
        case .right, .down, .pageDown, .last: return selection == count - 1 ? .listEnd : .nothingMoreThisWay
        case .scrollUp, .scrollDown: return nil
        }
    }

    var isScroll: Bool { self == .scrollUp || self == .scrollDown }
}

/// A group of items in a grid. It begins a new row.
struct GridSection: Hashable, Sendable {
    /// The number of items, including a heading.
    let count: Int
    /// Whether the first item is a heading: a separate line that can be selected.
    var hasHeadingItem = false
    /// The text above the section; nil if its first item names it.
    var label: String?
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

extension KeyMap {
    /// The movement keys that all grids share.
    static func gridMoves(_ command: (GridCursor.Move) -> Command) -> [KeyBinding<Command>] {
        [
            KeyBinding(
                [Key(.left), Key("h")], command(.left), name: "left", in: .move, help: "Move left", joined: "Move"),
            KeyBinding(
                [Key(.down), Key("j")], command(.down), name: "down", in: .move, help: "Move down", joined: "Move"),
            KeyBinding([Key(.up), Key("k")], command(.up), name: "up", in: .move, help: "Move up", joined: "Move"),
            KeyBinding(
                [Key(.right), Key("l")], command(.right), name: "right", in: .move, help: "Move right", joined: "Move"),
            KeyBinding(
                [Key(.pageUp), Key(.character("b"), .control)], command(.pageUp), name: "page-up", in: .move,
                help: "Page up", joined: "Page up or down"),
            KeyBinding(
                [Key(.pageDown), Key(.character("f"), .control)], command(.pageDown), name: "page-down", in: .move,
                help: "Page down", joined: "Page up or down"),
            KeyBinding(
                [Key(.home), Key("g")], command(.first), name: "first", in: .move, help: "Go to the first item",
                joined: "Go to the first or last item"),
            KeyBinding(
                [Key(.end), Key("G")], command(.last), name: "last", in: .move, help: "Go to the last item",
                joined: "Go to the first or last item"),
        ]
    }
}
