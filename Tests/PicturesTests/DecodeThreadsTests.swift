import Albums
import Basics
import Dispatch
import Glibc
import TestFixtures
import Testing

@testable import Pictures

@Suite("Decode threads", .timeLimit(.minutes(60)))
struct DecodeThreadsTests {
    /// A single thread that stays busy until released.
    private struct BusyThread: Sendable {
        let threads: DecodeThreads
        private let end = DispatchSemaphore(value: 0)

        init(slowTime: Duration = .seconds(3600)) async {
            threads = DecodeThreads(count: 1, slowTime: slowTime)
            await withCheckedContinuation { started in
                Task { [threads, end] in
                    try await threads.run(.viewed) { _ in
                        started.resume()
                        end.wait()
                    }
                }
            }
        }

        func release() {
            end.signal()
        }
    }

    @Test("Work runs on another thread and returns its value")
    func value() async throws {
        let other = try await DecodeThreads(count: 2, slowTime: .seconds(3600)).run(.visible) { _ in
            UInt(pthread_self())
        }
        #expect(other != UInt(pthread_self()))
    }

    @Test("An error thrown by the work is rethrown")
    func failure() async {
        await #expect(throws: PictureFailure.unknownFormat) {
            try await DecodeThreads(count: 1, slowTime: .seconds(3600)).run(.visible) { _ in
                throw PictureFailure.unknownFormat
            }
        }
    }

    @Test("Cancelling queued work drops it at once, without waiting for earlier work")
    func dropped() async throws {
        let busy = await BusyThread()
        let log = EventLog()
        let waiting = Task { try await busy.threads.run(.visible) { _ in log.add(1) } }
        try await waitUntil { busy.threads.waitingCount != 0 }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        busy.release()
        try await busy.threads.run(.prefetch) { _ in }
        #expect(log.all.isEmpty)
    }

    @Test("Cancelling running work sets its cancellation flag")
    func stopped() async throws {
        let threads = DecodeThreads(count: 1, slowTime: .seconds(3600))
        let log = EventLog()
        let running = Task {
            try await threads.run(.visible) { cancellation in
                log.add(1)
                while !cancellation.isDue { usleep(1000) }
                try cancellation.check()
            }
        }
        try await waitUntil { !log.all.isEmpty }
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
    }

    @Test("Queued work runs by priority, newest first within a priority")
    func priorities() async throws {
        let busy = await BusyThread()
        let log = EventLog()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for (number, priority) in [LoadPriority.prefetch, .visible, .visible, .viewed].enumerated() {
                group.addTask { try await busy.threads.run(priority) { _ in log.add(number) } }
                try await waitUntil { busy.threads.waitingCount > number }
            }
            busy.release()
            try await group.waitForAll()
        }
        #expect(log.all == [3, 2, 1, 0])
    }

    @Test("While a job is slow, another thread does the rest, up to eight")
    func spares() async throws {
        let busy = await BusyThread(slowTime: .milliseconds(1))
        let end = DispatchSemaphore(value: 0)
        let started = EventLog()
        let slow = Task {
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        try await busy.threads.run(.visible) { _ in
                            started.add(number)
                            end.wait()
                        }
                    }
                }
                try await group.waitForAll()
            }
        }
        try await waitUntil { started.all.count >= 8 }
        try await waitUntil { busy.threads.waitingCount == 12 }
        for _ in 0..<20 { end.signal() }
        busy.release()
        try await slow.value
        #expect(Set(started.all).count == 20)
    }
}
