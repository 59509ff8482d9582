import Synchronization

/// The current, maximum and total number of workers.
public final class Counter: Sendable {
    private struct State {
        var current = 0
        var greatest = 0
        var total = 0
    }

    private let state = Mutex(State())

    public init() {}

    public var current: Int { state.withLock { $0.current } }
    public var greatest: Int { state.withLock { $0.greatest } }
    public var total: Int { state.withLock { $0.total } }

    /// Adds a worker and returns the current number.
    @discardableResult
    public func enter() -> Int {
        state.withLock { state in
            state.current += 1
            state.total += 1
            state.greatest = max(state.greatest, state.current)
            return state.current
        }
    }

    public func leave() {
        state.withLock { $0.current -= 1 }
    }
}
