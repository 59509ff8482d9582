import FoundationEssentials

/// An answer as it is kept, with what decides for how long it counts.
struct StoredResponse: Sendable {
    let url: String
    /// When the service sent it, or last confirmed it.
    let date: Date
    let status: Int
    let headers: [HTTPHeader]
    let body: [UInt8]

    var isRedirect: Bool { RedirectFollowing.statuses.contains(status) }

    func response(from origin: HTTPResponse.Origin) -> HTTPResponse {
        HTTPResponse(status: status, headers: headers, body: body, origin: origin)
    }

    /// Whether it may be shown without asking the service.
    func isFresh(at now: Date) -> Bool {
        let age = now.timeIntervalSince(date)
        // A clock that was set back says nothing of the age.
        return age >= 0 && age < Freshness(headers: headers).remaining
    }

    /// The answer after the service said, with status 304 and `headers`, that it has not changed.
    func confirmed(by headers: [HTTPHeader], at now: Date) -> StoredResponse {
        // The length that a 304 may carry is its own.
        let news = headers.filter { $0.name.lowercased() != "content-length" }
        let replaced = Set(news.map { $0.name.lowercased() })
        let kept = self.headers.filter { !replaced.contains($0.name.lowercased()) }
        return StoredResponse(url: url, date: now, status: status, headers: kept + news, body: body)
    }

    /// The headers that ask the service for an answer only if it is another by now.
    var conditions: [HTTPHeader] {
        let response = response(from: .cache)
        return [("ETag", "If-None-Match"), ("Last-Modified", "If-Modified-Since")].compactMap { given, asked in
            response.value(of: given).map { HTTPHeader(name: asked, value: $0) }
        }
    }
}
