import Basics
import FoundationEssentials

/// A cached response with the headers that determine its freshness.
struct StoredResponse: Sendable {
    let url: String
    /// When it arrived, or the service last confirmed it.
    let date: Date
    let status: Int
    let headers: [HTTPHeader]
    let body: [UInt8]
    /// The largest scope that the response, or a confirmation of it, came from; nil if unknown.
    var scope: AddressScope?

    var isRedirect: Bool { RedirectFollower.statuses.contains(status) }

    func response(from origin: HTTPResponse.Origin) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: body, origin: origin)
    }

    /// Whether it may be used without revalidation.
    func isFresh(at now: Date) -> Bool {
        let age = now.timeIntervalSince(date)
        // If the clock was set back, the age is unknown.
        return age >= 0 && age < Freshness(headers: headers).remaining
    }

    /// Returns the response updated with the headers of a 304 response.
    func revalidated(by response: HTTPResponse, at now: Date) -> StoredResponse {
        // Exclude the Content-Length of the 304 response itself.
        let updates = response.headers.filter { $0.name.lowercased() != "content-length" }
        let replaced = Set(updates.map { $0.name.lowercased() })
        let kept = self.headers.filter { !replaced.contains($0.name.lowercased()) }
        return StoredResponse(
            url: url, date: now, status: status, headers: kept + updates, body: body,
            scope: [scope, response.scope].compactMap(\.self).min())
    }

    /// The headers of a conditional request for this response.
    var conditionalHeaders: [HTTPHeader] {
        let response = response(from: .cache)
        return [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")].compactMap { given, conditional in
            response.value(of: given).map { HTTPHeader(name: conditional, value: $0) }
        }
    }
}

/// Format: the size of the head (4 bytes, big-endian), the head as JSON, the body.
extension StoredResponse {
    private struct Head: Codable {
        var url: String
        var date: Date
        var status: Count
        /// Alternating names and values.
        var headers: [String]
        var scope: AddressScope?
    }

    private static let sizeLength = 4

    var encoded: [UInt8]? {
        // Session cookies are never sent back, so they need not be stored on disk.
        let kept = headers.filter { $0.name.lowercased() != "set-cookie" }
        let head = Head(
            url: url, date: date, status: Count(status), headers: kept.flatMap { [$0.name, $0.value] }, scope: scope)
        guard let data = try? JSONEncoder().encode(head), let size = UInt32(exactly: data.count) else { return nil }
        return withUnsafeBytes(of: size.bigEndian) { Array($0) } + data + body
    }

    /// Returns nil if the bytes do not have this format.
    init?(encoded bytes: [UInt8]) {
        guard bytes.count >= Self.sizeLength else { return nil }
        let size = bytes.prefix(Self.sizeLength).reduce(0) { $0 << 8 | Int($1) }
        let remainder = bytes.dropFirst(Self.sizeLength)
        guard
            size <= remainder.count,
            let head = try? JSONDecoder().decode(Head.self, from: Data(remainder.prefix(size))),
            head.headers.count.isMultiple(of: 2), let date = Timestamp(head.date)?.date
        else { return nil }
        url = head.url
        self.date = date
        status = head.status.value
        headers = stride(from: 0, to: head.headers.count, by: 2).map {
            HTTPHeader(name: head.headers[$0], value: head.headers[$0 + 1])
        }
        scope = head.scope
        body = Array(remainder.dropFirst(size))
    }
}
