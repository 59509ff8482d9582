import Testing

@testable import Screens

@Suite("Grid cursor")
struct GridCursorTests {
    private func cursor(count: Int, columns: Int = 5, visibleRows: Int = 3) -> GridCursor {
        var cursor = GridCursor()
        cursor.layOut(columns: columns, visibleRows: visibleRows)
        cursor.update(count: count)
        return cursor
    }

    @Test("Down from the last whole row goes to the last of a short row")
    func shortRow() {
        var cursor = cursor(count: 12)
        cursor.select(9)
        cursor.move(.down)
        #expect(cursor.selection == 11)
        cursor.move(.down)
        #expect(cursor.selection == 11)
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

    @Test("The selection is always in view, and the view never beyond the end")
    func scrolling() {
        var cursor = cursor(count: 100)
        for _ in 0..<30 { cursor.move(.down) }
        #expect(cursor.visibleRange.contains(cursor.selection))
        #expect(cursor.visibleRange.upperBound == 100)
        cursor.layOut(columns: 1, visibleRows: 1)
        #expect(cursor.visibleRange.contains(cursor.selection))
        cursor.layOut(columns: 50, visibleRows: 10)
        #expect(cursor.firstRow == 0)
    }

    @Test("A page down and a page up come back to the same place")
    func pages() {
        var cursor = cursor(count: 100)
        cursor.move(.right)
        cursor.move(.pageDown)
        #expect(cursor.selection == 16)
        cursor.move(.pageUp)
        #expect(cursor.selection == 1)
    }

    @Test("An empty grid takes every move")
    func empty() {
        var cursor = cursor(count: 0)
        for move in [GridCursor.Move.left, .right, .up, .down, .pageUp, .pageDown, .first, .last] { cursor.move(move) }
        #expect(cursor.selection == 0)
        #expect(cursor.visibleRange.isEmpty)
    }

    @Test("A list that shrinks keeps the selection inside")
    func shrinks() {
        var cursor = cursor(count: 100)
        cursor.move(.last)
        cursor.update(count: 7)
        #expect(cursor.selection == 6)
        #expect(cursor.visibleRange == 0..<7)
    }
}
