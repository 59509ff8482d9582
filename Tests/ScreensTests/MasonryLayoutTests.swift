import SeededGenerator
import Testing

@testable import Screens

@Suite("Masonry layout")
struct WaterfallTests {
    private func cursor(
        heights: [Int], starts: [Int] = [], columns: Int = 3, lines: Int = 10
    ) -> MasonryCursor {
        var cursor = MasonryCursor(columns: columns, lines: lines, starts: starts)
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

    // MARK: Sections

    @Test("A section begins below the longest column of the one before, after a line for its heading")
    func sections() {
        var masonry = MasonryLayout(columns: 3, starts: [0, 4])
        for height in [5, 2, 4, 3, 1, 1] { masonry.append(height: height) }
        #expect(masonry.frames.map(\.column) == [0, 1, 2, 1, 0, 1])
        #expect(masonry.frames.map(\.line) == [1, 1, 1, 3, 7, 7])
        #expect(masonry.headings(in: 0..<7) == [0, 4])
        #expect(masonry.headings(in: 1..<6) == [])
    }

    @Test("Up and down go on to the next section, in the same column or the last that it has")
    func acrossSections() {
        var cursor = cursor(heights: [3, 3, 3, 3, 3, 3, 3, 3], starts: [0, 5, 6])
        let path = [
            (GridCursor.Move.right, 1), (.right, 2), (.down, 5), (.down, 6), (.right, 7), (.up, 5), (.up, 3),
            (.right, 4), (.right, 2), (.down, 5),
        ]
        for (move, selection) in path {
            cursor.move(move)
            #expect(cursor.selection == selection)
        }
    }

    @Test("A page goes on to a section that begins further away than the view is high")
    func pageToSection() {
        var cursor = cursor(heights: [10, 3, 3, 10], starts: [0, 3])
        cursor.move(.right)
        cursor.move(.pageDown)
        #expect(cursor.selection == 3)
        cursor.move(.pageUp)
        #expect(cursor.selection == 0)
    }

    @Test("Items at the top of a section are shown with the heading above them")
    func headingInView() {
        var cursor = cursor(heights: Array(repeating: 5, count: 30), starts: [0, 6, 12])
        #expect(cursor.headings.map(\.line) == [0])
        cursor.move(.last)
        cursor.select(12)
        #expect(cursor.headings.map(\.index) == [12] && cursor.headings.map(\.line) == [0])
        cursor.scroll(selectionToLine: 3)
        #expect(cursor.headings.map(\.line) == [3])
        cursor.select(0)
        #expect(cursor.headings.map(\.line) == [0])
        cursor.move(.last)
        cursor.select(14)
        #expect(cursor.headings.map(\.index) == [12] && cursor.headings.map(\.line) == [0])
    }

    @Test("A jump to an item that isn't placed yet shows it at the top once all around it are")
    func jumpToTop() {
        var cursor = cursor(heights: [4], starts: [0, 20])
        cursor.select(20)
        cursor.scroll(selectionToLine: 0)
        for _ in 1..<40 { cursor.append(height: 4) }
        #expect(cursor.selection == 20 && cursor.headings.map(\.line) == [0])
    }

    @Test("When sections change, placed items move, and the selection keeps its line")
    func division() {
        var cursor = cursor(heights: Array(repeating: 5, count: 60), starts: [])
        cursor.select(30)
        let before = cursor.visible.first { $0.index == 30 }?.line
        cursor.divide(at: [0, 10, 20])
        #expect(cursor.visible.first { $0.index == 30 }?.line == before)
        cursor.select(20)
        #expect(cursor.headings.map(\.index) == [20])
        cursor.divide(at: [])
        #expect(cursor.headings.isEmpty && cursor.visible.contains { $0.index == 20 })
    }

    @Test("The selection waits for its new place if items before it are to be placed again")
    func replacement() {
        var cursor = cursor(heights: Array(repeating: 5, count: 60))
        cursor.select(30)
        let before = cursor.visible.first { $0.index == 30 }?.line
        cursor.forget(from: 25)
        #expect(cursor.isWaiting && cursor.known == 25)
        for _ in 25..<60 { cursor.append(height: 4) }
        #expect(!cursor.isWaiting && cursor.selection == 30)
        #expect(cursor.visible.first { $0.index == 30 }?.line == before)
    }

    @Test("Any move leaves the selection in view, whatever the heights and sections", arguments: UInt64(0)..<20)
    func randomMoves(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heights = (0..<200).map { _ in Int.random(in: 3...10, using: &random) }
        let starts = [0] + (1..<200).filter { _ in Int.random(in: 0..<12, using: &random) == 0 }
        var cursor = cursor(heights: heights, starts: starts, columns: 4)
        let moves: [GridCursor.Move] = [
            .left, .right, .up, .down, .down, .pageUp, .pageDown, .pageDown, .first, .last, .scrollUp, .scrollDown,
        ]
        for _ in 0..<300 {
            guard let move = moves.randomElement(using: &random) else { return }
            let before = cursor.selection
            cursor.move(move)
            #expect(cursor.visible.contains { $0.index == cursor.selection }, "after \(move) from \(before)")
            guard [.down, .pageDown].contains(move) else { continue }
            // The last columns end at different heights.
            #expect(cursor.selection > before || before >= 190)
        }
    }

    @Test("The items in a range of lines are those that intersect it", arguments: UInt64(0)..<5)
    func itemsInLines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var masonry = MasonryLayout(columns: 5, starts: [0, 9, 10, 50])
        for _ in 0..<120 { masonry.append(height: Int.random(in: 1...12, using: &random)) }
        for line in stride(from: -3, to: masonry.height, by: 4) {
            let lines = line..<line + 7
            let expected = masonry.frames.indices.filter {
                masonry.frames[$0].line < lines.upperBound && masonry.frames[$0].end > lines.lowerBound
            }
            #expect(masonry.items(in: lines) == expected)
        }
    }
}
