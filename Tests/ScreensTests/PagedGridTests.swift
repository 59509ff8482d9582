import Albums
import Testing

@testable import Screens

@MainActor
@Suite("A grid of a list that comes in pages", .timeLimit(.minutes(5)))
struct PagedGridTests {
    private struct Item: Identifiable, Sendable {
        let id: Int
    }

    /// A list of which no more than 30 items can be read until it is mended.
    @MainActor
    private final class CutList {
        var isMended = false
        private(set) var ranges: [Range<Int>] = []
        var questions: Int { ranges.count }

        func page(_ range: Range<Int>) -> Page<Item> {
            ranges.append(range)
            let known = isMended ? 60 : 30
            return Page(
                items: (0..<known)[range.clamped(to: 0..<known)].map(Item.init), matching: known, available: known,
                isComplete: false, total: 60, failure: isMended ? nil : .timedOut(host: "service.example"))
        }
    }

    /// Waits until what the grid has read fulfills a condition.
    private func wait(until isFulfilled: () -> Bool) async {
        while !isFulfilled() { await Task.yield() }
    }

    /// A grid that has found out where its list ends too early.
    private func gridCutShort(of list: CutList) async -> PagedGrid<Item, Int> {
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: nil),
            clock: ContinuousClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await wait { grid.contents.cutShort != nil }
        return grid
    }

    @Test("Trying again asks for what comes next alone, which is then waited for")
    func retries() async {
        let list = CutList()
        let grid = await gridCutShort(of: list)
        let questions = list.questions
        grid.retry()
        #expect(grid.contents.cutShort == nil)
        await wait { grid.contents.cutShort != nil }
        #expect(list.ranges.dropFirst(questions).first == 30..<31)
        list.isMended = true
        grid.retry()
        await wait { grid.contents.counts?.available == 60 }
        #expect(grid.contents.cutShort == nil && grid.contents.window[29] != nil)
    }

    @Test("Trying again twice while something is under way tries again")
    func retriesTwice() async {
        let list = CutList()
        let grid = await gridCutShort(of: list)
        grid.reload()
        let questions = list.questions
        grid.retry()
        grid.retry()
        await wait { list.ranges.dropFirst(questions).contains(30..<31) }
    }

    @Test("A list is read on however often a person moves meanwhile")
    func movesDoNotStarve() async {
        let list = CutList()
        let grid = await gridCutShort(of: list)
        list.isMended = true
        grid.retry()
        await wait {
            grid.move(.last)
            return grid.contents.arrangement.selection == 59
        }
    }

    @Test("Shows what there is of a list that was cut short, and asks for more when a person moves on")
    func cutShort() async {
        let list = CutList()
        let grid = PagedGrid<Item, Int>(
            query: 0,
            source: .init(load: { _, range in await list.page(range) }, locate: { id, _ in id }, sections: nil),
            clock: ContinuousClock())
        grid.layOut(columns: 5, lines: 6, linesPerRow: 1)
        await wait { grid.contents.window[29] != nil }
        #expect(grid.contents.failure == nil && grid.contents.counts?.total == 60)
        #expect(grid.contents.cutShort == "service.example did not answer in time")
        list.isMended = true
        grid.move(.right)
        await wait { grid.contents.counts?.available == 60 }
        let questions = list.questions
        grid.move(.right)
        for _ in 0..<100 { await Task.yield() }
        #expect(list.questions == questions && grid.contents.arrangement.selection == 2)
    }
}
