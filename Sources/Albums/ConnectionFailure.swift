/// Why there is no connection to a host.
public enum ConnectionFailure: Hashable, Sendable {
    case refused
    case lost
    case noNetwork
    /// The name stands for no host.
    case noSuchHost
    /// The host is known, and there is no way to it.
    case noRoute
    /// No certificate that is trusted.
    case untrusted
    /// The address is not one of http or https.
    case notHTTP
}
