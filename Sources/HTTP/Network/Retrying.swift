import Albums
import FoundationEssentials

/// Retries requests if the connection failed or the service is busy.
///
/// Requests that timed out are not retried: after that long a wait, the user decides.
struct Retrying: Sendable {
    /// The maximum automatic wait in seconds; a longer one is the user's decision.
    private static let maxWait = 30

    /// The maximum number of retries.
    let count: Int
    let waiting: RetryWaiting
    /// The pauses of `next`, which hold back all requests to a host.
    let pauses: HostPauses
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        for attempt in 0..<count {
            do {
                let response = try await next(request)
                guard response.isBusy else { return response }
                let asked = response.secondsToWait(now: waiting.now())
                guard asked ?? 0 <= Self.maxWait else { return response }
                if let asked {
                    pauses.begin(try request.origin, seconds: TimeInterval(asked), isAsked: true)
                } else if response.status == 429 {
                    pauses.begin(try request.origin, seconds: pause(after: attempt), isAsked: false)
                } else {
                    try await waiting.sleep(.seconds(pause(after: attempt)))
                }
            } catch LibraryFailure.unreachable(_, let reason) where reason.mayPass {
                try await waiting.sleep(.seconds(pause(after: attempt)))
            }
        }
        return try await next(request)
    }

    /// Exponential back-off from half a second, in seconds. Jitter of up to half of it spreads requests that failed
    /// together.
    private func pause(after attempt: Int) -> TimeInterval {
        0.5 * TimeInterval(1 << attempt) * (1 - waiting.jitter() / 2)
    }
}
