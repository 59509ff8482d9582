import CellArt
import SeededGenerator
import TerminalUI
import Testing

@testable import Screens

@Suite("Masonry layout")
struct WaterfallTests {
    /// A cursor over items of known heights.
    @dynamicMemberLookup
    private struct Cursor {
        private var cursor = GridCursor()
        private let count: Int
        var heights: [Int] {
            didSet { place() }
        }

        /// - Parameter count: the number of items; those without a height are still unknown.
        init(heights: [Int], starts: [Int] = [], count: Int? = nil, columns: Int = 3, lines: Int = 10) {
            self.heights = heights
            self.count = count ?? heights.count
            cursor.update(sections: sections(startingAt: starts))
            cursor.layOutMasonry(columns: columns, lines: lines)
            place()
        }

        subscript<Value>(dynamicMember path: KeyPath<GridCursor, Value>) -> Value { cursor[keyPath: path] }

        /// The number of placed items.
        var known: Int { cursor.masonry?.known ?? 0 }

        /// Calls a method, and places items as the grid does.
        mutating func change(_ change: (inout GridCursor) -> Void) {
            change(&cursor)
            place()
        }

        mutating func move(_ move: GridCursor.Move) {
            change { $0.move(move) }
        }

        mutating func select(_ index: Int) {
            change { $0.select(index) }
        }

        mutating func scroll(selectionToLine line: Int) {
            change { $0.scroll(selectionTo: GridCursor.ViewPosition(row: 0, line: line)) }
        }

        mutating func divide(at starts: [Int]) {
            let sections = sections(startingAt: starts)
            change { $0.update(sections: sections) }
        }

        private func sections(startingAt starts: [Int]) -> [Int] {
            let starts = starts.isEmpty ? [0] : starts
            return zip(starts, starts.dropFirst() + [count]).map { $1 - $0 }
        }

        private mutating func place() {
            let heights = heights
            cursor.place {
                heights.indices.contains($0) ? heights[$0] : nil
            } height: {
                heights.indices.contains($0) ? heights[$0] : nil
            }
        }
    }

    private func place(_ heights: [Int], in masonry: inout MasonryLayout) {
        masonry.place(upTo: heights.count) { heights[$0] }
    }

    @Test("Pictures fill their columns and the height of their tiles")
    func filledTiles() {
        var style = ArtStyle(symbols: .half, colors: .trueColor)
        for (width, height) in [(10, 20), (9, 17), (7, 15)] {
            style.cell = CellSize(width: width, height: height)
            style.cellAspect = Double(height) / Double(width)
            let layout = TileLayout(
                size: Size(columns: 120, rows: 90), .init(cellAspect: style.cellAspect, isMasonry: true))
            let box = layout.masonryPicture
            for aspect in stride(from: 0.45, through: 3.9, by: 0.013) {
                let tile = CellFit.tile(
                    width: Int(aspect * 10_000), height: 10_000, columns: box.columns, rows: box.rows, style: style)
                let rows = layout.masonryHeight(aspect: aspect) - 2
                #expect(tile.columns == box.columns && tile.rows == rows)
            }
        }
    }

    @Test("The next item goes to the shortest column, the leftmost of equals")
    func shortestColumn() {
        var masonry = MasonryLayout(columns: 3)
        place([5, 2, 4, 3, 1, 1], in: &masonry)
        #expect(masonry.frames.map(\.column) == [0, 1, 2, 1, 2, 0])
        #expect(masonry.frames.map(\.line) == [0, 0, 0, 2, 4, 5])
    }

    @Test("Left and right go to the neighbor at the same height")
    func sideways() {
        var cursor = Cursor(heights: [9, 3, 3, 3, 3, 3, 3])
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
        var cursor = Cursor(heights: (0..<60).map { 3 + $0 % 5 })
        for _ in 0..<30 {
            cursor.move(.down)
            #expect(cursor.visible.contains { $0.index == cursor.selection && $0.line >= 0 })
        }
        cursor.move(.first)
        #expect(cursor.visible.first?.line == 0)
    }

    @Test("A page down and up returns near the start")
    func pages() {
        var cursor = Cursor(heights: Array(repeating: 5, count: 90))
        cursor.move(.pageDown)
        let far = cursor.selection
        #expect(far == 6)
        cursor.move(.pageUp)
        #expect(cursor.selection == 0)
    }

