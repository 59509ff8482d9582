import Albums
import AsyncHTTPClient
import Dispatch
import Glibc
import NIOCore
import NIOHTTP1
import NIOPosix
import NIOSSL

/// Sends single requests over the network, without redirects, retries or cache.
///
/// Connections are pooled, and HTTP/2 connections carry concurrent requests.
final class HTTPTransport: Sendable {
    private let limits: HTTPLimits
    private let userAgent: String
    /// One thread is enough: it is faster than any network.
    private let threads = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let client: HTTPClient

    /// - Parameter trustRoots: the trusted root certificates; by default those of `TrustedAuthorities`.
    init(limits: HTTPLimits = HTTPLimits(), trustRoots: NIOSSLTrustRoots? = nil, userAgent: String = "Tintype") {
        self.limits = limits
        self.userAgent = userAgent
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.minimumTLSVersion = .tlsv12
        tls.trustRoots = trustRoots ?? TrustedAuthorities().roots
        // The largest limit of any kind; the limit of the request's own kind is enforced while its body is read.
        let unpackedSize = max(limits.dataSize, limits.pictureSize)
        var configuration = HTTPClient.Configuration(
            tlsConfiguration: tls,
            redirectConfiguration: .disallow,
            timeout: .init(connect: TimeAmount(limits.connecting), read: TimeAmount(limits.idle)),
            connectionPool: .init(
                idleTimeout: .seconds(60), concurrentHTTP1ConnectionsPerHostSoftLimit: HostQueue.requestsAtOnce),
            decompression: .enabled(limit: .size(unpackedSize)))
        // Refused connections fail immediately; retries are decided by the caller.
        configuration.connectionPool.retryConnectionEstablishment = false
        // Despite their names, the debug initializers are the only access to a connection's socket.
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

    /// Sends `request` and reads the whole response; throws as documented for `HTTPSend`.
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

        // This deadline covers only the head of the response; `withTimeLimit` in `send` covers the whole exchange.
        let answer = try await client.execute(message, deadline: .distantFuture)
        let declaredSize = answer.headers.first(name: "Content-Length").flatMap { DecimalNumber.parse($0) }
        let body = try await Self.read(
            answer.body, declaredSize: declaredSize, atMost: limits.bodySize(request.kind), request.listener)
        return HTTPResponse(
            status: Int(answer.status.code),
            headers: answer.headers.map { HTTPHeader(name: $0.name, value: $0.value) },
            body: body)
    }

    /// Makes the kernel drop a connection when the peer stops acknowledging data, for example after a change of network
    /// or sleep. Otherwise the client would send further requests on it, and the kernel would wait for a quarter of an
    /// hour.
    private static func loseConnection(_ channel: any Channel, unacknowledgedFor time: Duration) -> EventLoopFuture<
        Void
    > {
        channel.setOption(
            ChannelOptions.socket(SocketOptionLevel(IPPROTO_TCP), SocketOptionName(TCP_USER_TIMEOUT)),
            value: SocketOptionValue(time / .milliseconds(1)))
    }

    /// Reads a body up to the limit. Throwing before its end cancels the request.
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
