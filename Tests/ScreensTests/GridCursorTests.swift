import Testing

@testable import Screens

@Suite("Grid cursor")
struct GridCursorTests {
    private func cursor(count: Int, columns: Int = 5, visibleRows: Int = 3) -> GridCursor {
        var cursor = GridCursor()
        cursor.layOut(columns: columns, lines: visibleRows, linesPerRow: 1)
        cursor.update(sections: [count])
        return cursor
    }

    @Test("Down from the last full row goes to the last item of a short row")
    func shortRow() {
        var cursor = cursor(count: 12)
        cursor.select(9)
        cursor.move(.down)
        #expect(cursor.selection == 11)
        cursor.move(.down)
        #expect(cursor.selection == 11)
    }

    @Test("The footer follows a heading directly, and a row of tiles after its gap")
    func footer() {
        var cursor = GridCursor()
        cursor.layOut(columns: 2, lines: 20, linesPerRow: 4, gap: 1)
        cursor.update(sections: [GridSection(count: 1, hasHeadingItem: true)], footer: 1)
        #expect(cursor.footerLine == 1)
        cursor.update(sections: [GridSection(count: 3, hasHeadingItem: true)], footer: 1)
        #expect(cursor.footerLine == 5)
    }

    @Test("Moves stop at the ends")
    func ends() {
        var cursor = cursor(count: 12)
        cursor.move(.left)
        cursor.move(.up)
        #expect(cursor.selection == 0)
        cursor.move(.last)
        cursor.move(.right)
        #expect(cursor.selection == 11)
    }

    @Test("The selection is always in view, and the view never extends beyond the end")
    func scrolling() {
        var cursor = cursor(count: 100)
        for _ in 0..<30 { cursor.move(.down) }
        #expect(cursor.rows.visibleRange.contains(cursor.selection))
        #expect(cursor.rows.visibleRange.upperBound == 100)
        cursor.layOut(columns: 1, lines: 1, linesPerRow: 1)
        #expect(cursor.rows.visibleRange.contains(cursor.selection))
        cursor.layOut(columns: 50, lines: 10, linesPerRow: 1)
        #expect(cursor.rows.first == 0)
    }

    @Test("A page down and a page up return to the same item")
    func pages() {
        var cursor = cursor(count: 100)
        cursor.move(.right)
        cursor.move(.pageDown)
        #expect(cursor.selection == 16)
        cursor.move(.pageUp)
        #expect(cursor.selection == 1)
    }

    @Test("A move in an empty masonry layout keeps it empty")
    func emptyMasonry() {
        var cursor = GridCursor()
        cursor.layOutMasonry(columns: 3, lines: 10)
        cursor.move(.down)
        #expect(cursor.count == 0)
    }

    @Test("An empty grid accepts every move")
    func empty() {
        var cursor = cursor(count: 0)
        for move in [GridCursor.Move.left, .right, .up, .down, .pageUp, .pageDown, .first, .last] { cursor.move(move) }
        #expect(cursor.selection == 0)
        #expect(cursor.rows.visibleRange.isEmpty)
    }

    @Test("The selection stays inside a list that shrinks")
    func shrinks() {
        var cursor = cursor(count: 100)
        cursor.move(.last)
        cursor.update(sections: [7])
        #expect(cursor.selection == 6)
        #expect(cursor.rows.visibleRange == 0..<7)
    }