    @Test("An empty layout accepts every move and requests its first items")
    func empty() {
        var cursor = Cursor(heights: [])
        for move in [GridCursor.Move.left, .right, .up, .down, .pageUp, .pageDown, .first, .last] { cursor.move(move) }
        #expect(cursor.selection == 0)
        #expect(cursor.nearbyRange.lowerBound == 0 && cursor.nearbyRange.count >= 30)
    }

    @Test("Only items near the view are requested")
    func wantsNoMore() {
        let cursor = Cursor(heights: Array(repeating: 5, count: 900))
        #expect(cursor.nearbyRange.upperBound < 100 && cursor.known < 100)
    }

    @Test("A jump requests the items around its target, and selects it once they have a height")
    func awaitedSelection() {
        var cursor = GridCursor()
        cursor.update(sections: [500])
        cursor.layOutMasonry(columns: 3, lines: 10)
        func place(measured: Range<Int>) {
            cursor.place { _ in
                4
            } height: {
                measured.contains($0) ? 5 : nil
            }
        }
        place(measured: 0..<500)
        cursor.select(400)
        place(measured: 0..<10)
        #expect(cursor.isWaiting && cursor.nearbyRange.contains(400))
        #expect(cursor.nearbyRange.lowerBound > 350 && cursor.masonry.map { (380..<400).contains($0.known) } == true)
        place(measured: 370..<400)
        #expect(cursor.isWaiting && cursor.masonry?.known == 400)
        place(measured: 370..<401)
        #expect(!cursor.isWaiting && cursor.selection == 400 && cursor.masonry?.known == 401)
        #expect(cursor.visible.contains { $0.index == 400 } && cursor.visible.allSatisfy { $0.height == 5 })
    }

    @Test("Items that are removed leave the columns as if they had never been placed", arguments: UInt64(0)..<10)
    func removal(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heights = (0..<80).map { _ in Int.random(in: 1...12, using: &random) }
        let starts = [[], [0, 9, 10, 50]].randomElement(using: &random) ?? []
        var masonry = MasonryLayout(columns: 5, starts: starts)
        place(heights, in: &masonry)
        let frames = masonry.frames
        for count in [79, 51, 50, 10, 2, 0] {
            masonry.removeItems(from: count)
            #expect(masonry.frames == Array(frames.prefix(count)))
            var again = masonry
            place(heights, in: &again)
            #expect(again.frames == frames)
        }
    }

    @Test("Sections that change are divided as if they had always been so", arguments: UInt64(0)..<10)
    func divisionOfLayout(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heights = (0..<80).map { _ in Int.random(in: 1...12, using: &random) }
        var masonry = MasonryLayout(columns: 4)
        place(heights, in: &masonry)
        for _ in 0..<6 {
            let starts =
                Bool.random(using: &random)
                ? [] : [0] + (1..<90).filter { _ in Int.random(in: 0..<9, using: &random) == 0 }
            var expected = MasonryLayout(columns: 4, starts: starts)
            place(heights, in: &expected)
            let hasMoved = masonry.frames != expected.frames
            #expect(masonry.divide(at: starts) == hasMoved || !hasMoved)
            #expect(masonry.frames == expected.frames && masonry.height == expected.height)
        }
    }

    // MARK: Sections

    @Test("A section begins below the longest column of the one before, after an empty line and its heading")
    func sections() {
        var masonry = MasonryLayout(columns: 3, starts: [0, 4])
        place([5, 2, 4, 3, 1, 1], in: &masonry)
        #expect(masonry.frames.map(\.column) == [0, 1, 2, 1, 0, 1])
        #expect(masonry.frames.map(\.line) == [1, 1, 1, 3, 8, 8])
        #expect(masonry.headings(in: 0..<8) == [0, 4])
        #expect(masonry.headings(in: 1..<7) == [])
    }

    @Test("Up and down go on to the next section, in the same column or the last that it has")
    func acrossSections() {
        var cursor = Cursor(heights: [3, 3, 3, 3, 3, 3, 3, 3], starts: [0, 5, 6])
        let path = [
            (GridCursor.Move.right, 1), (.right, 2), (.down, 5), (.down, 6), (.right, 7), (.up, 5), (.up, 3),
            (.right, 4), (.right, 2), (.down, 5),
        ]
        for (move, selection) in path {
            cursor.move(move)
            #expect(cursor.selection == selection)
        }
    }

