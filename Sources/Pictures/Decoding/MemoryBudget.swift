import Dispatch
import Synchronization

/// Grants memory to decodes.
protocol DecodeMemory: Sendable {
    /// Runs `body`, which needs about `bytes` of memory, once there is room for it. Blocks until then.
    /// - Throws: `PictureFailure.neededTooMuchMemory`, or the error of `body`.
    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) throws -> Result
}

/// Admits decodes in FIFO order while their total memory fits the budget. A single decode is always admitted.
///
/// Animations borrow memory for as long as they play. A decode that doesn't fit beside them takes it back.
final class MemoryBudget: DecodeMemory {
    private struct State {
        /// The memory of decodes and loans.
        var used = 0
        var loans: [Int: Loan] = [:]
        var lastLoan = 0
        var waiting: [(bytes: Int, turn: DispatchSemaphore)] = []
    }

    private struct Loan {
        let bytes: Int
        let revoke: @Sendable () -> Void
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
        let (turn, revoked): (DispatchSemaphore?, [Loan]) = state.withLock { state in
            if state.waiting.isEmpty, fits(bytes, state) {
                state.used += bytes
                return (nil, [])
            }
            let lent = state.loans.values.reduce(0) { $0 + $1.bytes }
            let turn = DispatchSemaphore(value: 0)
            state.waiting.append((bytes, turn))
            return (turn, bytes > capacity - lent ? Array(state.loans.values) : [])
        }
        for loan in revoked { loan.revoke() }
        turn?.wait()
    }

    /// Acquires `bytes` if there is room without a wait; returns whether there is.
    func tryAcquire(_ bytes: Int) -> Bool {
        state.withLock { state in
            guard state.waiting.isEmpty, bytes <= capacity - state.used else { return false }
            state.used += bytes
            return true
        }
    }

    /// Lends memory without waiting; returns the number of the loan, or nil if there is no room.
    ///
    /// - Parameter revoke: ends the use of the memory and then the loan; called on the thread of a decode that needs it.
    func lend(_ bytes: Int, revoke: @escaping @Sendable () -> Void) -> Int? {
        guard tryAcquire(bytes) else { return nil }
        return state.withLock { state in
            state.lastLoan += 1
            state.loans[state.lastLoan] = Loan(bytes: bytes, revoke: revoke)
            return state.lastLoan
        }
    }

    /// Ends a loan, unless it has ended.
    func endLoan(_ number: Int) {
        if let loan = state.withLock({ $0.loans.removeValue(forKey: number) }) { release(loan.bytes) }
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
