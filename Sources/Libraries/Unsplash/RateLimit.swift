/// How many questions a service answers within an hour.
public struct RateLimit: Hashable, Sendable {
    public let limit: Int?
    public let remaining: Int

    /// Nil when the response does not tell.
    init?(_ response: HTTPResponse) {
        guard let remaining = response.value(of: "X-Ratelimit-Remaining").flatMap({ DecimalNumber.parse($0) }) else {
            return nil
        }
        self.remaining = remaining
        limit = response.value(of: "X-Ratelimit-Limit").flatMap { DecimalNumber.parse($0) }
    }
}
