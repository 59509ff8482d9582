import FoundationEssentials

/// For how long an answer is as good as new (RFC 9111, section 4.2).
struct Freshness: Sendable {
    /// In seconds from when the answer came.
    let remaining: TimeInterval

    /// A guessed lifetime is never longer than a day.
    private static let greatestGuess: TimeInterval = 24 * 60 * 60

    init(headers: [HTTPHeader]) {
        let control = CacheControl(headers: headers)
        let response = HTTPResponse(status: 200, headers: headers)
        // An answer that varies by more than headers may be another one each time.
        guard !control.demandsAsking, !control.forbidsStoring, response.value(of: "Vary") != "*" else {
            remaining = 0
            return
        }
        // What caches on the way have used up. The difference of clocks is not counted: they are seldom both right.
        let age = response.value(of: "Age").flatMap { DecimalNumber.parse($0) } ?? 0
        let lifetime = control.maximumAge.map(TimeInterval.init) ?? Self.lifetimeWithoutMaximumAge(response)
        remaining = lifetime - TimeInterval(age)
    }

    private static func lifetimeWithoutMaximumAge(_ response: HTTPResponse) -> TimeInterval {
        let sent = response.value(of: "Date").flatMap { HTTPDate.parse($0) }
        if let expires = response.value(of: "Expires") {
            // `0`, which many send, is no date and means the past.
            guard let end = HTTPDate.parse(expires), let sent else { return 0 }
            return end.timeIntervalSince(sent)
        }
        guard let sent, let changed = response.value(of: "Last-Modified").flatMap({ HTTPDate.parse($0) }) else {
            return 0
        }
        return min(max(0, sent.timeIntervalSince(changed) / 10), greatestGuess)
    }
}
