import Synchronization

/// The current, maximum and total number of workers.
final class Counter: Sendable {
    private struct State {
        var current = 0
        var greatest = 0
        var total = 0
    }

    private let state = Mutex(State())

    var current: Int { state.withLock { $0.current } }
    var greatest: Int { state.withLock { $0.greatest } }
    var total: Int { state.withLock { $0.total } }

    /// Adds a worker and returns the current number.
    @discardableResult
    func enter() -> Int {
        state.withLock { state in
            state.current += 1
            state.total += 1
            state.greatest = max(state.greatest, state.current)
            return state.current
        }
    }

    func leave() {
        state.withLock { $0.current -= 1 }
    }
}
