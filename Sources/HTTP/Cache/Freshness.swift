import FoundationEssentials

/// How long a response stays fresh (RFC 9111, section 4.2).
struct Freshness: Sendable {
    /// In seconds from the arrival of the response.
    let remaining: TimeInterval

    /// The maximum heuristic lifetime: one day.
    private static let maxGuess: TimeInterval = 24 * 60 * 60

    init(headers: [HTTPHeader]) {
        let control = CacheControl(headers: headers)
        let response = HTTPResponse(status: 200, headers: headers)
        // `Vary: *` means that the response depends on more than request headers, so it cannot be reused.
        guard !control.requiresRevalidation, !control.forbidsStoring, response.value(of: "Vary") != "*" else {
            remaining = 0
            return
        }
        // The time spent in intermediate caches. `Date` is not compared with the local clock, because the two are
        // seldom both right.
        let age = response.value(of: "Age").flatMap { DecimalNumber.parse($0) } ?? 0
        let lifetime = control.maxAge.map(TimeInterval.init) ?? Self.lifetimeWithoutMaxAge(response)
        remaining = lifetime - TimeInterval(age)
    }

    private static func lifetimeWithoutMaxAge(_ response: HTTPResponse) -> TimeInterval {
        let sent = response.value(of: "Date").flatMap { HTTPDate.parse($0) }
        if let expires = response.value(of: "Expires") {
            // Many servers send `0`, which is not a date and means that the response has expired.
            guard let end = HTTPDate.parse(expires), let sent else { return 0 }
            return end.timeIntervalSince(sent)
        }
        guard let sent, let changed = response.value(of: "Last-Modified").flatMap({ HTTPDate.parse($0) }) else {
            return 0
        }
        return min(max(0, sent.timeIntervalSince(changed) / 10), maxGuess)
    }
}
