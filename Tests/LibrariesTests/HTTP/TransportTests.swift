import Albums
import NIOSSL
import Testing

@testable import Libraries

@Suite("The network", .timeLimit(.minutes(1)))
struct TransportTests {
    private let limits = HTTPLimits(
        connecting: .seconds(5), idle: .seconds(30), wholeData: .seconds(30), wholePicture: .seconds(30))

    private func send(
        _ path: String = "/", kind: HTTPRequest.Kind = .data, limits: HTTPLimits? = nil,
        answering: @escaping ScriptedServer.Answering
    ) async throws -> HTTPResponse {
        var response: HTTPResponse?
        try await ScriptedServer.run(answering: answering) { server async throws in
            response = try await HTTPTransport(limits: limits ?? self.limits)
                .send(HTTPRequest(url: server.url + path, kind: kind))
        }
        return try #require(response)
    }

    @Test("An answer has its status, headers in any case, and body")
    func wholeAnswer() async throws {
        let response = try await send { _ in .answer(404, headers: ["X-Total-Count: 7", "x-total-count: 8"]) }
        #expect(response.status == 404)
        #expect(response.value(of: "x-TOTAL-count") == "7")
        #expect(response.value(of: "X-Other") == nil)
        #expect(response.body == Array("ok".utf8))
        #expect(response.origin == .network)
    }

