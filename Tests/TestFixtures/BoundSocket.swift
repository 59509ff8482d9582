import Glibc

/// A socket with a port of this computer.
public struct BoundSocket: Sendable {
    public let descriptor: Int32
    public let port: Int

    /// Takes a port; 0 is any free port.
    ///
    /// - Parameter sharesPort: Whether another socket of this process may have the port too.
    public init(host: String = "127.0.0.1", port: Int = 0, sharesPort: Bool = false) throws {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(
            descriptor, SOL_SOCKET, sharesPort ? SO_REUSEPORT : SO_REUSEADDR, &isOn,
            socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = UInt16(port).bigEndian
        address.sin_addr.s_addr = inet_addr(host)
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        guard isBound else {
            let code = errno
            Glibc.close(descriptor)
            throw SocketFailure(code: code)
        }
        self.descriptor = descriptor
        self.port = Int(UInt16(bigEndian: address.sin_port))
    }

    /// Has the kernel accept connections.
    public func listen() throws {
        guard Glibc.listen(descriptor, 128) == 0 else { throw SocketFailure(code: errno) }
    }
}

/// The error code of the system, when a test can't have a socket.
public struct SocketFailure: Error {
    let code: Int32
}
