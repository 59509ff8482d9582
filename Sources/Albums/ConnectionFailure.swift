/// The reason a connection to a host failed.
public enum ConnectionFailure: Hashable, Sendable {
    case refused
    case lost
    case noNetwork
    /// The host name does not resolve.
    case noSuchHost
    /// The host name resolves, but the host is unreachable.
    case noRoute
    /// The certificate is not signed by a trusted authority, or it has expired.
    case untrusted
    /// The certificate is for another host.
    case wrongHost
    /// The system has no root certificates.
    case noAuthorities
    /// No TLS version or cipher in common, or the server does not speak TLS.
    case noCommonEncryption
    /// The URL's scheme is neither http nor https.
    case notHTTP

    /// Whether the failure may be transient, so that a retry can succeed.
    public var mayPass: Bool {
        switch self {
        case .refused, .lost, .noNetwork, .noSuchHost, .noRoute: true
        case .untrusted, .wrongHost, .noAuthorities, .noCommonEncryption, .notHTTP: false
        }
    }
}
