import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP/2 server on loopback that responds to each request with its path.
final class HTTP2Server: Sendable {
    private let connections = Mutex(0)

    /// The number of connections that negotiated HTTP/2.
    var connectionCount: Int { connections.withLock { $0 } }

    /// Runs `body` with the server's URL, such as `https://127.0.0.1:40123`, and then stops the server.
    func run(certificate: TestCertificate, _ body: (String) async throws -> Void) async throws {
        let tls = try certificate.serverContext(protocols: ["h2"])
        let listener = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                }.flatMap {
                    channel.configureCommonHTTPServerPipeline { connection in
                        self.connections.withLock { $0 += 1 }
                        return connection.eventLoop.makeSucceededVoidFuture()
                    } _: { stream in
                        stream.eventLoop.makeCompletedFuture {
                            try stream.pipeline.syncOperations.addHandler(PathAnswer())
                        }
                    }
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { listener.close(promise: nil) }
        try await body("https://127.0.0.1:\(listener.localAddress?.port ?? 0)")
    }
}

private final class PathAnswer: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(let head) = unwrapInboundIn(data) else { return }
        context.write(wrapOutboundOut(.head(HTTPResponseHead(version: head.version, status: .ok))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(string: head.uri)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}
