import Dispatch
import Synchronization
import TestFixtures

/// A loopback server that sends arbitrary bytes, to simulate every kind of misbehavior.
final class ScriptedServer: Sendable {
    typealias Answering = @Sendable (ReceivedRequest) async throws -> [ServerStep]

    /// The server's address, such as `http://127.0.0.1:40123`.
    let url: String

    private let server: SocketServer
    private let log: RequestLog

    private init(url: String, server: SocketServer, log: RequestLog) {
        self.url = url
        self.server = server
        self.log = log
    }

    /// All requests so far, in order of arrival.
    var requests: [ReceivedRequest] { log.requests.withLock { $0 } }

    /// The number of connections so far.
    var connectionCount: Int { server.connectionCount.total }

    /// Waits until all clients have disconnected.
    func waitUntilNobodyIsConnected() async throws {
        try await waitUntil { server.connectionCount.current == 0 }
    }

    /// Runs `body` with a server that stops afterwards.
    static func run(
        tls: TLSContext? = nil, host: String = "127.0.0.1", port: ReservedPort? = nil,
        answering: @escaping Answering,
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        let log = RequestLog()
        let server = try SocketServer(host: host, port: port?.number ?? 0, sharesPort: port != nil) { connection in
            guard let tls else { return serve(connection, log, answering) }
            // A failed handshake ends the connection.
            guard let encrypted = TLSConnection(connection, tls) else { return }
            serve(encrypted, log, answering)
        }
        defer { server.stop() }
        let scheme = tls == nil ? "http" : "https"
        try await body(ScriptedServer(url: "\(scheme)://127.0.0.1:\(server.port)", server: server, log: log))
    }

    /// Performs the steps for each request of a connection.
    private static func serve(_ stream: some ByteStream, _ log: RequestLog, _ answering: @escaping Answering) {
        while let request = stream.receiveRequest() {
            log.requests.withLock { $0.append(request) }
            for step in answer(to: request, answering) {
                switch step {
                case .send(let bytes): guard stream.send(bytes) else { return }
                case .silence: break
                case .close: return
                }
            }
        }
    }

    private static func answer(to request: ReceivedRequest, _ answering: @escaping Answering) -> [ServerStep] {
        let steps = Mutex<[ServerStep]>([.close])
        let end = DispatchSemaphore(value: 0)
        Task(executorPreference: DedicatedThread.ofServers) {
            if let answer = try? await answering(request) { steps.withLock { $0 = answer } }
            end.signal()
        }
        end.wait()
        return steps.withLock { $0 }
    }
}

private final class RequestLog: Sendable {
    let requests = Mutex<[ReceivedRequest]>([])
}
