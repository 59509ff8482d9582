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
    var maxAge: Int? { directives["max-age"].map { DecimalNumber.parse($0) ?? 0 } }
}
