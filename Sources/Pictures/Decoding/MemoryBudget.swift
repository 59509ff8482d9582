import Dispatch
import Synchronization

/// Admits decodes in FIFO order while their total memory fits the budget. A single decode is always admitted.
final class MemoryBudget: Sendable {
    private struct State {
        var used = 0
        var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// Runs `body`, which needs about `bytes` of memory, once there is room for it. Blocks until then.
    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
        let turn: DispatchSemaphore? = state.withLock { state in
            if state.waiting.isEmpty, fits(bytes, state) {
                state.used += bytes
                return nil
            }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append((bytes, turn))
            return turn
        }
        turn?.wait()
        defer { release(bytes) }
        return try body()
    }

    /// The number of decodes waiting for memory.
    var waitingCount: Int {
        state.withLock { $0.waiting.count }
    }

    private func fits(_ bytes: Int, _ state: State) -> Bool {
        state.used == 0 || bytes <= capacity - state.used
    }

    private func release(_ bytes: Int) {
        state.withLock { state in
            state.used -= bytes
            while let next = state.waiting.first, fits(next.bytes, state) {
                state.used += next.bytes
                state.waiting.removeFirst().turn.signal()
            }
        }
    }
}
