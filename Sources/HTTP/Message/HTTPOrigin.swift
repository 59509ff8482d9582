import FoundationEssentials

/// Scheme, host and port (RFC 6454); credentials are bound to an origin.
public struct HTTPOrigin: Hashable, Sendable {
    let isEncrypted: Bool
    /// In lower case; IPv6 addresses are in brackets.
    public let host: String
    let port: Int

    /// The name in messages: the host, and the port unless it is the default.
    public var name: String { port == (isEncrypted ? 443 : 80) ? host : "\(host):\(port)" }

    /// Whether requests stay on this computer, where others cannot eavesdrop.
    var isLoopback: Bool {
        let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || octets.count == 4 && octets[0] == 127 && !octets.contains(nil)
    }

    /// Whether credentials may be sent there.
    public var isPotentiallyTrustworthy: Bool { isEncrypted || isLoopback }

    /// Returns nil if the scheme is neither http nor https, or the host is missing.
    public init?(_ components: URLComponents) {
        guard
            let scheme = components.scheme?.lowercased(), scheme == "http" || scheme == "https",
            let host = components.encodedHost, !host.isEmpty
        else { return nil }
        isEncrypted = scheme == "https"
        self.host = host.lowercased()
        port = components.port ?? (isEncrypted ? 443 : 80)
        guard (1...65535).contains(port) else { return nil }
    }
}