    @Test("A request carries its path, query, headers and credential")
    func wholeRequest() async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let request = HTTPRequest(
                url: server.url + "/photos?albumId=3&q=a%20b", headers: [HTTPHeader(name: "Accept", value: "text/x")],
                credential: HTTPHeader(name: "X-Key", value: "secret"))
            _ = try await HTTPTransport(limits: limits).send(request)
            let received = try #require(server.requests.first)
            #expect(received.path == "/photos?albumId=3&q=a%20b")
            #expect(received.headers["accept"] == "text/x")
            #expect(received.headers["x-key"] == "secret")
            #expect(received.headers["user-agent"] == "Tintype")
        }
    }

    @Test("A packed body is unpacked")
    func gzip() async throws {
        let packed = try output(ofCommand: "printf '[1, 2, 3]' | gzip")
        let response = try await send { request in
            #expect(request.headers["accept-encoding"] == "gzip")
            return .answer(headers: ["Content-Encoding: gzip"], body: packed)
        }
        #expect(response.body == Array("[1, 2, 3]".utf8))
    }

    @Test("A body in pieces, one byte at a time, arrives whole")
    func slowBytes() async throws {
        let body = Array("slowly but surely".utf8)
        let response = try await send { _ in
            .raw(["HTTP/1.1 200 OK", "Content-Length: \(body.count)"]) + body.map { .send([$0]) }
        }
        #expect(response.body == body)
    }

    @Test("A chunked body, and one that ends with the connection, arrive whole")
    func lengthsUntold() async throws {
        let chunked = try await send { _ in
            .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], body: Array("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n".utf8))
        }
        #expect(chunked.body == Array("abc".utf8))
        let closed = try await send { _ in .raw(["HTTP/1.1 200 OK", "Connection: close"], body: [7, 8]) + [.close] }
        #expect(closed.body == [7, 8])
    }

    @Test(
        "A body that ends before its length is no answer",
        arguments: ["Content-Length: 100", "Transfer-Encoding: chunked"])
    func cutBody(header: String) async throws {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await send { _ in .raw(["HTTP/1.1 200 OK", header], body: Array("2\r\nab\r\n".utf8)) + [.close] }
        }
        #expect(failure == .unreachable(host: "127.0.0.1", reason: "connection lost"))
    }

    @Test("More bytes than the length says are not part of the body")
    func tooManyBytes() async throws {
        let response = try await send { _ in
            .raw(["HTTP/1.1 200 OK", "Content-Length: 1"], body: [1, 2, 3]) + [.close]
        }
        #expect(response.body == [1])
    }

    @Test("A packed body that is cut or no such thing is not understood")
    func badGzip() async throws {
        let packed = try output(ofCommand: "seq 1000 | gzip")
        for body in [Array(packed.dropLast(20)), Array("<html>".utf8)] {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await send { _ in .answer(headers: ["Content-Encoding: gzip"], body: body) }
            }
            #expect(failure == .notUnderstood(host: "127.0.0.1"))
        }
    }

    @Test("A body is never larger than its kind may be, whether that is told, untold or hidden by packing")
    func tooLarge() async throws {
        let limits = HTTPLimits(dataSize: 100_000, pictureSize: 200_000)
        let body = [UInt8](repeating: 32, count: 150_000)
        let packed = try output(ofCommand: "head -c 150000 /dev/zero | gzip")
        let answers: [[ServerStep]] = [
            // Only the head comes: what it tells is enough.
            .raw(["HTTP/1.1 200 OK", "Content-Length: 150000"]) + [.silence],
            .raw(["HTTP/1.1 200 OK", "Connection: close"], body: body) + [.close],
            .answer(headers: ["Content-Encoding: gzip"], body: packed),
        ]
        for answer in answers {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await send(limits: limits) { _ in answer }
            }
            #expect(failure == .tooLarge(host: "127.0.0.1"))
        }
        let picture = try await send(kind: .picture, limits: limits) { _ in .answer(body: body) }
        #expect(picture.body == body)
    }

    @Test("A small body that unpacks to a thousand times its size is not unpacked to its end")
    func bomb() async throws {
        let packed = try output(ofCommand: "head -c 200000000 /dev/zero | gzip")
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await send { _ in .answer(headers: ["Content-Encoding: gzip"], body: packed) }
        }
        #expect(failure == .tooLarge(host: "127.0.0.1"))
    }

    @Test(
        "A server that never answers, never ends or never agrees on encryption is given up", arguments: [true, false])
    func silence(byIdleLimit: Bool) async throws {
        var limits = limits
        if byIdleLimit { limits.idle = .milliseconds(200) } else { limits.wholeData = .milliseconds(200) }
        let beginnings: [[ServerStep]] = [[], .raw(["HTTP/1.1 200 OK", "Content-Length: 2"], body: [1])]
        for beginning in beginnings {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await send(limits: limits) { _ in beginning + [.silence] }
            }
            #expect(failure == .timedOut(host: "127.0.0.1"))
        }
    }

    @Test("A server that says something else than HTTP is not understood")
    func notHTTP() async throws {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await send { _ in [.send(Array("220 mail.example ESMTP\r\n".utf8)), .close] }
        }
        #expect(failure == .notUnderstood(host: "127.0.0.1"))
    }

    @Test("A refused connection and an unknown host are told apart")
    func unreachable() async throws {
        let port = try ReservedPort()
        let transport = HTTPTransport(limits: limits)
        await #expect(throws: LibraryFailure.unreachable(host: "127.0.0.1", reason: "connection refused")) {
            _ = try await transport.send(HTTPRequest(url: port.url))
        }
        await #expect(throws: LibraryFailure.unreachable(host: "nowhere.invalid", reason: "no such host")) {
            _ = try await transport.send(HTTPRequest(url: "http://nowhere.invalid/"))
        }
    }

    @Test("A certificate that nobody vouches for is refused before anything is sent")
    func selfSigned() async throws {
        let certificate = try TestCertificate()
        try await ScriptedServer.run(certificate: certificate) { _ in
            .answer()
        } _: { server async throws in
            let request = HTTPRequest(url: server.url, credential: HTTPHeader(name: "X-Key", value: "secret"))
            await #expect(
                throws: LibraryFailure.unreachable(host: "127.0.0.1", reason: "no certificate that is trusted")
            ) {
                _ = try await HTTPTransport(limits: limits).send(request)
            }
            #expect(server.requests.isEmpty)
            let trusting = HTTPTransport(limits: limits, trustRoots: .certificates([certificate.certificate]))
            #expect(try await trusting.send(request).status == 200)
        }
    }

    @Test("A cancelled request ends at once, and says so", arguments: [false, true])
    func cancellation(inBody: Bool) async throws {
        let arrived = Gate()
        try await ScriptedServer.run { _ in
            arrived.open()
            return (inBody ? .raw(["HTTP/1.1 200 OK", "Content-Length: 2"], body: [1]) : []) + [.silence]
        } _: { server async throws in
            let transport = HTTPTransport(limits: limits)
            let task = Task { try await transport.send(HTTPRequest(url: server.url)) }
            await arrived.pass()
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
    }

    @Test(
        "What is no http or https address is not asked",
        arguments: ["", "ftp://a/", "photos", "http://", "file:///etc"])
    func otherAddresses(url: String) async {
        await #expect(throws: LibraryFailure.self) { _ = try await HTTPTransport().send(HTTPRequest(url: url)) }
    }
}
