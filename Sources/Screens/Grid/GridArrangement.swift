/// The arrangement and selection of items, either in rows of equal height or in a masonry layout.
struct GridArrangement: Hashable, Sendable {
    /// An item in view.
    struct Item: Hashable, Sendable {
        let index: Int
        let column: Int
        /// The offset from the top of the view, in lines; negative if the item begins above it.
        let line: Int
        let height: Int
    }

    private(set) var cursor = GridCursor()
    /// The masonry layout; nil while items are in rows.
    private(set) var masonry: MasonryCursor?

    /// The index of the selected item; 0 when there is none.
    var selection: Int { cursor.selection }

    /// The items to load: those in and around the view, plus one.
    ///
    /// The extra item lets the range reach past the known part of the list, which makes the library read on.
    var nearbyRange: Range<Int> {
        let range = masonry?.nearbyRange ?? cursor.nearbyRange
        return range.lowerBound..<(range.upperBound + 1)
    }

    /// The items in view.
    var visible: [Item] {
        if let masonry { return masonry.visible }
        return cursor.visibleRows.flatMap { row in
            row.items.enumerated().map {
                Item(index: $0.element, column: $0.offset, line: row.line, height: cursor.itemHeight)
            }
        }
    }

    /// The lines in view above the first row of a section, each with the index of the section's first item.
    var headings: [(index: Int, line: Int)] {
        guard masonry == nil else { return [] }
        return cursor.visibleRows.filter { $0.heading != nil }.map { ($0.items.lowerBound, $0.line - 1) }
    }

    mutating func layOut(columns: Int, lines: Int, linesPerRow: Int, gap: Int) {
        masonry = nil
        cursor.layOut(columns: columns, lines: lines, linesPerRow: linesPerRow, gap: gap)
    }

    /// Switches to a masonry layout; `place(_:)` then places the items.
    mutating func layOutMasonry(columns: Int, lines: Int) {
        var masonry = MasonryCursor(columns: columns, lines: lines)
        masonry.select(selection)
        self.masonry = masonry
    }

    mutating func move(_ move: GridCursor.Move) {
        // In a masonry layout, the last item may not be placed yet.
        if masonry == nil || move == .last {
            cursor.move(move)
            masonry?.select(cursor.selection)
        } else {
            masonry?.move(move)
            cursor.select(masonry?.selection ?? 0)
        }
    }

    /// Selects an index, even one past the known part of the list.
    mutating func select(_ index: Int) {
        cursor.select(index)
        masonry?.select(index)
    }

    /// Updates the section lengths; a nil `selection` keeps the current one. `footer` is the number of lines after the
    /// last item.
    mutating func update(sections: [Int], selection: Int?, footer: Int = 0) {
        cursor.update(sections: sections, selection: selection, footer: footer)
        if let masonry, masonry.selection != cursor.selection { self.masonry?.select(cursor.selection) }
    }

    /// Places the next items in the masonry layout, until `height` returns nil. Heights are in lines.
    mutating func place(_ height: (_ index: Int) -> Int?) {
        while let known = masonry?.known, let lines = height(known) { masonry?.append(height: lines) }
    }

    /// Stops waiting for an unplaced item and selects the last placed one.
    mutating func stopWaiting() {
        guard let masonry, masonry.isWaiting else { return }
        select(max(0, masonry.known - 1))
    }

    /// Discards the placement of all items; called when another list is shown.
    mutating func forgetPlacement() {
        masonry?.forget()
    }

    /// The line of the footer; nil if there is no footer or the last item isn't in view.
    var footerLine: Int? {
        guard let masonry else { return cursor.footerLine }
        return masonry.isAtEnd && cursor.footerLines > 0 ? masonry.lines - 1 : nil
    }
}
