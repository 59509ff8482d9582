import Dispatch
import Synchronization

/// Grants memory to decodes.
protocol DecodeMemory: Sendable {
    /// Runs `body`, which needs about `bytes` of memory, once there is room for it. Blocks until then.
    /// - Throws: `PictureFailure.neededTooMuchMemory`, or the error of `body`.
    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) throws -> Result
}

/// Admits decodes in FIFO order while their total memory fits the budget. A single decode is always admitted.
final class MemoryBudget: DecodeMemory {
    private struct State {
        var used = 0
        var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
    }

    private let capacity: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
    }

    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
        acquire(bytes)
        defer { release(bytes) }
        return try body()
    }

    /// Blocks until there is room for `bytes`.
    func acquire(_ bytes: Int) {
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
    }

    /// The number of decodes waiting for memory.
    var waitingCount: Int {
        state.withLock { $0.waiting.count }
    }

    private func fits(_ bytes: Int, _ state: State) -> Bool {
        state.used == 0 || bytes <= capacity - state.used
    }

    /// Gives back acquired memory.
    func release(_ bytes: Int) {
        state.withLock { state in
            state.used -= bytes
            while let next = state.waiting.first, fits(next.bytes, state) {
                state.used += next.bytes
                state.waiting.removeFirst().turn.signal()
            }
        }
    }
}
