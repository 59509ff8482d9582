import TestFixtures
import Testing

@testable import Basics

@Suite("Shared work", .timeLimit(.minutes(60)))
struct SharedWorkTests {
    private struct Failed: Error {}

    private let work = SharedWork<String, Int>()
    private let gate = Gate()

    @Test("A later request starts the work again")
    func again() async throws {
        #expect(try await work.value(for: "a") { 1 } == 1)
        #expect(try await work.value(for: "a") { 2 } == 2)
    }

    @Test("A failure reaches all waiters, and the next attempt may succeed")
    func failure() async throws {
        await #expect(throws: Failed.self) { try await work.value(for: "a") { throw Failed() } }
        #expect(try await work.value(for: "a") { 3 } == 3)
    }

    @Test("A cancelled waiter leaves at once, and the work continues for the others")
    func oneCancelled() async throws {
        let patient = Task { [self] in
            try await work.value(for: "a") {
                await gate.pass()
                try Task.checkCancellation()
                return 4
            }
        }
        try await gate.arrivals(1)
        let impatient = Task { [self] in
            try await work.value(for: "a") {
                Issue.record("started twice")
                return 5
            }
        }
        impatient.cancel()
        await #expect(throws: CancellationError.self) { try await impatient.value }
        gate.open()
        #expect(try await patient.value == 4)
    }

    @Test("The work is cancelled with its last waiter, and the next request starts it again")
    func allCancelled() async throws {
        let abandoned = Task { [self] in
            try await work.value(for: "a") {
                await gate.pass()
                #expect(Task.isCancelled)
                return 1
            }
        }
        try await gate.arrivals(1)
        abandoned.cancel()
        await #expect(throws: CancellationError.self) { try await abandoned.value }
        #expect(try await work.value(for: "a") { 2 } == 2)
        gate.open()
    }

    @Test("A task that is already cancelled does not start the work")
    func cancelledBefore() async {
        let task = Task { [self] in
            while !Task.isCancelled { await Task.yield() }
            return try await work.value(for: "a") {
                Issue.record("started")
                return 1
            }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("Restarting cancels hanging work and starts it again for all waiters")
    func restarted() async throws {
        let attempts = Counter()
        let waiting = (0..<3).map { _ in
            Task { [self] in
                try await work.value(for: "a") { [gate] in
                    guard attempts.enter() == 1 else { return 7 }
                    await gate.pass()
                    #expect(Task.isCancelled)
                    return 0
                }
            }
        }
        try await gate.arrivals(1)
        work.restart()
        for task in waiting { #expect(try await task.value == 7) }
        gate.open()
    }
}
