import FoundationEssentials

/// Scheme, host and port: whom a request, and so a credential, is sent to (RFC 6454).
struct HTTPOrigin: Hashable, Sendable {
    let isEncrypted: Bool
    /// In lower case; an IPv6 address is in brackets.
    let host: String
    let port: Int

    /// How messages name it: the host, and the port unless it is the scheme's own.
    var name: String { port == (isEncrypted ? 443 : 80) ? host : "\(host):\(port)" }

    /// Whether requests stay on this computer, where nobody can listen.
    var isLoopback: Bool {
        let octets = host.split(separator: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return host == "localhost" || host.hasSuffix(".localhost") || host == "[::1]"
            || octets.count == 4 && octets[0] == 127 && !octets.contains(nil)
    }

    /// Whether a credential may be sent there.
    var keepsSecrets: Bool { isEncrypted || isLoopback }

    /// Nil where the scheme is neither http nor https, or there is no host.
    init?(_ components: URLComponents) {
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
