/// The selection and scroll position in a masonry layout, which scrolls by lines.
///
/// Items are placed in order from the first; the selection stays among the placed items.
struct MasonryCursor: Hashable, Sendable {
    private(set) var selection = 0
    private var masonry: MasonryLayout
    private var firstLine = 0
    let lines: Int
    /// The index to select once the item there has been placed.
    private var pendingSelection: Int?
    /// The line in view where the selection began after the last move; nil before any. Another layout shows it there if
    /// it can.
    private(set) var selectedLine: Int?

    init(columns: Int, lines: Int, selectedLine: Int? = nil) {
        masonry = MasonryLayout(columns: columns)
        self.lines = max(1, lines)
        self.selectedLine = selectedLine
    }

    var columns: Int { masonry.columns }
    /// The number of placed items.
    var known: Int { masonry.frames.count }

    /// The items in view.
    var visible: [GridCursor.Item] {
        masonry.items(in: firstLine..<firstLine + lines).map { index in
            let frame = masonry.frames[index]
            return GridCursor.Item(
                index: index, column: frame.column, line: frame.line - firstLine, height: frame.height)
        }
    }

    /// Whether the selection waits for an item that hasn't been placed.
    var isWaiting: Bool { pendingSelection != nil }

    /// Whether the last placed item is in view.
    var isAtEnd: Bool { visible.contains { $0.index == known - 1 } }

    /// The range of items to load: those in view and at least 30 on each side, or the next ones on the way to a pending
    /// selection.
    var nearbyRange: Range<Int> {
        if let pendingSelection { return known..<min(pendingSelection + 31, known + Self.maxPlacedAtOnce) }
        let items = masonry.items(in: firstLine..<firstLine + lines)
        let first = items.min() ?? 0
        let end = (items.max() ?? -1) + 1
        let margin = max(30, items.count)
        // Items are placed in order, so the range must not begin after the first unplaced one.
        return max(0, min(first - margin, known))..<(end + margin)
    }

    /// The maximum number of items to measure and place before the user can do something else.
    private static let maxPlacedAtOnce = 200

    /// Discards the placement of all items; called when another list is shown.
    mutating func forget() {
        self = MasonryCursor(columns: columns, lines: lines)
    }

    mutating func append(height: Int) {
        masonry.append(height: height)
        if let pendingSelection, pendingSelection < known { show(pendingSelection) }
        // Only items below the selection allow some scroll positions.
        if pendingSelection == nil, let selectedLine {
            firstLine = masonry.frames[selection].line - selectedLine
            scrollToSelection()
        }
    }

    mutating func select(_ index: Int) {
        show(index)
        if pendingSelection == nil { rememberSelectedLine() }
    }

    private mutating func show(_ index: Int) {
        pendingSelection = index < known ? nil : index
        selection = max(0, min(index, known - 1))
        scrollToSelection()
    }

    private mutating func rememberSelectedLine() {
        selectedLine = known > 0 ? masonry.frames[selection].line - firstLine : nil
    }

    mutating func move(_ move: GridCursor.Move) {
        guard known > 0 else { return }
        pendingSelection = nil
        let masonry = masonry
        switch move {
        case .left: selection = masonry.item(beside: selection, columnsAway: -1) ?? selection
        case .right: selection = masonry.item(beside: selection, columnsAway: 1) ?? selection
        case .up: selection = masonry.item(above: selection) ?? selection
        case .down: selection = masonry.item(below: selection) ?? selection
        case .pageUp: movePage { masonry.item(above: $0) }
        case .pageDown: movePage { masonry.item(below: $0) }
        case .first: selection = 0
        case .last: selection = known - 1
        case .scrollUp: scroll(by: -Self.linesPerNotch)
        case .scrollDown: scroll(by: Self.linesPerNotch)
        }
        if !move.isScroll { scrollToSelection() }
        rememberSelectedLine()
    }

    /// The number of lines that one notch of the wheel scrolls.
    private static let linesPerNotch = 3

    /// Scrolls the view. The selection stays in its column, as close as possible to its old position.
    private mutating func scroll(by lines: Int) {
        firstLine = max(0, min(firstLine + lines, masonry.height - min(self.lines, masonry.height)))
        let column = masonry.frames[selection].column
        let whole = visible.filter { $0.line >= 0 && $0.line + $0.height <= self.lines && $0.column == column }
        if let first = whole.first, let last = whole.last {
            selection = min(max(selection, first.index), last.index)
        }
    }

    /// Moves along the column by up to the height of the view.
    private mutating func movePage(_ next: (Int) -> Int?) {
        let start = masonry.frames[selection].line
        while let item = next(selection), abs(masonry.frames[item].line - start) <= lines { selection = item }
    }

    private mutating func scrollToSelection() {
        guard known > 0 else { return }
        let frame = masonry.frames[selection]
        firstLine = max(min(firstLine, frame.line), frame.end - lines)
        firstLine = max(0, min(firstLine, frame.line, masonry.height - min(lines, masonry.height)))
    }
}

/// A masonry layout: items of different heights in columns of equal width. Each item goes into the shortest column so
/// far.
struct MasonryLayout: Hashable, Sendable {
    /// The position of an item.
    struct Frame: Hashable, Sendable {
        let column: Int
        /// The offset from the top of the column, in lines.
        let line: Int
        /// The height in lines.
        let height: Int

        var end: Int { line + height }
        fileprivate var middle: Int { line + height / 2 }
    }

    private(set) var frames: [Frame] = []
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
