import Basics
import FoundationEssentials

/// A complete response in memory.
public struct HTTPResponse: Sendable {
    /// The status code, such as 200 or 404.
    public let status: Int
    public let headers: [HTTPHeader]
    /// The decompressed body.
    public let body: [UInt8]
    public let origin: Origin
    /// The scope of the address that the response came from; nil if unknown.
    var scope: AddressScope?
    /// The cache update that follows the reader's verdict.
    var cacheTransaction: CacheTransaction?

    public init(status: Int, headers: [HTTPHeader] = [], body: [UInt8] = [], origin: Origin = .network) {
        self.status = status
        self.headers = headers
        self.body = body
        self.origin = origin
    }

    /// Stores the response, because its reader could use it.
    public func accept() async {
        await cacheTransaction?.commit()
    }

    /// Discards the response, because its reader could not use it. Returns the previously stored one to show instead.
    public func reject() async -> HTTPResponse? {
        await cacheTransaction?.discard()
        return await cacheTransaction?.replacement()
    }

    /// Returns the value of the first header with this name, ignoring case.
    public func value(of name: String) -> String? {
        headers.value(of: name)
    }

    /// The source of a response.
    public enum Origin: Hashable, Sendable {
        /// The service has just sent or confirmed it.
        case network
        /// The cache, and the response is fresh.
        case cache
        /// The cache, and the response is stale, because the service did not confirm it in time.
        case staleCache
    }
}

extension HTTPResponse {
    /// Whether the service is temporarily unavailable.
    public var isBusy: Bool { [429, 502, 503, 504].contains(status) }

    /// Whether the service failed, so that the response contains no information about the resource.
    var isServerError: Bool { (500...599).contains(status) }

    /// The target of a redirect.
    var redirectTarget: String? { RedirectFollower.statuses.contains(status) ? value(of: "Location") : nil }

    /// Whether an HTML page was sent instead of data or a picture, such as the login page of a captive portal. Detected
    /// by the start of the markup, because some services send data with an HTML content type.
    var isWebPage: Bool {
        let ignored: Set<UInt8> = [0x09, 0x0A, 0x0D, 0x20, 0xEF, 0xBB, 0xBF]
        return status == 200 && body.first { !ignored.contains($0) } == UInt8(ascii: "<")
    }

    /// Whether the response is a temporary redirect (RFC 9110, section 15.4).
    var isTemporaryRedirect: Bool { [302, 303, 307].contains(status) }

    /// Returns the failure that an error response reports.
    public func failure(host: String) -> LibraryFailure {
        let seconds = isBusy ? retryAfter() : nil
        return status == 429
            ? .rateLimited(retryAfter: seconds) : .errorResponse(host: host, status: status, retryAfter: seconds)
    }

    /// Returns the positive number of seconds in `Retry-After` (RFC 9110, section 10.2.3); nil if the header is
    /// missing, past or invalid.
    ///
    /// - Parameter now: the time of arrival, used for a `Retry-After` date if the response has no `Date`.
    public func retryAfter(now: Date? = nil) -> Int? {
        guard let value = value(of: "Retry-After") else { return nil }
        let seconds = Count(digits: value)?.value ?? secondsUntil(date: value, now: now)
        return seconds.flatMap { $0 > 0 ? $0 : nil }
    }

    private func secondsUntil(date: String, now: Date?) -> Int? {
        let sent = value(of: "Date").flatMap { HTTPDate.parse($0) } ?? now
        guard let sent, let end = HTTPDate.parse(date) else { return nil }
        return Count(end.timeIntervalSince(sent).rounded(.up))?.value
    }
}
