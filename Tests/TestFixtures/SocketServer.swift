import Dispatch
import Foundation
import Synchronization

/// A server on this computer with a thread for each connection: compute-bound tests occupy Swift's thread pool for longer
/// than clients wait for a response.
///
/// Our own code, because SwiftPM would download a package for tests for everyone who builds the program.
public final class SocketServer: Sendable {
    public let port: Int

    /// The number of connections.
    public let connectionCount = Counter()

    private let listener: Int32
    private let connections = Mutex<[ObjectIdentifier: SocketConnection]>([:])
    private let isStopped = Mutex(false)
    /// Signaled when the port is free again.
    private let end = DispatchSemaphore(value: 0)

    /// Listens on a port; 0 is any free port. A connection is closed when `serve` returns.
    ///
    /// - Parameter sharesPort: Whether another socket of this process keeps the port from other processes.
    public init(
        host: String = "127.0.0.1", port: Int = 0, sharesPort: Bool = false,
        serve: @escaping @Sendable (SocketConnection) -> Void
    ) throws {
        let socket = try BoundSocket(host: host, port: port, sharesPort: sharesPort)
        try socket.listen()
        listener = socket.descriptor
        self.port = socket.port
        Thread.detachNewThread { [self] in acceptConnections(serve) }
    }

    /// Closes all connections and refuses new ones.
    public func stop() {
        let wasStopped = isStopped.withLock { isStopped in
            defer { isStopped = true }
            // Wakes the thread that accepts connections. Under the lock, because that thread closes the descriptor, and
            // another test may get its number.
            if !isStopped { shutdown(listener, Int32(SHUT_RDWR)) }
            return isStopped
        }
        guard !wasStopped else { return }
        end.wait()
        for connection in connections.withLock({ Array($0.values) }) { connection.shutDown() }
    }

    private func acceptConnections(_ serve: @escaping @Sendable (SocketConnection) -> Void) {
        while !isStopped.withLock({ $0 }) {
            let descriptor = accept(listener, nil, nil)
            guard descriptor >= 0 else {
                // Too many descriptors, until another test ends.
                if errno == EMFILE { usleep(10_000) }
                continue
            }
            // A program that is started right now inherits the descriptor, so closing it may not end the connection.
            _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
            let connection = SocketConnection(descriptor)
            connectionCount.enter()
            connections.withLock { $0[ObjectIdentifier(connection)] = connection }
            Thread.detachNewThread { [self] in
                blockBrokenPipeSignal()
                serve(connection)
                connection.shutDown()
                connections.withLock { $0[ObjectIdentifier(connection)] = nil }
                connectionCount.leave()
            }
        }
        close(listener)
        end.signal()
    }

    /// Makes writing to a closed connection an error of this thread, instead of the end of the process.
    private func blockBrokenPipeSignal() {
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
    }
}

/// A connection of a `SocketServer`.
public final class SocketConnection: ByteStream {
    public let descriptor: Int32

    fileprivate init(_ descriptor: Int32) {
        self.descriptor = descriptor
        var isOn: Int32 = 1
        // Sends each piece at once.
        setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &isOn, socklen_t(MemoryLayout<Int32>.size))
    }

    deinit {
        close(descriptor)
    }

    /// Whether neither side has closed the connection.
    public var isOpen: Bool {
        var byte: UInt8 = 0
        let count = recv(descriptor, &byte, 1, Int32(MSG_PEEK | MSG_DONTWAIT))
        return count > 0 || count < 0 && (errno == EAGAIN || errno == EINTR)
    }

    public func receive() -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: 1 << 16) { buffer, count in
            repeat {
                count = max(-1, recv(descriptor, buffer.baseAddress, buffer.count, 0))
            } while count < 0 && errno == EINTR
            count = max(0, count)
        }
    }

    public func send(_ bytes: [UInt8]) -> Bool {
        var sent = 0
        while sent < bytes.count {
            let count = bytes[sent...].withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            guard count > 0 || errno == EINTR else { return false }
            sent += max(0, count)
        }
        return true
    }

    fileprivate func shutDown() {
        shutdown(descriptor, Int32(SHUT_RDWR))
    }
}
