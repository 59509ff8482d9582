import Synchronization

/// A value that tasks can wait for, suspended until an update meets their condition.
final class WaitableValue<Value: Sendable>: Sendable {
    private struct Waiter {
        let condition: @Sendable (Value) -> Bool
        let continuation: CheckedContinuation<Void, any Error>
    }

    private struct State {
        var value: Value
        var waiters: [Int: Waiter] = [:]
        var lastNumber = 0
    }

    private let state: Mutex<State>

    init(_ value: Value) {
        state = Mutex(State(value: value))
    }

    var value: Value { state.withLock { $0.value } }

    /// The number of tasks that wait.
    var waiting: Int { state.withLock { $0.waiters.count } }

    /// Changes the value, then resumes each task with a condition that now holds, the longest waiting first.
    func update(_ change: (inout Value) -> Void) {
        let resumed = state.withLock { state in
            change(&state.value)
            let value = state.value
            let met = state.waiters.filter { $0.value.condition(value) }.sorted { $0.key < $1.key }
            for (number, _) in met { state.waiters[number] = nil }
            return met.map(\.value.continuation)
        }
        for continuation in resumed { continuation.resume() }
    }

    func set(_ value: Value) { update { $0 = value } }

    /// Returns once the value meets a condition; throws if the task is canceled before.
    func wait(until condition: @escaping @Sendable (Value) -> Bool) async throws {
        let number = state.withLock { state in
            state.lastNumber += 1
            return state.lastNumber
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    if condition(state.value) { return .success(()) }
                    state.waiters[number] = Waiter(condition: condition, continuation: continuation)
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
            waiter?.continuation.resume(throwing: CancellationError())
        }
    }
}

extension WaitableValue<Bool> {
    /// Returns once the value is false.
    func pass() async throws {
        try await wait { !$0 }
    }
}
