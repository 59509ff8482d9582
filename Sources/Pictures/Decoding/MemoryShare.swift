import Dispatch

/// Keeps decodes that run side by side within a budget: each may take its share, and only one at a time may take more.
/// Together they stay below one and a half budgets.
final class MemoryShare: Sendable {
    private let share: Int
    private let large = DispatchSemaphore(value: 1)

    init(budget: Int, decodes: Int) {
        share = budget / (2 * decodes)
    }

    /// Runs `body`, which takes about that many bytes, when it may.
    func withMemory<Result>(_ bytes: Int, _ body: () throws -> Result) rethrows -> Result {
        guard bytes > share else { return try body() }
        large.wait()
        defer { large.signal() }
        return try body()
    }
}
