import FoundationEssentials

/// How time passes between two tries.
struct RetryWaiting: Sendable {
    var now: @Sendable () -> Date = { Date() }
    /// Ends early by throwing when the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// A random number from 0 to 1.
    var jitter: @Sendable () -> Double = { .random(in: 0...1) }
    /// Hears that a host wants to be asked again no earlier than in some seconds.
    var onWait: @Sendable (_ host: String, _ seconds: Int) -> Void = { _, _ in }
}
