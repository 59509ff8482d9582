import Albums
import AsyncHTTPClient
import Dispatch
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// One request over the network and its answer: no redirects, no second try, no cache.
///
/// Connections are kept and used again, and many requests share one where the host speaks HTTP/2.
final class HTTPTransport: Sendable {
    private let limits: HTTPLimits
    private let userAgent: String
    /// A single thread moves more bytes than any network brings.
    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let client: HTTPClient

    /// - Parameter trustRoots: whose certificates a host may show; by default those of `TrustedAuthorities`.
    init(limits: HTTPLimits = HTTPLimits(), trustRoots: NIOSSLTrustRoots? = nil, userAgent: String = "Tintype") {
        self.limits = limits
        self.userAgent = userAgent
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = trustRoots ?? TrustedAuthorities().roots
        // The largest size of any kind; the limit of the request's own kind is kept while the body is read.
        let unpackedSize = max(limits.dataSize, limits.pictureSize)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(limits.connecting), read: TimeAmount(limits.idle)),
            connectionPool: .init(
                idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: HostQueue.requestsAtOnce),
            decompression: .enabled(limit: .size(unpackedSize)))
        // A refused connection is told at once: trying again is another's decision.
        configuration.connectionPool.retryConnectionEstablishment = false
        // The only ways to a connection's socket, whatever their names.
        configuration.http1_1ConnectionDebugInitializer = {
            Self.loseConnection($0, unacknowledgedFor: limits.unacknowledged)
        }
        configuration.http2ConnectionDebugInitializer = configuration.http1_1ConnectionDebugInitializer
        client = HTTPClient(eventLoopGroup: threads, configuration: configuration)
    }

    deinit {
        client.shutdown { [threads] _ in
            threads.shutdownGracefully { _ in }
        }
    }

    /// Sends `request` and reads its whole answer; throws what `HTTPSend` says.
    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let host = try request.origin.host
        do {
            return try await withTimeLimit(limits.wholeRequest(request.kind)) { try await self.exchange(request) }
        } catch {
            guard !Task.isCancelled else { throw CancellationError() }
            throw LibraryFailure(transportError: error, host: host)
        }
    }

    private func exchange(_ request: HTTPRequest) async throws -> HTTPResponse {
        var message = HTTPClientRequest(url: request.url)
        message.headers.add(name: "User-Agent", value: userAgent)
        if request.kind == .data { message.headers.add(name: "Accept-Encoding", value: "gzip") }
        if request.asksAgain { message.headers.add(name: "Cache-Control", value: "no-cache") }
        for header in request.headers { message.headers.add(name: header.name, value: header.value) }
        if let credential = request.credential { message.headers.add(name: credential.name, value: credential.value) }

        // The deadline here ends with the answer's head; the limit around this whole function is the one that counts.
        let answer = try await client.execute(message, deadline: .distantFuture)
        let declaredSize = answer.headers.first(name: "Content-Length").flatMap { DecimalNumber.parse($0) }
        let body = try await Self.read(
            answer.body, declaredSize: declaredSize, atMost: limits.bodySize(request.kind), request.listener)
        return HTTPResponse(
            status: Int(answer.status.code),
            headers: answer.headers.map { HTTPHeader(name: $0.name, value: $0.value) },
            body: body)
    }

    /// Has the system end a connection whose other end takes nothing any more, as after another network was joined or the
    /// computer slept: the client would send further requests on it, and the system would wait for a quarter of an hour.
    private static func loseConnection(_ channel: any Channel, unacknowledgedFor time: Duration) -> EventLoopFuture<
        Void
    > {
        channel.setOption(
            ChannelOptions.socket(SocketOptionLevel(IPPROTO_TCP), SocketOptionName(TCP_USER_TIMEOUT)),
            value: SocketOptionValue(time / .milliseconds(1)))
    }

    /// A body that is left before its end cancels its request.
    private static func read(
        _ body: HTTPClientResponse.Body, declaredSize: Int?, atMost limit: Int, _ listener: TransferListener?
    ) async throws -> [UInt8] {
        guard declaredSize ?? 0 <= limit else { throw NIOTooManyBytesError(maxBytes: limit) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(declaredSize ?? 0)
        for try await part in body {
            guard bytes.count + part.readableBytes <= limit else { throw NIOTooManyBytesError(maxBytes: limit) }
            bytes.append(contentsOf: part.readableBytesView)
            listener?.onProgress(TransferProgress(received: bytes.count, expected: declaredSize))
        }
        return bytes
    }
}
