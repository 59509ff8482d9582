import FlyingFox
import Synchronization

/// A web server on loopback that answers as a test wants, fails on demand, goes away and comes back.
final class LoopbackServer: Sendable {
    typealias Answer = @Sendable (HTTPRequest) throws -> HTTPResponse

    /// Such as `http://127.0.0.1:40123`.
    var url: String { "http://127.0.0.1:\(port)" }

    /// How messages name it.
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

    /// Listens at any free port.
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

    /// Every request so far, in the order of arrival.
    var requests: [HTTPRequest] { traffic.requests }

    /// How many requests there were for a path so far, whatever their query.
    func requestCount(of path: String) -> Int {
        requests.count { $0.path == path }
    }

    /// Closes all connections; from now on they are refused.
    func goAway() async {
        await running.withLock { $0.server }.stop()
    }

    /// Listens again where it did before.
    func comeBack() async throws {
        let new = try await Self.listen(port: port, traffic, answer)
        running.withLock { $0 = new }
    }

    /// Answers requests for paths that begin with `path` with an error, all of them or the next few.
    ///
    /// A status of 500 is one that a client has no reason to try again by itself.
    func fail(
        _ path: String, times: Int = .max, status: Int = 500, headers: [String: String] = [:], body: String = "{}"
    ) {
        traffic.fail(
            path, ServerTraffic.Failure(remaining: times, status: status, headers: headers, body: body))
    }

    /// Leaves requests for paths that begin with `path` without an answer until they are released.
    func hold(_ path: String) {
        traffic.hold(path)
    }

    /// Answers requests for paths that begin with `path` as it should.
    func release(_ path: String) {
        traffic.release(path)
    }

    private static func listen(port: UInt16, _ traffic: ServerTraffic, _ answer: @escaping Answer) async throws
        -> Running
    {
        // Its epoll pool may go on waiting with a descriptor that is closed, and then take a later server's events.
        let server = HTTPServer(
            address: try .inet(ip4: "127.0.0.1", port: port), timeout: 120, pool: .poll(), logger: .disabled)
        await server.appendRoute("*") { request in
            if let failure = try await traffic.admit(request) { return failure }
            return try answer(request)
        }
        let task = Task(executorPreference: OwnThread.ofServers) { try await server.run() }
        try await server.waitUntilListening()
        return Running(server: server, task: task)
    }
}
