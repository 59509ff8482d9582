import FlyingFox
import Synchronization

/// A loopback web server controlled by a test; it can fail on demand, stop and restart.
final class LoopbackServer: Sendable {
    typealias Answer = @Sendable (HTTPRequest) throws -> HTTPResponse

    /// The server's address, such as `http://127.0.0.1:40123`.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The server's name in messages.
    var name: String { "127.0.0.1:\(port)" }

    private let port: UInt16
    private let traffic: ServerTraffic
    private let answer: Answer
    private let running: Mutex<Running>

    private struct Running {
        let server: HTTPServer
        let task: Task<Void, any Error>
    }

    struct NotListening: Error {}

    /// Listens on any free port.
    init(answer: @escaping Answer) async throws {
        traffic = ServerTraffic()
        self.answer = answer
        let first = try await Self.listen(port: 0, traffic, answer)
        guard case .ip4(_, let port) = await first.server.listeningAddress else { throw NotListening() }
        self.port = port
        running = Mutex(first)
    }

    deinit {
        running.withLock { $0.task.cancel() }
    }

    /// All requests so far, in order of arrival.
    var requests: [HTTPRequest] { traffic.requests }

    /// Returns the number of requests for a path so far, with any query.
    func requestCount(of path: String) -> Int {
        requests.count { $0.path == path }
    }

    /// Closes all connections and refuses new ones.
    func goAway() async {
        await running.withLock { $0.server }.stop()
    }

    /// Listens on the same port again.
    func comeBack() async throws {
        let new = try await Self.listen(port: port, traffic, answer)
        running.withLock { $0 = new }
    }

    /// Fails all or the next few requests for paths with a prefix.
    ///
    /// The default status is 500, which clients do not retry by themselves.
    func fail(
        _ path: String, times: Int = .max, status: Int = 500, headers: [String: String] = [:], body: String = "{}"
    ) {
        traffic.fail(
            path, ServerTraffic.Failure(remaining: times, status: status, headers: headers, body: body))
    }

    /// Holds back requests for paths with a prefix until they are released.
    func hold(_ path: String) {
        traffic.hold(path)
    }

    /// Responds normally again to requests for paths with a prefix.
    func release(_ path: String) {
        traffic.release(path)
    }

    private static func listen(port: UInt16, _ traffic: ServerTraffic, _ answer: @escaping Answer) async throws
        -> Running
    {
        // The epoll pool may keep waiting on a closed descriptor and then steal a later server's events.
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 120, pool: .poll(), logger: .disabled)
        await server.appendRoute("*") { request in
            if let failure = try await traffic.admit(request) { return failure }
            return try answer(request)
        }
        let task = Task(executorPreference: DedicatedThread.ofServers) { try await server.run() }
        try await server.waitUntilListening()
        return Running(server: server, task: task)
    }
}
