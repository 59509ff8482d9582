import Dispatch
import Glibc
import TestFixtures
import Testing

@testable import Pictures

@Suite("Decode memory budget", .timeLimit(.minutes(60)))
struct MemoryBudgetTests {
    @Test("A request that does not fit waits, and later requests queue up after it")
    func order() async throws {
        let budget = MemoryBudget(capacity: 100)
        let threads = DecodeThreads(count: 3, slowTime: .seconds(3600))
        let log = EventLog()
        let end = DispatchSemaphore(value: 0)
        try await withThrowingTaskGroup(of: Void.self) { group in
            // However this ends, the thread must not stay busy.
            defer { end.signal() }
            await withCheckedContinuation { started in
                group.addTask {
                    try? await threads.run(.visible) { _ in
                        budget.withMemory(60) {
                            started.resume()
                            end.wait()
                        }
                    }
                }
            }
            group.addTask { try? await threads.run(.visible) { _ in budget.withMemory(50) { log.add(1) } } }
            try await waitUntil { budget.waitingCount >= 1 }
            group.addTask { try? await threads.run(.visible) { _ in budget.withMemory(60) { log.add(2) } } }
            try await waitUntil { budget.waitingCount >= 2 }
            #expect(log.all.isEmpty)
        }
        #expect(log.all == [1, 2])
    }

    @Test("A loan is refused if there is no room, and ends once a request doesn't fit beside it")
    func loans() throws {
        let budget = MemoryBudget(capacity: 100)
        let log = EventLog()
        func lend(_ bytes: Int, _ number: Int) -> Int? {
            budget.lend(bytes) {
                log.add(number)
                budget.endLoan(number)
            }
        }
        #expect(lend(101, 0) == nil)
        #expect(lend(30, 1) == 1 && lend(30, 2) == 2)
        budget.withMemory(40) { #expect(lend(1, 0) == nil) }
        #expect(log.all.isEmpty)
        budget.withMemory(41) {}
        #expect(log.all.sorted() == [1, 2])
        #expect(lend(100, 3) == 3)
        budget.endLoan(3)
        budget.endLoan(3)
        #expect(lend(100, 4) == 4 && lend(1, 0) == nil)
    }

    @Test("Tiles have a share that other decodes can't take, and don't wait behind them for it")
    func share() {
        let budget = MemoryBudget(capacity: 100)
        let short = DispatchTimeInterval.milliseconds(20)
        #expect(budget.acquire(100))
        #expect(!budget.acquire(1, maxWait: short))
        #expect(budget.acquire(20, forTile: true) && budget.acquire(5, forTile: true))
        #expect(!budget.acquire(1, forTile: true, maxWait: short), "the share is a quarter")
        let waits = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            #expect(budget.acquire(60))
            waits.signal()
        }
        while budget.waitingCount == 0 { usleep(1000) }
        budget.release(20, forTile: true)
        #expect(budget.acquire(20, forTile: true), "others are waiting")
        budget.release(100)
        waits.wait()
        budget.release(60)
        budget.release(25, forTile: true)
        #expect(budget.tryAcquire(100), "all memory is back")
    }

    @Test("A wait for memory ends after a time, or when its decode is cancelled, and the next one gets its turn")
    func impatience() {
        let budget = MemoryBudget(capacity: 100)
        #expect(budget.acquire(50))
        #expect(!budget.acquire(60, maxWait: .milliseconds(20)))
        let cancellation = DecodeCancellation()
        let ended = DispatchSemaphore(value: 0)
        DispatchQueue.global().async {
            #expect(!budget.acquire(60, isCancelled: { cancellation.isCancelled }))
            ended.signal()
        }
        while budget.waitingCount == 0 { usleep(1000) }
        DispatchQueue.global().async {
            #expect(budget.acquire(50))
            ended.signal()
        }
        while budget.waitingCount < 2 { usleep(1000) }
        cancellation.cancel()
        ended.wait()
        ended.wait()
        #expect(budget.waitingCount == 0)
    }

    @Test("A single request may exceed the budget, and memory is released after an error")
    func alone() {
        struct Failure: Error {}
        let budget = MemoryBudget(capacity: 100)
        for _ in 0..<2 {
            #expect(throws: Failure.self) { try budget.withMemory(500) { throw Failure() } }
        }
    }
}
