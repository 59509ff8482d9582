import Glibc

/// A local port that refuses connections unless a server of the same test listens on it.
public final class ReservedPort: Sendable {
    /// Bound but not listening, so that no other process gets the port.
    private let socket: BoundSocket

    public var number: Int { socket.port }
    public var url: String { "http://127.0.0.1:\(number)" }

    public init() throws {
        socket = try BoundSocket(sharesPort: true)
    }

    deinit {
        close(socket.descriptor)
    }
}
