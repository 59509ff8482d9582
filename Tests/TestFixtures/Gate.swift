import Synchronization

/// Suspends its callers until it is opened.
public final class Gate: Sendable {
    private struct State {
        var isOpen = false
        var waiting: [CheckedContinuation<Void, Never>] = []
        var arrived = 0
    }

    private let state = Mutex(State())

    public init() {}

    /// Waits until the gate is open.
    public func pass() async {
        await withCheckedContinuation { continuation in
            let isOpen = state.withLock { state in
                state.arrived += 1
                if !state.isOpen { state.waiting.append(continuation) }
                return state.isOpen
            }
            if isOpen { continuation.resume() }
        }
    }

    /// Waits for this number of arrivals.
    public func arrivals(_ count: Int, file: String = #fileID, line: Int = #line) async throws {
        try await waitUntil(file: file, line: line) { state.withLock { $0.arrived >= count } }
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
