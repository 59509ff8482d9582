import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestFixtures

/// A loopback server that sends arbitrary bytes, to simulate every kind of misbehavior.
final class ScriptedServer: Sendable {
    typealias Answering = @Sendable (ReceivedRequest) async throws -> [ServerStep]

    /// The server's address, such as `http://127.0.0.1:40123`.
    let url: String

    private let received = Mutex<[ReceivedRequest]>([])
    private let connections = Counter()

    private init(url: String) {
        self.url = url
    }

    /// All requests so far, in order of arrival.
    var requests: [ReceivedRequest] { received.withLock { $0 } }

    /// The number of connections so far.
    var connectionCount: Int { connections.total }

    /// Waits until all clients have disconnected.
    func waitUntilNobodyIsConnected() async {
        while connections.current > 0 { try? await Task.sleep(for: .milliseconds(5)) }
    }

    /// Runs `body` with a server that stops afterwards.
    static func run(
        tls: NIOSSLContext? = nil, port: ReservedPort? = nil, answering: @escaping Answering,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .serverChannelOption(.socket(SocketOptionLevel(SOL_SOCKET), SO_REUSEPORT), value: port == nil ? 0 : 1)
            .bind(host: "127.0.0.1", port: port?.number ?? 0) { channel in
                channel.eventLoop.makeCompletedFuture {
                    if let tls { try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls)) }
                    return try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                }
            }
        let boundPort = listener.channel.localAddress?.port ?? 0
        let server = ScriptedServer(url: "\(tls == nil ? "http" : "https")://127.0.0.1:\(boundPort)")
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask(executorPreference: DedicatedThread.ofServers) {
                try await server.serve(listener, answering)
            }
            // Ends `serve` after it has received every accepted connection. NIO would crash on one left over.
            defer { listener.channel.close(promise: nil) }
            try await body(server)
        }
        // Until the channel is closed the system still accepts connections.
        try await listener.channel.closeFuture.get()
    }

    private func serve(
        _ listener: NIOAsyncChannel<NIOAsyncChannel<ByteBuffer, ByteBuffer>, Never>, _ answering: @escaping Answering
    ) async throws {
        try await withThrowingDiscardingTaskGroup { group in
            try await listener.executeThenClose { connections in
                for try await connection in connections {
                    // A client that disconnects early is not a server failure.
                    group.addTask { try? await self.serve(connection, answering) }
                }
            }
            group.cancelAll()
        }
    }

    private func serve(
        _ connection: NIOAsyncChannel<ByteBuffer, ByteBuffer>, _ answering: @escaping Answering
    ) async throws {
        connections.enter()
        defer { connections.leave() }
        try await connection.executeThenClose { inbound, outbound in
            var text = ""
            for try await part in inbound {
                text += String(buffer: part)
                guard let request = ReceivedRequest(text) else { continue }
                text = ""
                received.withLock { $0.append(request) }
                for step in try await answering(request) {
                    switch step {
                    case .send(let bytes): try await outbound.write(ByteBuffer(bytes: bytes))
                    case .silence: break
                    case .close: return
                    }
                }
            }
        }
    }
}
