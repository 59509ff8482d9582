import Basics
import FoundationEssentials

/// How long a response stays fresh (RFC 9111, section 4.2).
struct Freshness: Sendable {
    /// In seconds from the arrival of the response.
    let remaining: TimeInterval

    /// The maximum heuristic lifetime: one day.
    private static let maxHeuristicLifetime: TimeInterval = 24 * 60 * 60

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
        let age = response.value(of: "Age").flatMap { Count(digits: $0)?.value } ?? 0
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
        return min(max(0, sent.timeIntervalSince(changed) / 10), maxHeuristicLifetime)
    }
}

/// The response directives of a `Cache-Control` header (RFC 9111, section 5.2.2).
struct CacheControl: Sendable {
    /// Values by directive in lower case; empty for directives without a value.
    private let directives: [String: String]

    init(headers: [HTTPHeader]) {
        let lines = headers.filter { $0.name.lowercased() == "cache-control" }.map(\.value)
        let pairs = lines.flatMap { $0.split(separator: ",") }.map { directive in
            let parts = directive.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = parts.map { $0.filter { $0 != " " && $0 != "\t" && $0 != "\"" } }
            return (words[0].lowercased(), words.count > 1 ? words[1] : "")
        }
        directives = Dictionary(pairs) { first, _ in first }
    }

    /// `no-store`: the response must not be cached.
    var forbidsStoring: Bool { directives["no-store"] != nil }

    /// `no-cache`: a cached response must be revalidated before each use.
    var requiresRevalidation: Bool { directives["no-cache"] != nil }

    /// `max-age` in seconds; zero if its value is invalid.
    var maxAge: Int? { directives["max-age"].map { Count(digits: $0)?.value ?? 0 } }
}
