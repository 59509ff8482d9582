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
    let next: HTTPSend

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        for attempt in 0..<count {
            do {
                let response = try await next(request)
                guard response.isBusy else { return response }
                guard let asked = response.value(of: "Retry-After").flatMap({ seconds(ofRetryAfter: $0) }) else {
                    try await waiting.sleep(pause(after: attempt))
                    continue
                }
                guard asked <= Self.greatestWait else { return response }
                waiting.onWait(try request.origin.host, asked)
                try await waiting.sleep(.seconds(asked))
            } catch LibraryFailure.unreachable {
                try await waiting.sleep(pause(after: attempt))
            }
        }
        return try await next(request)
    }

    /// Half a second, doubled each time, less up to a half of it so that requests that failed together part.
    private func pause(after attempt: Int) -> Duration {
        .milliseconds(500 << attempt) * (1 - waiting.jitter() / 2)
    }

    /// Seconds or an HTTP date (RFC 9110, section 10.2.3); nil for anything else.
    private func seconds(ofRetryAfter value: String) -> Int? {
        if let seconds = DecimalNumber.parse(value) { return seconds }
        return HTTPDate.parse(value).map { max(0, Int($0.timeIntervalSince(waiting.now()).rounded(.up))) }
    }
}
