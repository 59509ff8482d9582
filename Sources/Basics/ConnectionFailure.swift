/// The reason a connection to a host failed.
public enum ConnectionFailure: Hashable, Sendable {
    case refused
    case lost
    case noNetwork
    /// The host name does not resolve.
    case noSuchHost
    /// The host name resolves, but the host is unreachable.
    case noRoute
    /// The certificate is not signed by a trusted authority.
    case untrusted
    /// The certificate is self-signed.
    case selfSigned
    /// The certificate has expired or is not valid yet.
    case expired
    /// The certificate is for another host.
    case wrongHost
    /// The system has no root certificates.
    case noCertificateAuthorities
    /// No TLS version or cipher in common, or the server does not speak TLS.
    case tlsHandshakeFailed
    /// The proxy is unknown, or refuses to connect.
    case proxy
    /// The library that sends requests can't be loaded. A package of Debian has it.
    case missingLibrary(name: String, package: String)
    /// The URL's scheme is neither http nor https.
    case notHTTP

    /// Whether the failure may be transient, so that a retry can succeed.
    public var isTransient: Bool {
        switch self {
        case .refused, .lost, .noNetwork, .noSuchHost, .noRoute, .proxy: true
        case .untrusted, .selfSigned, .expired, .wrongHost, .noCertificateAuthorities, .tlsHandshakeFailed: false
        case .missingLibrary, .notHTTP: false
        }
    }
}
