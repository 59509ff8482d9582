import Basics
import HTTP

/// The hourly request quota of a service.
public struct RateLimit: Hashable, Sendable {
    public let limit: Int?
    public let remaining: Int

    /// Returns nil if the response has no quota headers.
    init?(_ response: HTTPResponse) {
        guard let remaining = response.value(of: "X-Ratelimit-Remaining").flatMap({ Count(digits: $0)?.value }) else {
            return nil
        }
        self.remaining = remaining
        limit = response.value(of: "X-Ratelimit-Limit").flatMap { Count(digits: $0)?.value }
    }
}
