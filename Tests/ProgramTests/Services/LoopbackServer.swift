import Foundation
import Synchronization
import TestFixtures

/// A loopback web server controlled by a test; it can fail on demand, stop and restart.
final class LoopbackServer: Sendable {
    typealias Answer = @Sendable (ServiceRequest) -> ServiceResponse

    /// The server's address, such as `http://127.0.0.1:40123`.
    var url: String { "http://127.0.0.1:\(port.number)" }

    /// The server's name in messages.
    var name: String { "127.0.0.1:\(port.number)" }

    /// Keeps other servers from the port while this one is away.
    private let port: ReservedPort
    private let traffic: ServerTraffic
    private let answer: Answer
    private let server: Mutex<SocketServer>

    /// Listens on any free port.
    init(answer: @escaping Answer) async throws {
        let traffic = ServerTraffic()
        port = try ReservedPort()
        let first = try Self.listen(port: port.number, traffic, answer)
        self.traffic = traffic
        self.answer = answer
        server = Mutex(first)
    }

    deinit {
        server.withLock { $0.stop() }
    }

    /// All requests so far, in order of arrival.
    var requests: [ServiceRequest] { traffic.requests }

    /// Returns the number of requests for a path so far, with any query.
    func requestCount(of path: String) -> Int {
        requests.count { $0.path == path }
    }

    /// Closes all connections and refuses new ones.
    func goAway() async throws {
        server.withLock { $0.stop() }
    }

    /// Listens on the same port again.
    func comeBack() async throws {
        let new = try Self.listen(port: port.number, traffic, answer)
        server.withLock { $0 = new }
    }

    /// Fails all or the next few requests for paths with a prefix.
    ///
    /// The default status is 500, which clients do not retry by themselves.
    func fail(
        _ path: String, times: Int = .max, status: Int = 500, headers: [String: String] = [:], body: String = "{}"
    ) {
        let response = ServiceResponse(status: status, headers: headers, body: Data(body.utf8))
        traffic.fail(path, ServerTraffic.Failure(remaining: times, response: response))
    }

    /// Holds back requests for paths with a prefix until they are released.
    func hold(_ path: String) {
        traffic.hold(path)
    }

    /// Responds normally again to requests for paths with a prefix.
    func release(_ path: String) {
        traffic.release(path)
    }

    private static func listen(port: Int, _ traffic: ServerTraffic, _ answer: @escaping Answer) throws -> SocketServer {
        try SocketServer(port: port, sharesPort: true) { connection in
            while let received = connection.receiveRequest() {
                let request = ServiceRequest(received)
                traffic.record(request)
                while traffic.holds(request) {
                    guard connection.isOpen else { return }
                    Thread.sleep(forTimeInterval: 0.01)
                }
                let response = traffic.failure(of: request) ?? answer(request)
                guard connection.send(response.bytes) else { return }
            }
        }
    }
}

extension ServiceRequest {
    fileprivate init(_ request: ReceivedRequest) {
        let url = URLComponents(string: request.path)
        method = request.method
        path = url?.percentEncodedPath ?? request.path
        query = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        headers = request.headers
    }
}

extension ServiceResponse {
    /// The response in HTTP/1.1. Tests send headers that no honest server would.
    fileprivate var bytes: [UInt8] {
        let headers = headers.filter { $0.key.lowercased() != "content-length" }.map { "\($0.key): \($0.value)" }
        let head = ["HTTP/1.1 \(status) Status"] + headers + ["Content-Length: \(body.count)", "", ""]
        return Array(head.joined(separator: "\r\n").utf8) + body
    }
}
