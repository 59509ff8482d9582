import FoundationEssentials

/// The proxies named by the environment, as libcurl understands it: `http_proxy`, `https_proxy`, `all_proxy`, and the
/// exceptions in `no_proxy`, all but the first also in upper case.
///
/// Chosen here, not by libcurl, because addresses are checked only for connections without a proxy.
struct Proxies: Sendable {
    private let http: String?
    private let https: String?
    /// Names, domains, addresses and networks in CIDR notation.
    private let exceptions: [Substring]

    init(environment: [String: String] = ProcessInfo.processInfo.environment) {
        func value(_ names: String...) -> String? {
            names.lazy.compactMap { environment[$0] }.first { !$0.isEmpty }
        }
        let all = value("all_proxy", "ALL_PROXY")
        // A web server sets HTTP_PROXY to a header of a request (httpoxy), so it must not count.
        http = value("http_proxy") ?? all
        https = value("https_proxy", "HTTPS_PROXY") ?? all
        exceptions = (value("no_proxy", "NO_PROXY") ?? "").lowercased().split { $0 == "," || $0.isWhitespace }
    }

    /// Returns the proxy for an origin; nil for none. Never one for this computer: the proxy would send the requests to
    /// its own `localhost`, with credentials that are safe unencrypted only while they stay here.
    func proxy(for origin: HTTPOrigin) -> String? {
        guard !origin.isLoopback, exceptions != ["*"] else { return nil }
        let host = Self.withoutDots(origin.host.drop { $0 == "[" }.prefix { $0 != "]" })
        let isExcepted = exceptions.contains { exception in
            guard let address = IPAddress(host) else {
                let domain = Self.withoutDots(exception)
                return host == domain || !domain.isEmpty && host.hasSuffix(".\(domain)")
            }
            let parts = exception.split(separator: "/")
            guard let first = parts.first, let network = IPAddress(first.filter { $0 != "[" && $0 != "]" }) else {
                return false
            }
            return address.isIn(network, length: parts.count == 2 ? Int(parts[1]) ?? -1 : 8 * network.bytes.count)
        }
        return isExcepted ? nil : origin.isEncrypted ? https : http
    }

    private static func withoutDots(_ name: Substring) -> Substring {
        let name = name.drop { $0 == "." }
        return name.hasSuffix(".") ? name.dropLast() : name
    }
}
