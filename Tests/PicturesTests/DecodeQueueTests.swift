import Basics
import Testing

@testable import Pictures

@Suite("Decode queue")
struct DecodeQueueTests {
    private func queue(_ priorities: [LoadPriority], _ sources: [ThumbnailSource]? = nil) -> DecodeQueue {
        var queue = DecodeQueue()
        for (number, load) in priorities.enumerated() {
            let priority = DecodePriority(load: load, source: sources?[number])
            queue.insert(DecodeQueue.Job(priority: priority, number: number, run: {}, drop: {}))
        }
        return queue
    }

    @Test("The highest priority is first, and the newest within a priority")
    func order() {
        var queue = queue([.prefetch, .visible, .viewed, .visible, .prefetch, .viewed])
        let order = (0..<6).compactMap { _ in queue.removeNext()?.number }
        #expect(order == [5, 2, 3, 1, 4, 0])
        #expect(queue.removeNext() == nil)
    }

    @Test("All visible photos get their first pixels before one gets better ones, and before photos out of view")
    func sources() {
        var queue = queue(
            [.prefetch, .visible, .visible, .prefetch, .visible],
            [.embedded, .decoded, .embedded, .decoded, .embedded])
        let order = (0..<5).compactMap { _ in queue.removeNext()?.number }
        #expect(order == [4, 2, 1, 0, 3])
    }

    @Test("A job can be removed once")
    func remove() {
        var queue = queue([.visible, .visible])
        #expect(queue.remove(number: 1)?.number == 1)
        #expect(queue.remove(number: 1) == nil)
        #expect(queue.removeNext()?.number == 0)
    }
}

extension DecodeQueue.Job: Equatable {
    public static func == (left: Self, right: Self) -> Bool { left.number == right.number }
}
