import Synchronization

/// Suspends its callers until it is opened.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrived = 0
        var watchers: [(count: Int, CheckedContinuation<Void, Never>)] = []
    }

    private let state = Mutex(State())

    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let (isOpen, watchers) = state.withLock { state in
                state.arrived += 1
                if !state.isOpen { state.waiting.append(continuation) }
                let ready = state.watchers.filter { $0.count <= state.arrived }.map(\.1)
                state.watchers.removeAll { $0.count <= state.arrived }
                return (state.isOpen, ready)
            }
            watchers.forEach { $0.resume() }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits for this number of arrivals.
    public func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLock { state in
                if state.arrived < count { state.watchers.append((count, continuation)) }
                return state.arrived >= count
            }
            if isReached { continuation.resume() }
        }
    }

    public func open() {
        let waiting = state.withLock { state in
            defer { state.waiting = [] }
            state.isOpen = true
            return state.waiting
        }
        waiting.forEach { $0.resume() }
    }
}
