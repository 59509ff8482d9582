import TestFixtures

/// An HTTP/2 server on loopback that responds to each request with its body.
///
/// It needs no headers, which HTTP/2 compresses: a request is complete once its body is.
enum HTTP2Server {
    /// Runs `body` with the server's URL, such as `https://127.0.0.1:40123`, and returns the number of connections.
    static func run(certificate: TestCertificate, _ body: (String) async throws -> Void) async throws -> Int {
        let tls = try certificate.serverContext(applicationProtocol: "h2")
        let server = try SocketServer { connection in
            guard let stream = TLSConnection(connection, tls) else { return }
            HTTP2Connection(stream).serve()
        }
        defer { server.stop() }
        try await body("https://127.0.0.1:\(server.port)")
        return server.connectionCount.total
    }
}

/// A connection with the frames of RFC 9113.
private struct HTTP2Connection {
    private static let preface = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8)

    private enum Kind {
        static let data: UInt8 = 0
        static let headers: UInt8 = 1
        static let settings: UInt8 = 4
        static let ping: UInt8 = 6
    }

    private enum Flag {
        static let acknowledgment: UInt8 = 1
        static let endOfStream: UInt8 = 1
        static let endOfHeaders: UInt8 = 4
    }

    private struct Frame {
        let kind: UInt8
        let flags: UInt8
        let stream: [UInt8]
        let payload: [UInt8]
    }

    private let stream: any ByteStream
    private var received: [UInt8] = []

    init(_ stream: any ByteStream) {
        self.stream = stream
    }

    consuming func serve() {
        guard take(Self.preface.count) == Self.preface, send(Kind.settings) else { return }
        var bodies: [[UInt8]: [UInt8]] = [:]
        while let frame = receiveFrame() {
            let isAcknowledgment = frame.flags & Flag.acknowledgment != 0
            switch frame.kind {
            case Kind.settings where !isAcknowledgment: send(Kind.settings, Flag.acknowledgment)
            case Kind.ping where !isAcknowledgment:
                send(Kind.ping, Flag.acknowledgment, payload: frame.payload)
            case Kind.data, Kind.headers:
                if frame.kind == Kind.data { bodies[frame.stream, default: []] += frame.payload }
                guard frame.flags & Flag.endOfStream != 0 else { continue }
                // The entry for status 200 in HPACK's static table.
                send(Kind.headers, Flag.endOfHeaders, frame.stream, payload: [0x88])
                send(Kind.data, Flag.endOfStream, frame.stream, payload: bodies[frame.stream] ?? [])
            default: break
            }
        }
    }

    /// Waits for a number of bytes. Returns nil if the connection ends before.
    private mutating func take(_ count: Int) -> [UInt8]? {
        while received.count < count {
            let bytes = stream.receive()
            guard !bytes.isEmpty else { return nil }
            received += bytes
        }
        defer { received.removeFirst(count) }
        return Array(received.prefix(count))
    }

    private mutating func receiveFrame() -> Frame? {
        guard let head = take(9), let payload = take(head[..<3].reduce(0) { $0 << 8 | Int($1) }) else { return nil }
        return Frame(kind: head[3], flags: head[4], stream: Array(head[5...]), payload: payload)
    }

    @discardableResult
    private func send(
        _ kind: UInt8, _ flags: UInt8 = 0, _ stream: [UInt8] = [0, 0, 0, 0], payload: [UInt8] = []
    ) -> Bool {
        let length = [16, 8, 0].map { UInt8(truncatingIfNeeded: payload.count >> $0) }
        return self.stream.send(length + [kind, flags] + stream + payload)
    }
}
