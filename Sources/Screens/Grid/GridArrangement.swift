/// Where items stand and which of them is selected: in rows of the same height, or in a waterfall.
public struct GridArrangement: Hashable, Sendable {
    public private(set) var cursor = GridCursor()
    /// Where items of their own heights stand; nil while they stand in rows.
    public private(set) var waterfall: WaterfallCursor?

    /// The index of the selected item; 0 when there is none.
    public var selection: Int { cursor.selection }

    /// The items in view and around it, which are worth having at hand, and one more: a library reads on for a range that
    /// reaches beyond what it knows.
    var nearbyRange: Range<Int> {
        let range = waterfall?.nearbyRange ?? cursor.nearbyRange
        return range.lowerBound..<(range.upperBound + 1)
    }

    /// The items in view.
    var visibleItems: [Int] { waterfall?.visible.map(\.index) ?? Array(cursor.visibleRange) }

    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int) {
        waterfall = nil
        cursor.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
    }

    /// Items find their places in the waterfall by `place`.
    mutating func layOutWaterfall(columns: Int, lines: Int) {
        var waterfall = WaterfallCursor(columns: columns, lines: lines)
        waterfall.select(selection)
        self.waterfall = waterfall
    }

    mutating func move(_ move: GridCursor.Move) {
        // The last one may have no place in the waterfall yet.
        if waterfall == nil || move == .last {
            cursor.move(move)
            waterfall?.select(cursor.selection)
        } else {
            waterfall?.move(move)
            cursor.select(waterfall?.selection ?? 0)
        }
    }

    /// Selects an index that the list may be found to have only later.
    mutating func select(_ index: Int) {
        cursor.select(index)
        waterfall?.select(index)
    }

    /// The list has other lengths now, and its selection may stand elsewhere; `footer` lines follow its last item.
    mutating func update(sections: [Int], selection: Int?, footer: Int = 0) {
        cursor.update(sections: sections, selection: selection, footer: footer)
        if let waterfall, waterfall.selection != cursor.selection { self.waterfall?.select(cursor.selection) }
    }

    /// Places the items of a waterfall that come next, as long as they are known; `height` tells the lines each takes.
    mutating func place(_ height: (_ index: Int) -> Int?) {
        while let known = waterfall?.known, let lines = height(known) { waterfall?.append(height: lines) }
    }

    /// Waits for no item that has no place yet: the last that has one stays selected.
    mutating func stopWaiting() {
        guard let waterfall, waterfall.isWaiting else { return }
        select(max(0, waterfall.known - 1))
    }

    /// Another list stands here now.
    mutating func forgetPlaces() {
        waterfall?.forget()
    }

    /// The line for what stands where items are missing, when the last item is in view.
    var footerLine: Int? {
        guard let waterfall else { return cursor.footerLine }
        return waterfall.isAtEnd && cursor.footerLines > 0 ? waterfall.lines - 1 : nil
    }
}
