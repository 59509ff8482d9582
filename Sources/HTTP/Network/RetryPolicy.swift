import Basics
import FoundationEssentials

/// Retries requests if the connection failed or the service is busy.
///
/// Requests that timed out are not retried: after that long a wait, the user decides.
struct RetryPolicy: Sendable {
    /// The maximum number of retries.
    let maxRetries: Int
    let timing: RetryTiming
    /// The back-off of `next`, which holds back all requests to a host as long as its responses ask for.
    let backoff: HostBackoff
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        // A request that may have been carried out must not be repeated.
        for attempt in 0..<(request.isIdempotent && request.allowsRetries ? maxRetries : 0) {
            do {
                let response = try await next(request)
                guard response.isBusy else { return response }
                let requested = response.retryAfter(now: timing.now())
                guard requested ?? 0 <= HostBackoff.maxWait else { return response }
                if requested != nil { continue }
                if response.status == 429 {
                    backoff.begin(try request.origin, seconds: delay(after: attempt), isRequested: false)
                } else {
                    try await timing.sleep(.seconds(delay(after: attempt)))
                }
            } catch LibraryFailure.unreachable(_, let reason) where reason.isTransient {
                try await timing.sleep(.seconds(delay(after: attempt)))
            }
        }
        return try await next(request)
    }

    /// Exponential back-off from half a second, in seconds. Jitter of up to half of it spreads requests that failed
    /// together.
    private func delay(after attempt: Int) -> TimeInterval {
        0.5 * TimeInterval(1 << attempt) * (1 - timing.jitter() / 2)
    }
}

/// Clock, sleep, jitter and notices of retries, replaceable in tests.
struct RetryTiming: Sendable {
    var now: @Sendable () -> Date = { Date() }
    /// Throws early if the task is cancelled.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }
    /// Returns a random number from 0 to 1.
    var jitter: @Sendable () -> Double = { .random(in: 0...1) }
    /// Called when a host asks for a pause in seconds.
    var onPause: @Sendable (_ host: String, _ seconds: Int) -> Void = { _, _ in }
}
