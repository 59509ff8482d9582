import FoundationEssentials

/// Scheme, host and port: whom a request, and so a credential, is sent to (RFC 6454).
struct HTTPOrigin: Hashable, Sendable {
    let isEncrypted: Bool
    /// In lower case; an IPv6 address is in brackets.
    let host: String
    let port: Int

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