    @Test("Each section starts a new row, with a line for its heading")
    func sections() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 12, linesPerRow: 2)
        cursor.update(sections: [4, 2, 7])
        #expect(cursor.count == 13)
        #expect(cursor.rows.visibleRows.map(\.items) == [0..<3, 3..<4, 4..<6, 6..<9])
        #expect(cursor.rows.visibleRows.map(\.heading) == [0, nil, 1, 2])
        #expect(cursor.rows.visibleRows.map(\.line) == [1, 3, 6, 9])
    }

    @Test("A row that doesn't fit is partly in view, below the others or at the end above, but a page has whole rows")
    func clippedRow() {
        var cursor = GridCursor()
        cursor.update(sections: [30])
        cursor.layOut(columns: 3, lines: 12, linesPerRow: 5, gap: 1)
        #expect(cursor.visible.map(\.index) == Array(0..<6))
        cursor.layOut(columns: 3, lines: 13, linesPerRow: 5, gap: 1)
        #expect(cursor.visible.map(\.index) == Array(0..<9))
        #expect(cursor.visible.last?.line == 10)
        #expect(cursor.rows.visibleRange == 0..<6)
        cursor.move(.pageDown)
        #expect(cursor.selection == 6)
        #expect(cursor.rows.visibleRange == 3..<9)
        cursor.move(.last)
        #expect(cursor.visible.map(\.index) == Array(21..<30))
        #expect(cursor.visible.first?.line == -1)
        #expect(cursor.rows.visibleRange == 24..<30)
    }

    @Test("Another layout and back shows the same items again", arguments: [false, true], [[60], [7, 20, 1, 32]])
    func layoutAndBack(isMasonry: Bool, sections: [Int]) {
        var cursor = GridCursor()
        func layOut(columns: Int, lines: Int) {
            guard isMasonry else { return cursor.layOut(columns: columns, lines: lines, linesPerRow: 5) }
            cursor.layOutMasonry(columns: columns, lines: lines)
            place()
        }
        func place() {
            cursor.place { _ in
                5
            } height: { _ in
                5
            }
        }
        cursor.update(sections: sections)
        layOut(columns: 3, lines: 20)
        let moves: [GridCursor.Move] = [.pageDown, .pageDown, .up, .up, .right, .last, .up, .scrollUp]
        for move in moves {
            cursor.move(move)
            place()
            let before = cursor.visible
            layOut(columns: 1, lines: 5)
            #expect(cursor.visible.contains { $0.index == cursor.selection })
            layOut(columns: 3, lines: 20)
            #expect(cursor.visible == before, "after \(move)")
        }
    }

    @Test("Moves across sections keep the column if possible and reach every item")
    func movesThroughSections() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 5, linesPerRow: 2)
        cursor.update(sections: [4, 2, 7])
        cursor.move(.right)
        cursor.move(.right)
        cursor.move(.down)
        #expect(cursor.selection == 3)
        cursor.move(.down)
        #expect(cursor.selection == 4)
        for _ in 0..<20 {
            cursor.move(.right)
            #expect(cursor.rows.visibleRange.contains(cursor.selection))
        }
        #expect(cursor.selection == 12)
        cursor.move(.first)
        #expect(cursor.rows.first == 0)
    }

    /// An album in no folder, a closed folder, and an open one of four albums.
    private static let folders = [
        GridSection(count: 2), GridSection(count: 1, hasHeadingItem: true), GridSection(count: 5, hasHeadingItem: true),
    ]

    @Test("A heading among the items has a separate line")
    func headingItems() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 20, linesPerRow: 5, gap: 1)
        cursor.update(sections: Self.folders)
        #expect(cursor.rows.visibleRows.map(\.items) == [0..<2, 2..<3, 3..<4, 4..<7, 7..<8])
        #expect(cursor.rows.visibleRows.map(\.line) == [0, 5, 6, 7, 12])
        #expect(cursor.rows.visibleRows.map(\.height) == [4, 1, 1, 4, 4])
        #expect(cursor.headings.isEmpty)
    }

    @Test("Moving on across headings returns to the column")
    func columnAcrossHeadings() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 20, linesPerRow: 5, gap: 1)
        cursor.update(sections: Self.folders)
        cursor.move(.right)
        for expected in [2, 3, 5, 7] {
            cursor.move(.down)
            #expect(cursor.selection == expected)
        }
        cursor.select(5)
        for expected in [3, 2, 1] {
            cursor.move(.up)
            #expect(cursor.selection == expected)
        }
    }

    @Test("A heading that is opened at the bottom of the view scrolls its first row into view")
    func openingHeading() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 8, linesPerRow: 5, gap: 1)
        let closed = Array(repeating: GridSection(count: 1, hasHeadingItem: true), count: 8)
        cursor.update(sections: closed)
        cursor.move(.last)
        #expect(cursor.rows.first == 0)
        cursor.update(sections: closed.dropLast() + [GridSection(count: 3, hasHeadingItem: true)])
        #expect(cursor.rows.visibleRange == 4..<10)
        cursor.update(sections: closed)
        #expect(cursor.rows.visibleRange == 0..<8)
    }

    @Test("At the end, the row above the view is cut at the top, also below the heading of its section")
    func clippedRowWithHeading() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 16, linesPerRow: 6, gap: 1)
        cursor.update(sections: [3, 6])
        cursor.move(.last)
        #expect(cursor.rows.first == 1)
        let above = cursor.visible.filter { $0.index < 3 }
        #expect(above.map(\.line) == [-2, -2, -2] && above.map(\.height) == [5, 5, 5])
        #expect(cursor.headings.map(\.line) == [4])
        #expect(cursor.visible.last.map { $0.line + $0.height } == 16)
    }

    @Test("The wheel scrolls headings by three lines")
    func scrollingHeadings() {
        var cursor = GridCursor()
        cursor.layOut(columns: 3, lines: 8, linesPerRow: 5, gap: 1)
        cursor.update(sections: Array(repeating: GridSection(count: 1, hasHeadingItem: true), count: 20))
        cursor.move(.scrollDown)
        #expect(cursor.rows.first == 3)
        #expect(cursor.selection == 3)
        cursor.move(.scrollUp)
        #expect(cursor.rows.first == 0)
    }
}