    @Test("Page down reaches a section that begins more than a screen away")
    func pageToSection() {
        var cursor = Cursor(heights: [10, 3, 3, 10], starts: [0, 3])
        cursor.move(.right)
        cursor.move(.pageDown)
        #expect(cursor.selection == 3)
        cursor.move(.pageUp)
        #expect(cursor.selection == 0)
    }

    @Test("Items at the top of a section are shown with the heading above them")
    func headingInView() {
        var cursor = Cursor(heights: Array(repeating: 5, count: 30), starts: [0, 6, 12])
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
        var cursor = Cursor(heights: [4], starts: [0, 20], count: 40)
        cursor.select(20)
        cursor.scroll(selectionToLine: 0)
        cursor.heights = Array(repeating: 4, count: 40)
        #expect(cursor.selection == 20 && cursor.headings.map(\.line) == [0])
    }

    @Test("When sections change, placed items move, and the selection stays in its line")
    func division() {
        var cursor = Cursor(heights: Array(repeating: 5, count: 60), starts: [])
        cursor.select(30)
        let before = cursor.visible.first { $0.index == 30 }?.line
        cursor.divide(at: [0, 10, 20])
        #expect(cursor.visible.first { $0.index == 30 }?.line == before)
        cursor.select(20)
        #expect(cursor.headings.map(\.index) == [20])
        cursor.divide(at: [])
        #expect(cursor.headings.isEmpty && cursor.visible.contains { $0.index == 20 })
    }

    @Test("The selection waits for its new place while items before it are placed again")
    func replacement() {
        var cursor = Cursor(heights: Array(repeating: 5, count: 60))
        cursor.select(30)
        let before = cursor.visible.first { $0.index == 30 }?.line
        cursor.change {
            $0.place(checking: 25..<26) { $0 <= 25 ? 6 : nil }
            #expect($0.isWaiting && $0.masonry?.known == 26)
        }
        #expect(!cursor.isWaiting && cursor.selection == 30)
        #expect(cursor.visible.first { $0.index == 30 }?.line == before)
    }

    @Test("A move during a jump starts among the placed items, even if items above are placed again")
    func moveDuringReplacement() {
        var cursor = GridCursor()
        var changed: Int?
        func place() {
            cursor.place(checking: changed.map { $0..<$0 + 1 } ?? 0..<0) { _ in
                4
            } height: {
                $0 == changed ? 9 : nil
            }
        }
        cursor.update(sections: [500])
        cursor.layOutMasonry(columns: 3, lines: 10)
        place()
        // A jump to the end places the items on the way by their estimated heights.
        cursor.move(.last)
        place()
        cursor.stopWaiting()
        let last = cursor.selection
        #expect(last > 450)
        // A shorter jump estimates fewer heights, so some items lose their place.
        cursor.select(last + 3)
        changed = last - 12
        place()
        #expect(cursor.isWaiting && cursor.masonry.map { $0.known <= last } == true)
        for move in [GridCursor.Move.left, .up, .scrollUp, .pageUp, .down] {
            var copy = cursor
            copy.move(move)
            #expect(!copy.isWaiting && copy.selection < last)
            #expect(copy.visible.contains { $0.index == copy.selection })
        }
        // The jump resumes once the items have heights.
        cursor.place { _ in
            4
        } height: { _ in
            5
        }
        #expect(!cursor.isWaiting && cursor.selection == last + 3)
    }

    @Test("Any move leaves the selection in view, whatever the heights and sections", arguments: UInt64(0)..<20)
    func randomMoves(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let heights = (0..<200).map { _ in Int.random(in: 3...10, using: &random) }
        let starts = [0] + (1..<200).filter { _ in Int.random(in: 0..<12, using: &random) == 0 }
        var cursor = Cursor(heights: heights, starts: starts, columns: 4)
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
        place((0..<120).map { _ in Int.random(in: 1...12, using: &random) }, in: &masonry)
        for line in stride(from: -3, to: masonry.height, by: 4) {
            let lines = line..<line + 7
            let expected = masonry.frames.indices.filter {
                masonry.frames[$0].line < lines.upperBound && masonry.frames[$0].end > lines.lowerBound
            }
            #expect(masonry.items(in: lines) == expected)
        }
    }
}
