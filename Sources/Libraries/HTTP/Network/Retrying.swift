import Albums
import FoundationEssentials

/// Asks again when there was no connection, or the service says that it is busy.
///
/// A request that timed out is not sent again: who waited that long decides for themselves.
struct Retrying: Sendable {
    /// A longer wait is the person's decision; in seconds.
    private static let greatestWait = 30

    /// How often a request may be sent after the first time.
    let count: Int
    let waiting: RetryWaiting
    /// Where `next` waits, with all others, when a host wants to be left alone.
    let pauses: HostPauses
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        for attempt in 0..<count {
            do {
                let response = try await next(request)
                guard response.isBusy else { return response }
                let asked = response.secondsToWait(now: waiting.now())
                guard asked ?? 0 <= Self.greatestWait else { return response }
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

    /// Half a second, doubled each time, less up to a half of it so that requests that failed together part; in seconds.
    private func pause(after attempt: Int) -> TimeInterval {
        0.5 * TimeInterval(1 << attempt) * (1 - waiting.jitter() / 2)
    }
}
