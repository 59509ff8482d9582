import Synchronization

/// How many are at work, and how many were at most.
final class Counter: Sendable {
    private struct State {
        var current = 0
        var greatest = 0
    }

    private let state = Mutex(State())

    var greatest: Int { state.withLock { $0.greatest } }

    /// The number of those at work with the one that enters.
    @discardableResult
    func enter() -> Int {
        state.withLock { state in
            state.current += 1
            state.greatest = max(state.greatest, state.current)
            return state.current
        }
    }

    func leave() {
        state.withLock { $0.current -= 1 }
    }
}
