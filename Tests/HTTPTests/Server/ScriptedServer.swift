import Glibc
import NIOCore
import NIOPosix
import NIOSSL
import Synchronization
import TestFixtures

/// A loopback server that sends arbitrary bytes, to simulate every kind of misbehavior.
///
/// All servers share an event loop on a separate thread, because compute-bound tests occupy Swift's thread pool for longer
/// than a client waits.
final class ScriptedServer: Sendable {
    typealias Answering = @Sendable (ReceivedRequest) async throws -> [ServerStep]

    private static let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The server's address, such as `http://127.0.0.1:40123`.
    let url: String

    private let traffic: Traffic

    private init(url: String, traffic: Traffic) {
        self.url = url
        self.traffic = traffic
    }

    /// All requests so far, in order of arrival.
    var requests: [ReceivedRequest] { traffic.requests.withLock { $0 } }

    /// The number of connections so far.
    var connectionCount: Int { traffic.count.total }

    /// Waits until all clients have disconnected.
    func waitUntilNobodyIsConnected() async throws {
        try await waitUntil { traffic.count.current == 0 }
    }

    /// Runs `body` with a server that stops afterwards.
    static func run(
        tls: NIOSSLContext? = nil, host: String = "127.0.0.1", port: ReservedPort? = nil,
        answering: @escaping Answering,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let traffic = Traffic()
        let listener = try await ServerBootstrap(group: eventLoops)
            .serverChannelOption(.socket(SocketOptionLevel(SOL_SOCKET), SO_REUSEPORT), value: port == nil ? 0 : 1)
            .childChannelInitializer { connection in
                traffic.add(connection)
                return connection.eventLoop.makeCompletedFuture {
                    let handlers = connection.pipeline.syncOperations
                    if let tls { try handlers.addHandler(NIOSSLServerHandler(context: tls)) }
                    try handlers.addHandler(ScriptedConnection(traffic, answering))
                }
            }
            .bind(host: host, port: port?.number ?? 0).get()
        let scheme = tls == nil ? "http" : "https"
        let server = ScriptedServer(
            url: "\(scheme)://127.0.0.1:\(listener.localAddress?.port ?? 0)", traffic: traffic)
        do {
            try await body(server)
            try await stop(listener, traffic)
        } catch {
            try await stop(listener, traffic)
            throw error
        }
    }

    private static func stop(_ listener: any Channel, _ traffic: Traffic) async throws {
        // Until the channel is closed the system still accepts connections.
        try await listener.close().get()
        for connection in traffic.connections.withLock({ Array($0.values) }) { connection.close(promise: nil) }
    }
}

/// The connections and requests of a server.
private final class Traffic: Sendable {
    /// The open connections.
    let connections = Mutex<[ObjectIdentifier: any Channel]>([:])
    let count = Counter()
    let requests = Mutex<[ReceivedRequest]>([])

    /// Adds a connection until it is closed.
    func add(_ connection: any Channel) {
        let id = ObjectIdentifier(connection)
        connections.withLock { $0[id] = connection }
        count.enter()
        connection.closeFuture.whenComplete { [self] _ in
            connections.withLock { $0[id] = nil }
            count.leave()
        }
    }
}

/// Performs the steps for each request of a connection.
private final class ScriptedConnection: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let traffic: Traffic
    private let answering: ScriptedServer.Answering
    private var text = ""

    init(_ traffic: Traffic, _ answering: @escaping ScriptedServer.Answering) {
        self.traffic = traffic
        self.answering = answering
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        text += String(buffer: unwrapInboundIn(data))
        guard let request = ReceivedRequest(text) else { return }
        text = ""
        traffic.requests.withLock { $0.append(request) }
        Task(executorPreference: DedicatedThread.ofServers) { [answering, connection = context.channel] in
            // Writing has no effect once the client has closed the connection.
            guard let steps = try? await answering(request) else { return connection.close(promise: nil) }
            for step in steps {
                switch step {
                case .send(let bytes): connection.writeAndFlush(ByteBuffer(bytes: bytes), promise: nil)
                case .silence: break
                case .close: return connection.close(promise: nil)
                }
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // Such as a failed TLS handshake.
        context.close(promise: nil)
    }
}
