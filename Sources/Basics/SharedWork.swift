import Synchronization

/// Coalesces concurrent work by key: it runs once for all callers.
///
/// A cancelled caller returns immediately; the work is cancelled with its last caller.
public final class SharedWork<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private typealias Waiter = CheckedContinuation<Value, any Error>

    private struct Running {
        let number: Int
        let task: Task<Void, Never>
        var waiters: [Int: Waiter] = [:]
    }

    private struct State {
        var running: [Key: Running] = [:]
        var lastNumber = 0

        mutating func nextNumber() -> Int {
            lastNumber += 1
            return lastNumber
        }
    }

    private let state = Mutex(State())

    public init() {}

    /// Returns the result of `work`, or of the work already running for the key.
    public func value(for key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        while true {
            do {
                return try await join(key, work)
            } catch is WorkRestarted {
                continue
            }
        }
    }

    /// Cancels all running work, which may hang; waiting callers start it anew.
    public func restart() {
        let abandoned = state.withLock { state in
            defer { state.running = [:] }
            return Array(state.running.values)
        }
        for work in abandoned {
            work.task.cancel()
            for waiter in work.waiters.values { waiter.resume(throwing: WorkRestarted()) }
        }
    }

    private func join(_ key: Key, _ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
        let number = state.withLock { $0.nextNumber() }
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                // Cancellation before this check is seen here; later cancellation is handled by `onCancel`.
                let isCancelled = state.withLock { state in
                    guard !Task.isCancelled else { return true }
                    if state.running[key] == nil { state.running[key] = run(work, for: key, as: state.nextNumber()) }
                    state.running[key]?.waiters[number] = waiter
                    return false
                }
                if isCancelled { waiter.resume(throwing: CancellationError()) }
            }
        } onCancel: {
            leave(number, key)
        }
    }

    private func run(_ work: @escaping @Sendable () async throws -> Value, for key: Key, as number: Int) -> Running {
        let task = Task {
            let result: Result<Value, any Error>
            do {
                result = .success(try await work())
            } catch {
                result = .failure(error)
            }
            end(key, number, result)
        }
        return Running(number: number, task: task)
    }

    private func end(_ key: Key, _ number: Int, _ result: Result<Value, any Error>) {
        let waiters = state.withLock { state -> [Waiter] in
            // Work cancelled by `restart` may end after new work for its key has begun.
            guard let running = state.running[key], running.number == number else { return [] }
            state.running[key] = nil
            return Array(running.waiters.values)
        }
        for waiter in waiters { waiter.resume(with: result) }
    }

    private func leave(_ number: Int, _ key: Key) {
        let (waiter, abandoned) = state.withLock { state -> (Waiter?, Task<Void, Never>?) in
            guard let waiter = state.running[key]?.waiters.removeValue(forKey: number) else { return (nil, nil) }
            guard let running = state.running[key], running.waiters.isEmpty else { return (waiter, nil) }
            state.running[key] = nil
            return (waiter, running.task)
        }
        abandoned?.cancel()
        waiter?.resume(throwing: CancellationError())
    }
}

/// Thrown to waiting callers when `SharedWork.restart` cancels their work.
private struct WorkRestarted: Error {}
