import TerminalUI

/// The selection in a grid, and the part of the grid in view.
struct GridCursor: Hashable, Sendable {
    /// A movement in the grid.
    enum Move: Sendable {
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

    /// A position in the view.
    struct ViewPosition: Hashable, Sendable {
        /// The first row or line.
        static let top = ViewPosition(row: 0, line: 0)

        /// The row, counted from the first one in view.
        let row: Int
        /// The line in a masonry layout; nil if there is none, or before the first move.
        let line: Int?
    }

    /// The index of the selected item, which may not be placed yet; 0 when there is none.
    private(set) var selection = 0
    /// The rows, which also know the sections while the masonry layout is on.
    private(set) var rows = RowArrangement()
    /// Nil while items are in rows.
    private(set) var masonry: MasonryArrangement?

    private var arrangement: any Arrangement { masonry ?? rows }

    /// The number of items.
    var count: Int { rows.count }

    /// Whether the selection waits for an item that isn't placed yet.
    var isWaiting: Bool { arrangement.isWaiting(for: selection) }

    /// Whether the selection is in the first row.
    var isInFirstRow: Bool { rows.sections.row(of: selection) == 0 }

    /// The position of the selection after the last move.
    var selectedPosition: ViewPosition { ViewPosition(row: rows.selectedRow, line: masonry?.selectedLine) }

    /// The items in view, some of them only partly.
    var visible: [Item] { arrangement.visible }

    /// The lines in view above the first item of a section, each with the item's index.
    var headings: [(index: Int, section: Int, line: Int)] {
        arrangement.headings.compactMap { heading in
            rows.sections.heading(ofItem: heading.index).map { (heading.index, $0, heading.line) }
        }
    }

    /// The line of the footer; nil if there is no footer, or the last item isn't in view.
    var footerLine: Int? { rows.footerLines > 0 ? arrangement.footerLine(of: rows.footerLines) : nil }

    /// Returns the first item of the row that begins at a line of the view.
    func item(inLine line: Int) -> Int? { rows.item(inLine: line) }

    /// The items to load: those in view or around a selection that waits, and a margin on each side.
    ///
    /// An extra item lets the range reach past the known part of the list, which makes the library read on.
    var nearbyRange: Range<Int> {
        let range = arrangement.nearbyRange(around: selection)
        return range.lowerBound..<(range.upperBound + 1)
    }

    /// Arranges the items in `columns` in a view of `lines`. Each row takes `linesPerRow`, including `gap` empty lines.
    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int = 0) {
        masonry = nil
        rows.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
        rows.scroll(to: selection, inRow: rows.selectedRow)
    }

    /// Switches to a masonry layout; `place` then places the items.
    mutating func layOutMasonry(columns: Int, lines: Int) {
        masonry = MasonryArrangement(
            columns: columns, lines: lines, starts: rows.sections.labeledStarts, selectedLine: masonry?.selectedLine)
    }

    /// Places the items in and around the view of the masonry layout. Heights are in lines.
    ///
    /// - Parameters:
    ///   - checked: the range to check for changed heights. The first such item and all after it are placed again.
    ///   - estimate: See `MasonryArrangement.place`.
    ///   - height: See `MasonryArrangement.place`.
    mutating func place(
        checking checked: Range<Int> = 0..<0, estimate: (_ index: Int) -> Int? = { _ in nil },
        height: (_ index: Int) -> Int?
    ) {
        let (count, selection) = (count, selection)
        masonry?.forgetChanged(in: checked, selection: selection, height: height)
        masonry?.place(count: count, selection: selection, estimate: estimate, height: height)
    }

    /// Stops waiting for an item that isn't placed yet, and selects the last placed one.
    mutating func stopWaiting() {
        if let masonry, isWaiting { select(max(0, masonry.known - 1)) }
    }

    /// Discards the placement of all items; called when another list is shown.
    mutating func forgetPlacement() {
        masonry?.forget()
    }

    /// Updates the sections; a nil `selection` keeps the current one. `footer` is the number of lines after the last
    /// item.
    mutating func update(sections: [GridSection], selection new: Int? = nil, footer: Int = 0) {
        let before = selection
        selection = rows.update(sections: sections, selection: before, to: new, footer: footer)
        let (count, starts, selection) = (count, rows.sections.labeledStarts, selection)
        masonry?.update(count: count, starts: starts, selection: selection, isOther: selection != before)
    }

    /// Updates the section lengths.
    mutating func update(sections counts: [Int], selection: Int? = nil, footer: Int = 0) {
        update(sections: counts.map { GridSection(count: $0) }, selection: selection, footer: footer)
    }

    /// Selects an index, even one past the known part of the list.
    mutating func select(_ index: Int) {
        guard index != selection || index >= count || isWaiting else { return }
        if index >= count { rows.extend(to: index) }
        selection = max(0, index)
        jumpToSelection()
    }

    /// Scrolls so that the selection is at a position in the view, or as close to it as the list allows.
    mutating func scroll(selectionTo position: ViewPosition) {
        rows.scroll(to: selection, inRow: position.row)
        if let line = position.line { masonry?.scroll(to: selection, inLine: line) }
    }

    /// Scrolls so that the selection is in a row, counted from the first one in view, or as close as the list allows.
    mutating func scroll(selectionToRow row: Int) {
        rows.scroll(to: selection, inRow: row)
    }

    mutating func move(_ move: Move) {
        guard count > 0 else { return }
        switch move {
        case .first: selection = 0
        case .last: selection = count - 1
        default:
            let before = selection
            selection = masonry?.move(move, from: before) ?? rows.move(move, from: before)
            return
        }
        jumpToSelection()
    }

    private mutating func jumpToSelection() {
        let selection = selection
        if masonry?.jump(to: selection) == nil { rows.jump(to: selection) }
    }
}

/// Where the items of a grid are, and which part of it is in view.
protocol Arrangement: Hashable, Sendable {
    /// The items in view, some of them only partly.
    var visible: [GridCursor.Item] { get }
    /// The heading lines in view, each with the index of the item that begins its section.
    var headings: [(index: Int, line: Int)] { get }

    /// Whether an item isn't placed yet.
    func isWaiting(for item: Int) -> Bool

    /// The line of a footer of some lines; nil if the last item isn't in view.
    func footerLine(of lines: Int) -> Int?

    /// Returns the items to load: those in view or around an item that isn't placed yet, and a margin on each side.
    func nearbyRange(around selection: Int) -> Range<Int>
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
