import CSocketQueue
import FoundationEssentials
import Glibc

/// The TCP connection of an SSH session, which ends in the SSH server's socket. Linux shows its queue to any process of the
/// same network namespace (sock_diag(7)).
final class SSHConnection: Sendable {
    /// The output queue of the server's socket.
    struct Queue: Equatable, Sendable {
        /// The number of bytes that the other end has acknowledged.
        var acknowledged: UInt64
        /// The number of bytes that the server has written, acknowledged or not.
        var sent: UInt64
        /// Whether the server may hold bytes back.
        var isFull: Bool
    }

    private let descriptor: Int32
    private let addresses: Addresses

    /// The two ends of a connection.
    struct Addresses: Equatable, Sendable {
        let server: String
        let serverPort: UInt16
        let client: String
        let clientPort: UInt16

        /// Parses the value of `SSH_CONNECTION`: the client's address and port, then the server's. Nil if it isn't one.
        init?(_ variable: String) {
            let words = variable.split(separator: " ")
            guard words.count == 4, let clientPort = UInt16(words[1]), let serverPort = UInt16(words[3]) else {
                return nil
            }
            (client, self.clientPort) = (String(words[0]), clientPort)
            (server, self.serverPort) = (String(words[2]), serverPort)
        }
    }

    /// Returns nil if there is no such connection, such as in a container or once it has ended.
    init?(_ addresses: Addresses) {
        self.addresses = addresses
        descriptor = socket_queue_open()
        guard descriptor >= 0, queue != nil else { return nil }
    }

    deinit { close(descriptor) }

    /// The queue now; nil once the connection has ended.
    var queue: Queue? {
        var state = socket_queue()
        let failure = socket_queue_read(
            descriptor, addresses.server, addresses.serverPort, addresses.client, addresses.clientPort, &state)
        guard failure == 0 else { return nil }
        return Queue(
            acknowledged: state.acknowledged, sent: state.acknowledged &+ UInt64(state.unacknowledged),
            isFull: state.is_full != 0)
    }
}

/// Where the terminal is, as the environment of a process in it says.
struct TerminalLocation: Equatable, Sendable {
    /// Whether the terminal is at the other end of a network.
    let isRemote: Bool
    /// The SSH connection to it, which may have ended since; nil for other connections.
    let connection: SSHConnection.Addresses?
    /// Whether mosh is between, which answers queries itself, and whose connection can't be observed.
    let isMosh: Bool
    /// The process in that terminal: this one, or the client of tmux.
    let process: pid_t

    /// - Parameter process: the process with this environment.
    init(environment: [String: String], process: pid_t = getpid()) {
        self.process = process
        isMosh = Self.hasAncestor(process, named: "mosh-server")
        let variable = environment["SSH_CONNECTION"] ?? ""
        isRemote = isMosh || !variable.isEmpty || environment["SSH_TTY"]?.isEmpty == false
        connection = isMosh ? nil : SSHConnection.Addresses(variable)
    }

    /// Returns whether a process was started by a program of this name, or by a process that was.
    private static func hasAncestor(_ process: pid_t, named name: String) -> Bool {
        var process = process
        for _ in 0..<maxAncestors where process > 1 {
            // proc_pid_stat(5): `123 (name) S 1 …`, and the name may contain anything.
            guard let bytes = try? Data(contentsOf: URL(filePath: "/proc/\(process)/stat")) else { return false }
            let text = String(decoding: bytes, as: UTF8.self)
            guard let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")") else { return false }
            if text[text.index(after: open)..<close] == name { return true }
            let words = text[text.index(after: close)...].split(separator: " ")
            guard words.count > 1, let parent = pid_t(words[1]) else { return false }
            process = parent
        }
        return false
    }

    private static let maxAncestors = 64
}
