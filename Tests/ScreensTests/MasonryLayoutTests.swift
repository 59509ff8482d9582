import Testing

@testable import Screens

@Suite("Masonry layout")
struct WaterfallTests {
    private func cursor(heights: [Int], columns: Int = 3, lines: Int = 10) -> MasonryCursor {
        var cursor = MasonryCursor(columns: columns, lines: lines)
        for height in heights { cursor.append(height: height) }
        return cursor
    }

    @Test("The next item goes to the shortest column, the leftmost of equals")
    func shortestColumn() {
        var masonry = MasonryLayout(columns: 3)
        for height in [5, 2, 4, 3, 1, 1] { masonry.append(height: height) }
        #expect(masonry.frames.map(\.column) == [0, 1, 2, 1, 2, 0])
        #expect(masonry.frames.map(\.line) == [0, 0, 0, 2, 4, 5])
    }

    @Test("Left and right go to the neighbor at the same height")
    func sideways() {
        var cursor = cursor(heights: [9, 3, 3, 3, 3, 3, 3])
        cursor.move(.right)
        #expect(cursor.selection == 3)
        cursor.move(.down)
        #expect(cursor.selection == 5)
        cursor.move(.right)
        #expect(cursor.selection == 6)
        cursor.move(.left)
        cursor.move(.left)
        #expect(cursor.selection == 0)
        cursor.move(.left)
        #expect(cursor.selection == 0)
    }

    @Test("Down stays in the column, and the selection stays in view")
    func down() {
        var cursor = cursor(heights: (0..<60).map { 3 + $0 % 5 })
        for _ in 0..<30 {
            cursor.move(.down)
            #expect(cursor.visible.contains { $0.index == cursor.selection && $0.line >= 0 })
        }
        cursor.move(.first)
        #expect(cursor.visible.first?.line == 0)
    }

    @Test("A page down and up returns near the start")
    func pages() {
        var cursor = cursor(heights: Array(repeating: 5, count: 90))
        cursor.move(.pageDown)
        let far = cursor.selection
        #expect(far == 6)
        cursor.move(.pageUp)
        #expect(cursor.selection == 0)
    }

    @Test("An empty layout accepts every move and requests its first items")
    func empty() {
        var cursor = cursor(heights: [])
        for move in [GridCursor.Move.left, .right, .up, .down, .pageUp, .pageDown, .first, .last] { cursor.move(move) }
        #expect(cursor.selection == 0)
        #expect(cursor.nearbyRange.lowerBound == 0 && cursor.nearbyRange.count >= 30)
    }

    @Test("Only items near the view are requested")
    func wantsNoMore() {
        let cursor = cursor(heights: Array(repeating: 5, count: 900))
        #expect(cursor.nearbyRange.upperBound < 100)
    }

    @Test("An item not laid out yet is selected once it is, and all items before it are requested")
    func awaitedSelection() {
        var cursor = cursor(heights: Array(repeating: 4, count: 10))
        cursor.select(40)
        #expect(cursor.nearbyRange.lowerBound == 10 && cursor.nearbyRange.contains(40))
        for _ in 0..<40 { cursor.append(height: 4) }
        #expect(cursor.selection == 40)
        #expect(cursor.visible.contains { $0.index == 40 })
    }
}
