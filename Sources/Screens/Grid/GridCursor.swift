/// Where a person is in a grid that scrolls by rows: what is selected and what is in view.
public struct GridCursor: Hashable, Sendable {
    /// A step through the grid.
    public enum Move: Sendable {
        case left, right, up, down, pageUp, pageDown, first, last
    }

    /// How many items the grid has.
    public private(set) var count = 0
    /// The index of the selected item; 0 when there is none.
    public private(set) var selection = 0
    /// The first row in view.
    public private(set) var firstRow = 0
    public private(set) var columns = 1
    /// How many whole rows are in view.
    public private(set) var visibleRows = 1

    /// The items in view.
    public var visibleRange: Range<Int> {
        let start = min(count, firstRow * columns)
        return start..<min(count, start + columns * visibleRows)
    }

    /// The items in view and, on both sides, as many again: what is worth having at hand.
    var nearbyRange: Range<Int> {
        let visible = visibleRange
        let page = columns * visibleRows
        return max(0, visible.lowerBound - page)..<min(count, visible.upperBound + page)
    }

    mutating func layOut(columns: Int, visibleRows: Int) {
        self.columns = max(1, columns)
        self.visibleRows = max(1, visibleRows)
        scrollToSelection()
    }

    /// The list has another length now, and its selection may stand elsewhere.
    mutating func update(count: Int, selection: Int? = nil) {
        self.count = max(0, count)
        self.selection = max(0, min(selection ?? self.selection, self.count - 1))
        scrollToSelection()
    }

    mutating func select(_ index: Int) {
        update(count: count, selection: index)
    }

    mutating func move(_ move: Move) {
        guard count > 0 else { return }
        let target =
            switch move {
            case .left: selection - 1
            case .right: selection + 1
            case .up: selection - columns
            case .down: down
            case .pageUp: max(selection % columns, selection - columns * visibleRows)
            case .pageDown: selection + columns * visibleRows
            case .first: 0
            case .last: count - 1
            }
        guard target >= 0 else { return }
        selection = min(target, count - 1)
        scrollToSelection()
    }

    /// The item below; from the last whole row into a short one, its last item.
    private var down: Int {
        let isInLastRow = selection / columns == (count - 1) / columns
        return isInLastRow ? selection : selection + columns
    }

    private mutating func scrollToSelection() {
        let row = selection / columns
        firstRow = max(min(firstRow, row), row - visibleRows + 1)
        let lastFirstRow = max(0, (count + columns - 1) / columns - visibleRows)
        firstRow = min(firstRow, lastFirstRow)
    }
}
