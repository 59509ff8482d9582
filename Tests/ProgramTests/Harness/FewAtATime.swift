import Synchronization
import TestFixtures
import Testing

/// Runs a few tests at a time, each on a dedicated thread, so that they observe their programs without delay.
///
/// Programs under test mostly wait, for keys, for slow lines or to show that they are idle. Running them one at a time
/// would leave the processor idle, and running all of them would make each wait for the others.
struct FewAtATime: SuiteTrait, TestTrait, TestScoping {
    var isRecursive: Bool { true }

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        let thread = await ThreadPool.shared.take()
        defer { ThreadPool.shared.putBack(thread) }
        try await withTaskExecutorPreference(thread) { try await function() }
    }
}

extension Trait where Self == FewAtATime {
    /// Runs a few tests at a time, each on a dedicated thread.
    static var fewAtATime: Self { Self() }
}

/// The threads for tests; a test waits until one is free.
private final class ThreadPool: Sendable {
    static let shared = ThreadPool(count: 3)

    private struct State {
        var free: [DedicatedThread]
        var waiting: [CheckedContinuation<DedicatedThread, Never>] = []
    }

    private let state: Mutex<State>

    private init(count: Int) {
        state = Mutex(State(free: (1...count).map { DedicatedThread(label: "tests of the program \($0)") }))
    }

    func take() async -> DedicatedThread {
        await withCheckedContinuation { continuation in
            let thread: DedicatedThread? = state.withLock { state in
                if let thread = state.free.popLast() { return thread }
                state.waiting.append(continuation)
                return nil
            }
            if let thread { continuation.resume(returning: thread) }
        }
    }

    func putBack(_ thread: DedicatedThread) {
        let next: CheckedContinuation<DedicatedThread, Never>? = state.withLock { state in
            guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
            state.free.append(thread)
            return nil
        }
        next?.resume(returning: thread)
    }
}
