import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix
import Synchronization

/// A loopback web server controlled by a test; it can fail on demand, stop and restart.
///
/// All servers share an event loop on a separate thread, because compute-bound tests occupy Swift's thread pool for longer
/// than the program waits for a response.
final class LoopbackServer: Sendable {
    typealias Answer = @Sendable (ServiceRequest) -> ServiceResponse

    private static let eventLoops = MultiThreadedEventLoopGroup(numberOfThreads: 1)

    /// The server's address, such as `http://127.0.0.1:40123`.
    var url: String { "http://127.0.0.1:\(port)" }

    /// The server's name in messages.
    var name: String { "127.0.0.1:\(port)" }

    private let port: Int
    private let traffic: ServerTraffic
    private let answer: Answer
    private let listener: Mutex<any Channel>

    struct NotListening: Error {}

    /// Listens on any free port.
    init(answer: @escaping Answer) async throws {
        let traffic = ServerTraffic()
        let first = try await Self.listen(port: 0, traffic, answer)
        guard let port = first.localAddress?.port else { throw NotListening() }
        self.port = port
        self.traffic = traffic
        self.answer = answer
        listener = Mutex(first)
    }

    deinit {
        listener.withLock { $0.close(promise: nil) }
        for connection in traffic.connections { connection.close(promise: nil) }
    }

    /// All requests so far, in order of arrival.
    var requests: [ServiceRequest] { traffic.requests }

    /// Returns the number of requests for a path so far, with any query.
    func requestCount(of path: String) -> Int {
        requests.count { $0.path == path }
    }

    /// Closes all connections and refuses new ones.
    func goAway() async throws {
        try await listener.withLock { $0 }.close().get()
        // Closing fails if the program has closed the connection first.
        for connection in traffic.connections { try? await connection.close().get() }
    }

    /// Listens on the same port again.
    func comeBack() async throws {
        let new = try await Self.listen(port: port, traffic, answer)
        listener.withLock { $0 = new }
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

    private static func listen(
        port: Int, _ traffic: ServerTraffic, _ answer: @escaping Answer
    ) async throws -> any Channel {
        try await ServerBootstrap(group: eventLoops)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { connection in
                traffic.add(connection)
                // Tests send headers that no honest server would.
                return connection.pipeline.configureHTTPServerPipeline(withOutboundHeaderValidation: false)
                    .flatMapThrowing {
                        try connection.pipeline.syncOperations.addHandler(RequestHandler(traffic, answer))
                    }
            }
            .bind(host: "127.0.0.1", port: port).get()
    }
}

/// Responds to the requests of one connection, one after the other.
private final class RequestHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let traffic: ServerTraffic
    private let answer: LoopbackServer.Answer

    init(_ traffic: ServerTraffic, _ answer: @escaping LoopbackServer.Answer) {
        self.traffic = traffic
        self.answer = answer
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        let request = ServiceRequest(head)
        traffic.record(request)
        respond(to: request, context)
    }

    private func respond(to request: ServiceRequest, _ context: ChannelHandlerContext) {
        guard context.channel.isActive else { return }
        guard !traffic.holds(request) else {
            context.eventLoop.assumeIsolated().scheduleTask(in: .milliseconds(10)) {
                self.respond(to: request, context)
            }
            return
        }
        let response = traffic.failure(of: request) ?? answer(request)
        var headers = HTTPHeaders(response.headers.map { ($0.key, $0.value) })
        headers.replaceOrAdd(name: "Content-Length", value: String(response.body.count))
        let head = HTTPResponseHead(
            version: .http1_1, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
        context.write(wrapOutboundOut(.head(head)), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: response.body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

extension ServiceRequest {
    fileprivate init(_ head: HTTPRequestHead) {
        let url = URLComponents(string: head.uri)
        method = head.method.rawValue
        path = url?.percentEncodedPath ?? head.uri
        query = (url?.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        headers = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { first, _ in first }
    }
}
