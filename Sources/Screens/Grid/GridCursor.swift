/// Where a person is in a grid that scrolls by rows: what is selected and what is in view.
///
/// Each section begins a row of its own; with more than one, a line for its heading comes before that row.
public struct GridCursor: Hashable, Sendable {
    /// A step through the grid.
    public enum Move: Sendable {
        case left, right, up, down, pageUp, pageDown, first, last
        /// The view moves, and the selection only as far as it would leave the view.
        case scrollUp, scrollDown
    }

    /// A row in view.
    public struct Row: Hashable, Sendable {
        /// The indices of its items.
        public let items: Range<Int>
        /// The lines above it, from the first line of the grid.
        public let line: Int
        /// The section whose heading is in the line before it.
        public let heading: Int?
    }

    /// The index of the selected item; 0 when there is none.
    public private(set) var selection = 0
    /// The first row in view.
    public private(set) var firstRow = 0
    private var sections = GridSections(counts: [], columns: 1)
    private var lines = 1
    private var linesPerRow = 1
    /// The empty lines that end each row, which the last row in view can do without.
    private var gap = 0
    /// The lines that follow the last row.
    private(set) var footerLines = 0

    /// How many items the grid has.
    public var count: Int { sections.count }
    public var columns: Int { sections.columns }

    /// Whether nothing is above the selection.
    var isInFirstRow: Bool { sections.row(of: selection) == 0 }

    /// The rows in view: those that fit, and at least one.
    public var visibleRows: [Row] {
        var rows: [Row] = []
        var line = 0
        for row in firstRow..<max(firstRow, sections.rowCount) {
            let heading = sections.heading(ofRow: row)
            if heading != nil { line += 1 }
            guard line + linesPerRow - gap <= lines || rows.isEmpty else { break }
            rows.append(Row(items: sections.items(inRow: row), line: line, heading: heading))
            line += linesPerRow
        }
        return rows
    }

    /// The line after the last row, when that is in view and something follows it; the last line where there is no room.
    var footerLine: Int? {
        guard footerLines > 0, let last = visibleRows.last, last.items.upperBound == count else { return nil }
        return min(last.line + linesPerRow, lines - footerLines)
    }

    /// The items in view.
    public var visibleRange: Range<Int> {
        let rows = visibleRows
        guard let first = rows.first, let last = rows.last else { return 0..<0 }
        return first.items.lowerBound..<last.items.upperBound
    }

    /// The item that begins in a line of the view, of those that stand one below the other.
    func item(inLine line: Int) -> Int? {
        visibleRows.first { $0.line == line }?.items.first
    }

    /// The items in view and, on both sides, as many again: what is worth having at hand.
    ///
    /// It may reach beyond the end, because a list can turn out to be longer.
    var nearbyRange: Range<Int> {
        let visible = visibleRange
        let page = max(visible.count, columns * ((lines + gap) / linesPerRow))
        return max(0, visible.lowerBound - page)..<(visible.upperBound + page)
    }

    /// Arranges the items in `columns`, with room for `lines`, of which each row takes `linesPerRow`, `gap` empty ones
    /// included.
    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int = 0) {
        sections = GridSections(counts: sections.counts, columns: max(1, columns))
        self.lines = max(1, lines)
        self.linesPerRow = max(1, linesPerRow)
        self.gap = max(0, min(gap, self.linesPerRow - 1))
        scrollToSelection()
    }

    /// The list has another length now, and its selection may stand elsewhere; `footer` lines follow its last row.
    mutating func update(sections counts: [Int], selection: Int? = nil, footer: Int = 0) {
        footerLines = footer
        sections = GridSections(counts: counts, columns: columns)
        self.selection = max(0, min(selection ?? self.selection, count - 1))
        scrollToSelection()
    }

    /// Selects an index that the list may be found to have only later.
    mutating func select(_ index: Int) {
        update(sections: index < count ? sections.counts : [index + 1], selection: index, footer: footerLines)
    }

    mutating func move(_ move: Move) {
        guard count > 0 else { return }
        switch move {
        case .left: selection = max(0, selection - 1)
        case .right: selection = min(count - 1, selection + 1)
        case .up: moveRows(by: -1)
        case .down: moveRows(by: 1)
        case .pageUp: moveRows(by: -visibleRows.count)
        case .pageDown: moveRows(by: visibleRows.count)
        case .first: selection = 0
        case .last: selection = count - 1
        case .scrollUp: scroll(by: -rowsPerNotch)
        case .scrollDown: scroll(by: rowsPerNotch)
        }
        scrollToSelection()
    }

    /// To the same column of another row, or the last item of a shorter one; at the ends, no further.
    private mutating func moveRows(by step: Int) {
        let row = sections.row(of: selection)
        let target = max(0, min(row + step, sections.rowCount - 1))
        let items = sections.items(inRow: target)
        let column = selection - sections.items(inRow: row).lowerBound
        selection = min(items.lowerBound + column, items.upperBound - 1)
    }

    /// How far the wheel scrolls: rows of pictures one by one, lines of text by three.
    private var rowsPerNotch: Int { max(1, 3 / linesPerRow) }

    private mutating func scroll(by rows: Int) {
        firstRow = max(0, min(firstRow + rows, firstRowThatShows(sections.rowCount - 1)))
        let row = sections.row(of: selection)
        let inView = firstRow..<firstRow + visibleRows.count
        if row < inView.lowerBound { moveRows(by: inView.lowerBound - row) }
        if row >= inView.upperBound { moveRows(by: inView.upperBound - 1 - row) }
    }

    private mutating func scrollToSelection() {
        let row = sections.row(of: selection)
        firstRow = min(firstRow, row)
        firstRow = max(firstRow, firstRowThatShows(row))
        // No empty space below the end while there is something above.
        firstRow = min(firstRow, firstRowThatShows(sections.rowCount - 1))
    }

    /// The first row of a view that ends with a row.
    private func firstRowThatShows(_ last: Int) -> Int {
        var first = max(0, last)
        var used = height(ofRow: first) - gap + (first == sections.rowCount - 1 ? footerLines : 0)
        while first > 0, used + height(ofRow: first - 1) <= lines {
            first -= 1
            used += height(ofRow: first)
        }
        return first
    }

    private func height(ofRow row: Int) -> Int {
        linesPerRow + (sections.heading(ofRow: row) == nil ? 0 : 1)
    }
}
