import Glibc

/// A local port that refuses connections unless a server of the same test listens on it.
final class ReservedPort: Sendable {
    let number: Int
    /// Bound but not listening, so that no other process gets the port.
    private let descriptor: Int32

    var url: String { "http://127.0.0.1:\(number)" }

    init() throws {
        descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        var isOn: Int32 = 1
        setsockopt(descriptor, SOL_SOCKET, SO_REUSEPORT, &isOn, socklen_t(MemoryLayout<Int32>.size))
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = INADDR_LOOPBACK.bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        number = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else { throw BindFailure(code: errno) }
    }

    deinit {
        close(descriptor)
    }

    struct BindFailure: Error {
        let code: Int32
    }
}
