import FoundationEssentials

/// Clock, sleep, jitter and notices of retries, replaceable in tests.
struct RetryWaiting: Sendable {
    var now: @Sendable () -> Date = { Date() }
    /// Throws early if the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a random number from 0 to 1.
    var jitter: @Sendable () -> Double = { .random(in: 0...1) }
    /// Called when a host asks for a pause in seconds.
    var onWait: @Sendable (_ host: String, _ seconds: Int) -> Void = { _, _ in }
}
