/// Why there is no connection to a host.
public enum ConnectionFailure: Hashable, Sendable {
    case refused
    case lost
    case noNetwork
    /// The name stands for no host.
    case noSuchHost
    /// The host is known, and there is no way to it.
    case noRoute
    /// A certificate that nobody vouches for, or whose time is over.
    case untrusted
    /// A certificate for another host.
    case wrongHost
    /// Nothing is known of whom to trust: the system has no certificates of authorities.
    case noAuthorities
    /// No kind of encryption that both sides take, or none at all.
    case noCommonEncryption
    /// The address is not one of http or https.
    case notHTTP

    /// Whether it may be over in a moment.
    public var mayPass: Bool {
        switch self {
        case .refused, .lost, .noNetwork, .noSuchHost, .noRoute: true
        case .untrusted, .wrongHost, .noAuthorities, .noCommonEncryption, .notHTTP: false
        }
    }
}
