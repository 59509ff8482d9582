/// The arrangement and selection of items, either in rows of equal height or in a masonry layout.
public struct GridArrangement: Hashable, Sendable {
    public private(set) var cursor = GridCursor()
    /// The masonry layout; nil while items are in rows.
    public private(set) var waterfall: WaterfallCursor?

    /// The index of the selected item; 0 when there is none.
    public var selection: Int { cursor.selection }

    /// The items to load: those in and around the view, plus one.
    ///
    /// The extra item lets the range reach past the known part of the list, which makes the library read on.
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

    /// Switches to a masonry layout; `place(_:)` then places the items.
    mutating func layOutWaterfall(columns: Int, lines: Int) {
        var waterfall = WaterfallCursor(columns: columns, lines: lines)
        waterfall.select(selection)
        self.waterfall = waterfall
    }

    mutating func move(_ move: GridCursor.Move) {
        // In a masonry layout, the last item may not be placed yet.
        if waterfall == nil || move == .last {
            cursor.move(move)
            waterfall?.select(cursor.selection)
        } else {
            waterfall?.move(move)
            cursor.select(waterfall?.selection ?? 0)
        }
    }

    /// Selects an index, even one past the known part of the list.
    mutating func select(_ index: Int) {
        cursor.select(index)
        waterfall?.select(index)
    }

    /// Updates the section lengths; a nil `selection` keeps the current one. `footer` is the number of lines after the
    /// last item.
    mutating func update(sections: [Int], selection: Int?, footer: Int = 0) {
        cursor.update(sections: sections, selection: selection, footer: footer)
        if let waterfall, waterfall.selection != cursor.selection { self.waterfall?.select(cursor.selection) }
    }

    /// Places the next items in the masonry layout, until `height` returns nil. Heights are in lines.
    mutating func place(_ height: (_ index: Int) -> Int?) {
        while let known = waterfall?.known, let lines = height(known) { waterfall?.append(height: lines) }
    }

    /// Stops waiting for an unplaced item and selects the last placed one.
    mutating func stopWaiting() {
        guard let waterfall, waterfall.isWaiting else { return }
        select(max(0, waterfall.known - 1))
    }

    /// Discards the placement of all items; called when another list is shown.
    mutating func forgetPlaces() {
        waterfall?.forget()
    }

    /// The line of the footer; nil if there is no footer or the last item isn't in view.
    var footerLine: Int? {
        guard let waterfall else { return cursor.footerLine }
        return waterfall.isAtEnd && cursor.footerLines > 0 ? waterfall.lines - 1 : nil
    }
}
