import FoundationEssentials

/// A cached response with the headers that determine its freshness.
struct StoredResponse: Sendable {
    let url: String
    /// When it arrived, or the service last confirmed it.
    let date: Date
    let status: Int
    let headers: [HTTPHeader]
    let body: [UInt8]

    var isRedirect: Bool { RedirectFollowing.statuses.contains(status) }

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
    func confirmed(by headers: [HTTPHeader], at now: Date) -> StoredResponse {
        // Exclude the Content-Length of the 304 response itself.
        let news = headers.filter { $0.name.lowercased() != "content-length" }
        let replaced = Set(news.map { $0.name.lowercased() })
        let kept = self.headers.filter { !replaced.contains($0.name.lowercased()) }
        return StoredResponse(url: url, date: now, status: status, headers: kept + news, body: body)
    }

    /// The headers of a conditional request for this response.
    var conditions: [HTTPHeader] {
        let response = response(from: .cache)
        return [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")].compactMap { given, conditional in
            response.value(of: given).map { HTTPHeader(name: conditional, value: $0) }
        }
    }
}
