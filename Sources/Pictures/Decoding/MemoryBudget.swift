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
/// Tiles have an extra share, so that they don't wait behind other decodes. Animations borrow memory while they play; a
/// decode that doesn't fit beside them revokes the loans.
final class MemoryBudget: DecodeMemory {
    private struct State {
        /// The memory of decodes and loans.
        var used = 0
        /// The part of `used` that tiles hold.
        var usedByTiles = 0
        var loans: [Int: Loan] = [:]
        var lastLoan = 0
        var waiting: [(claim: Claim, turn: DispatchSemaphore)] = []

        mutating func grant(_ claim: Claim) {
            used += claim.bytes
            if claim.isOfTile { usedByTiles += claim.bytes }
        }
    }

    private struct Claim {
        let bytes: Int
        let isOfTile: Bool
    }

    private struct Loan {
        let bytes: Int
        let revoke: @Sendable () -> Void
    }

    private let capacity: Int
    /// The memory that only tiles can have.
    private let tileShare: Int
    private let state = Mutex(State())

    init(capacity: Int) {
        self.capacity = capacity
        tileShare = capacity / 4
    }

    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
        acquire(bytes)
        defer { release(bytes) }
        return try body()
    }

    /// Blocks until there is room for `bytes`. Returns false if that takes too long, or if the decode has been cancelled.
    @discardableResult
    func acquire(
        _ bytes: Int, forTile isOfTile: Bool = false, maxWait: DispatchTimeInterval = .never,
        isCancelled: () -> Bool = { false }
    ) -> Bool {
        let claim = Claim(bytes: bytes, isOfTile: isOfTile)
        let turn = DispatchSemaphore(value: 0)
        let revoked: [Loan]? = state.withLock { state in
            if state.waiting.isEmpty && fits(claim, state) || fitsShare(claim, state) {
                state.grant(claim)
                return nil
            }
            let lent = state.loans.values.reduce(0) { $0 + $1.bytes }
            state.waiting.append((claim, turn))
            return bytes > capacity - lent ? Array(state.loans.values) : []
        }
        guard let revoked else { return true }
        for loan in revoked { loan.revoke() }
        let end = DispatchTime.now() + maxWait
        while turn.wait(timeout: min(end, .now() + Self.checkInterval)) == .timedOut {
            guard isCancelled() || .now() >= end else { continue }
            return state.withLock { state in
                // The memory may have been granted just after the timeout.
                guard let index = state.waiting.firstIndex(where: { $0.turn === turn }) else { return true }
                state.waiting.remove(at: index)
                admit(&state)
                return false
            }
        }
        return true
    }

    /// The time between cancellation checks while a decode waits.
    private static let checkInterval = DispatchTimeInterval.milliseconds(50)

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

    private func fits(_ claim: Claim, _ state: State) -> Bool {
        state.used == 0 || claim.bytes <= capacity - state.used
    }

    private func fitsShare(_ claim: Claim, _ state: State) -> Bool {
        claim.isOfTile && claim.bytes <= tileShare - state.usedByTiles
    }

    /// Gives back acquired memory.
    func release(_ bytes: Int, forTile isOfTile: Bool = false) {
        state.withLock { state in
            state.used -= bytes
            if isOfTile { state.usedByTiles -= bytes }
            admit(&state)
        }
    }

    private func admit(_ state: inout State) {
        while let index = state.waiting.indices.first(where: { index in
            let claim = state.waiting[index].claim
            return index == 0 && fits(claim, state) || fitsShare(claim, state)
        }) {
            let next = state.waiting.remove(at: index)
            state.grant(next.claim)
            next.turn.signal()
        }
    }
}
