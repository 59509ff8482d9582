import Dispatch
import Glibc
import Testing

@testable import Basics

@Suite("Blocking work", .timeLimit(.minutes(60)))
struct BlockingWorkTests {
    private struct Failed: Error {}

    private let queue = DispatchQueue(label: "tintype.tests.blocking-work")

    @Test("Results and failures of work on a queue reach the caller")
    func results() async throws {
        #expect(await queue.runBlocking { 1 } == 1)
        #expect(await queue.runCancellable { $0.isCancelled } == false)
        let failing = Task { [queue] in
            try await queue.runBlocking { () throws(Failed) -> Int in throw Failed() }
        }
        await #expect(throws: Failed.self) { try await failing.value }
    }

    @Test("Cancelling the task sets the flag of its work")
    func cancelling() async {
        let task = Task { [queue] in
            await queue.runCancellable { flag in
                while !flag.isCancelled { usleep(1000) }
                return 1
            }
        }
        task.cancel()
        #expect(await task.value == 1)
    }
}
