import Albums
import Basics
import Synchronization
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Grid of a paged list", .timeLimit(.minutes(60)))
struct PagedGridTests {
    private struct Item: Identifiable, Sendable {
        let id: Int
    }

    /// A list that fails after 30 items until it is repaired.
    @MainActor
    private final class CutList {
        var isRepaired = false
        private(set) var ranges: [Range<Int>] = []
        var questions: Int { ranges.count }

        func page(_ range: Range<Int>) -> Page<Item> {
            ranges.append(range)
            let known = isRepaired ? 60 : 30
            return Page(
                items: (0..<known)[range.clamped(to: 0..<known)].map(Item.init), matching: known, available: known,
                isComplete: false, total: 60, failure: isRepaired ? nil : .timedOut(host: "service.example"))
        }
    }

    /// Returns a grid that has reached the failing end of its list.
    private func gridPartialFailure(of list: CutList) async -> PagedGrid<Item, Int> {
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: { _ in nil }),
            clock: ContinuousClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await until { grid.state.partialFailure != nil }
        return grid
    }

    /// A list of 5000 items in pages of 30, with a known or unknown total.
    @MainActor
    private final class LongList {
        let isTotalKnown: Bool
        var known = 30
        var hasEnd = false
        private(set) var ranges: [Range<Int>] = []

        init(isTotalKnown: Bool) { self.isTotalKnown = isTotalKnown }

        func page(_ range: Range<Int>) -> Page<Item> {
            ranges.append(range)
            if isTotalKnown, range.lowerBound > 30, range.lowerBound < 5000 { hasEnd = true }
            let count = hasEnd ? 5000 : known
            let parts = hasEnd ? [0..<known, 4950..<5000] : [0..<known]
            let items = parts.map { range.clamped(to: $0) }.first { !$0.isEmpty } ?? range.lowerBound..<range.lowerBound
            return Page(
                items: items.map(Item.init), offset: items.isEmpty ? 0 : items.lowerBound - range.lowerBound,
                matching: count, available: count, isComplete: false, total: isTotalKnown ? 5000 : nil)
        }
    }

    private func grid(of list: LongList) async -> PagedGrid<Item, Int> {
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: { _ in nil },
                skipsPages: { _ in true }), clock: ManualClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await until { grid.state.counts != nil }
        return grid
    }

    @Test("End goes to the last item without loading those in between")
    func end() async {
        let list = LongList(isTotalKnown: true)
        let grid = await grid(of: list)
        #expect(grid.move(.last) == nil)
        await until { grid.state.selected?.id == 4999 }
        #expect(!grid.state.isSelectionPending && !grid.state.isSlow)
        #expect(!list.ranges.contains { (60..<4900).contains($0.lowerBound) })
        #expect(grid.move(.last) == .listEnd)
        grid.move(.first)
        await until { grid.state.selected?.id == 0 }
    }

    @Test("If the total is unknown, End keeps loading until it is stopped")
    func endUnknown() async {
        let list = LongList(isTotalKnown: false)
        let grid = await grid(of: list)
        grid.move(.last)
        for known in stride(from: 60, through: 300, by: 30) {
            list.known = known
            grid.reload()
            await until { grid.state.selected?.id == known - 1 }
            #expect(grid.state.isSelectionPending)
        }
        grid.cancelJump()
        #expect(!grid.state.isSelectionPending)
        list.known = 330
        grid.reload()
        await until { grid.state.counts?.available == 330 }
        #expect(grid.state.selection == 299)
    }

    @Test("Any other move cancels the jump to the end")
    func moveStops() async {
        let grid = await grid(of: LongList(isTotalKnown: false))
        grid.move(.last)
        #expect(grid.state.isSelectionPending)
        grid.move(.left)
        #expect(!grid.state.isSelectionPending && grid.state.selection == 28)
    }

    @Test("In the masonry layout, End goes to the last item without loading those in between")
    func masonryEnd() async {
        let list = LongList(isTotalKnown: true)
        let grid = await grid(of: list)
        layOutMasonry(grid) { _ in 1 }
        await until { grid.state.selected != nil }
        grid.move(.last)
        await until { grid.state.selected?.id == 4999 && !grid.state.isSelectionPending }
        #expect(!list.ranges.contains { (100..<4900).contains($0.lowerBound) || $0.count > 200 })
        #expect(!grid.nearby.isEmpty && grid.nearby.count < 100)
        grid.move(.first)
        await until { grid.state.selected?.id == 0 }
    }

    /// Arranges square items in one or more columns.
    private func layOutMasonry(
        _ grid: PagedGrid<Item, Int>, columns: Int = 5, lines: Int = 6, aspect: @escaping (Int) -> Double?
    ) {
        grid.layOutMasonry(columns: columns, lines: lines) {
            aspect($0.id)
        } height: {
            Int((12 / $0).rounded())
        }
    }

    @Test("Items before the view get the height that the library knows, or a default one, without being loaded")
    func masonryAspects() async {
        var asked: [Range<Int>] = []
        let list = LongList(isTotalKnown: true)
        list.known = 5000
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: { _ in nil },
                aspects: { @MainActor _, range in
                    asked.append(range)
                    return range.map { $0 < 2000 ? 4 : nil }
                }), clock: ManualClock())
        layOutMasonry(grid, columns: 1, lines: 6) { _ in 2 }
        await until { grid.state.selected?.id == 0 }
        #expect(asked.isEmpty)
        grid.select(4000, atTop: true)
        await until { grid.state.selected?.id == 4000 && !grid.state.isSelectionPending }
        #expect(asked.count == 1 && list.ranges.allSatisfy { $0.count < 200 })
        #expect(grid.state.items.map(\.height) == [6])
        // Scrolling up, items get their own height before they are in view.
        grid.move(.up)
        #expect(grid.state.items.map(\.index) == [3999] && grid.state.items.map(\.height) == [6])
        // A new layout needs nothing from the library.
        layOutMasonry(grid, columns: 1, lines: 12) { _ in 2 }
        #expect(grid.state.items.map(\.index) == [3999, 4000] && !grid.state.isSelectionPending)
        await settle()
        #expect(asked.count == 1)
        // A changed list may have other aspect ratios.
        grid.reload()
        await until { asked.count == 2 }
        #expect(asked.last?.lowerBound == 0)
    }

    @Test("If the user moves while a changed list loads, the new aspect ratios replace the old ones")
    func aspectsOfChangedList() async throws {
        let gate = Gate()
        // The number of items removed from the start of the list.
        var removed = 0
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { @MainActor _, range in
                    if removed > 0 { await gate.pass() }
                    let count = 5000 - removed
                    let items = range.clamped(to: 0..<count).map { Item(id: $0 + removed) }
                    return Page(items: items, matching: count, available: count, isComplete: true, total: count)
                },
                locate: { @MainActor id, _ in id - removed }, sections: { _ in nil },
                aspects: { @MainActor _, range in range.map { _ in removed > 0 ? 1 : 4 } }), clock: ManualClock())
        layOutMasonry(grid, columns: 1) { $0 < 100 || $0 > 3500 ? 2 : nil }
        await until { grid.state.selected?.id == 0 }
        grid.select(4000, atTop: true)
        await until { grid.state.selected?.id == 4000 && !grid.state.isSelectionPending }
        removed = 10
        grid.reload()
        try await gate.arrivals(1)
        grid.move(.down)
        gate.open()
        await until { grid.state.counts?.matching == 4990 }
        #expect(grid.state.selected?.id == 4001)
        grid.select(2000, atTop: true)
        await until { grid.state.selected?.id == 2010 && !grid.state.isSelectionPending }
        #expect(grid.state.items.map(\.height) == [12])
    }

    @Test("Aspect ratios that the library no longer knows after a change are measured again")
    func unknownAspectsOfChangedList() async {
        var known: Double? = 4
        let removed = Mutex(0)
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in
                    let count = 5000 - removed.withLock { $0 }
                    let items = range.clamped(to: 0..<count).map(Item.init)
                    return Page(items: items, matching: count, available: count, isComplete: true, total: count)
                },
                locate: { id, _ in id }, sections: { _ in nil },
                aspects: { @MainActor _, range in range.map { _ in known } }), clock: ManualClock())
        layOutMasonry(grid, columns: 1) { $0 < 100 || $0 > 3500 ? 2 : nil }
        await until { grid.state.selected?.id == 0 }
        grid.select(4000, atTop: true)
        await until { grid.state.selected?.id == 4000 && !grid.state.isSelectionPending }
        removed.withLock { $0 = 10 }
        known = nil
        grid.reload()
        await until { grid.state.counts?.matching == 4990 }
        grid.select(2000, atTop: true)
        await until { grid.state.selected?.id == 2000 }
        layOutMasonry(grid, columns: 1, lines: 12) { _ in nil }
        #expect(grid.state.isSelectionPending)
        layOutMasonry(grid, columns: 1, lines: 12) { _ in 1 }
        await until { grid.state.selected?.id == 2000 && !grid.state.isSelectionPending }
        #expect(grid.state.items.map(\.height) == [12])
    }

    @Test("In the masonry layout, items with a new height are placed again")
    func changedHeights() async {
        let list = LongList(isTotalKnown: true)
        let grid = await grid(of: list)
        layOutMasonry(grid, columns: 1) { _ in 6 }
        await until { grid.state.selected != nil }
        grid.select(10, atTop: true)
        layOutMasonry(grid, columns: 1) { $0 < 12 ? 6 : 12 }
        #expect(grid.state.items.map(\.height) == [2, 2, 1, 1])
        #expect(grid.state.items.first?.index == 10 && !grid.state.isSelectionPending)
    }

    @Test("A failure during a jump to the end is reported")
    func endFails() async {
        let list = CutList()
        let grid = await gridPartialFailure(of: list)
        grid.move(.last)
        await until { !grid.state.isSelectionPending }
        #expect(grid.state.partialFailure != nil && grid.state.selection == 29)
    }

    @Test("Retry requests only the next item and waits for it")
    func retries() async {
        let list = CutList()
        let grid = await gridPartialFailure(of: list)
        let questions = list.questions
        grid.retry()
        #expect(grid.state.partialFailure == nil)
        await until { grid.state.partialFailure != nil }
        #expect(list.ranges.dropFirst(questions).first == 30..<31)
        list.isRepaired = true
        grid.retry()
        await until { grid.state.counts?.available == 60 }
        #expect(grid.state.partialFailure == nil && grid.state[29] != nil)
    }

    @Test("Retrying twice during a load retries")
    func retriesTwice() async {
        let list = CutList()
        let grid = await gridPartialFailure(of: list)
        grid.reload()
        let questions = list.questions
        grid.retry()
        grid.retry()
        await until { list.ranges.dropFirst(questions).contains(30..<31) }
    }

    @Test("Loading continues however often the user moves")
    func movesDoNotStarve() async {
        let list = CutList()
        let grid = await gridPartialFailure(of: list)
        list.isRepaired = true
        grid.retry()
        await until {
            grid.move(.last)
            return grid.state.selection == 59
        }
    }

    @Test("An item that is selected while a load still misses it stays selected")
    func selectedDuringLoad() async throws {
        let list = LongList(isTotalKnown: false)
        list.known = 2
        let gate = Gate()
        var questions = 0
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in await list.page(range) }, locate: { id, _ in id },
                sections: { @MainActor _ in
                    questions += 1
                    let known = list.known
                    // The last question of the second load.
                    if questions == 4 { await gate.pass() }
                    return [GridSection(count: known)]
                }), clock: ManualClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await until { grid.state.counts != nil }
        grid.select(1)
        grid.reload()
        try await gate.arrivals(1)
        list.known = 3
        grid.select(2)
        gate.open()
        await until { grid.state.counts?.available == 3 }
        #expect(grid.state.selected?.id == 2)
    }

    @Test("A list cut short shows its items and loads more when the user moves on")
    func partialFailure() async {
        let list = CutList()
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(
                load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: { _ in nil }),
            clock: ContinuousClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await until { grid.state[29] != nil }
        #expect(grid.state.failure == nil && grid.state.counts?.total == 60)
        #expect(grid.state.partialFailure == .timedOut(host: "service.example"))
        list.isRepaired = true
        grid.move(.right)
        await until { grid.state.counts?.available == 60 }
        let questions = list.questions
        grid.move(.right)
        await settle()
        #expect(list.questions == questions && grid.state.selection == 2)
    }

    @Test("A printed state shows the items in view and the counts")
    func prints() async {
        let grid = await grid(of: LongList(isTotalKnown: true))
        grid.move(.down)
        let text = "\(grid.state)"
        for part in ["selection: 5", "index: 29", "line: 5", "total: Optional(5000)", "isSlow: false"] {
            #expect(text.contains(part))
        }
        #expect(!text.contains("index: 30"))
    }
}
