import Basics
import TestFixtures
import Testing

@testable import HTTP

@Suite("Network faults", .timeLimit(.minutes(60)))
struct TransportFaultTests {
    @Test(
        "A body shorter than announced is an error",
        arguments: ["Content-Length: 100", "Transfer-Encoding: chunked"])
    func cutBody(header: String) async throws {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await ScriptedServer.response { _ in
                .raw(["HTTP/1.1 200 OK", header], body: Array("2\r\nab\r\n".utf8)) + [.close]
            }
        }
        #expect(failure == .unreachable(host: "127.0.0.1", reason: .lost))
    }

    @Test("A truncated or invalid gzip body is an error")
    func badGzip() async throws {
        let packed = try output(ofCommand: "seq 1000 | gzip")
        for body in [Array(packed.dropLast(20)), Array("<html>".utf8)] {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await ScriptedServer.response { _ in .answer(headers: ["Content-Encoding: gzip"], body: body) }
            }
            #expect(failure == .unexpectedResponse(host: "127.0.0.1"))
        }
    }

    @Test("A body over the size limit is refused, whether its size is announced, unknown or hidden by compression")
    func tooLarge() async throws {
        var limits = HTTPLimits.forTests
        limits.maxDataSize = 100_000
        limits.maxPictureSize = 200_000
        let body = [UInt8](repeating: 32, count: 150_000)
        let packed = try output(ofCommand: "head -c 150000 /dev/zero | gzip")
        let answers: [[ServerStep]] = [
            // Only the head is sent; its Content-Length is enough.
            .raw(["HTTP/1.1 200 OK", "Content-Length: 150000"]) + [.silence],
            .raw(["HTTP/1.1 200 OK", "Connection: close"], body: body) + [.close],
            .answer(headers: ["Content-Encoding: gzip"], body: packed),
        ]
        for answer in answers {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await ScriptedServer.response(limits: limits) { _ in answer }
            }
            #expect(failure == .tooLarge(host: "127.0.0.1"))
        }
        let picture = try await ScriptedServer.response(kind: .picture, limits: limits) { _ in .answer(body: body) }
        #expect(picture.body == body)
    }

    @Test("A gzip bomb is refused")
    func bomb() async throws {
        let packed = try output(ofCommand: "head -c 200000000 /dev/zero | gzip")
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await ScriptedServer.response { _ in .answer(headers: ["Content-Encoding: gzip"], body: packed) }
        }
        #expect(failure == .tooLarge(host: "127.0.0.1"))
    }

    @Test("A server that never finishes the TLS handshake times out")
    func silentHandshake() async throws {
        var limits = HTTPLimits.forTests
        limits.connectTimeout = .milliseconds(200)
        try await ScriptedServer.run { _ in
            .answer()
        } _: { [limits] server async throws in
            let url = server.url.replacing("http:", with: "https:")
            await #expect(throws: LibraryFailure.timedOut(host: "127.0.0.1")) {
                _ = try await HTTPTransport(limits: limits).send(HTTPRequest(url: url))
            }
        }
    }

    @Test("A server that never responds or never ends its response times out", arguments: [true, false])
    func silence(byIdleLimit: Bool) async throws {
        var limits = HTTPLimits.forTests
        if byIdleLimit { limits.idleTimeout = .milliseconds(200) } else { limits.dataTimeout = .milliseconds(200) }
        let beginnings: [[ServerStep]] = [[], .raw(["HTTP/1.1 200 OK", "Content-Length: 2"], body: [1])]
        for beginning in beginnings {
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await ScriptedServer.response(limits: limits) { _ in beginning + [.silence] }
            }
            #expect(failure == .timedOut(host: "127.0.0.1"))
        }
    }

    @Test("A server that does not speak HTTP is reported")
    func notHTTP() async throws {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await ScriptedServer.response { _ in [.send(Array("220 mail.example ESMTP\r\n".utf8)), .close] }
        }
        #expect(failure == .unexpectedResponse(host: "127.0.0.1"))
    }

    @Test("An endless head is refused")
    func longHead() async throws {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await ScriptedServer.response { _ in
                .raw(["HTTP/1.1 200 OK", "X-Long: " + String(repeating: "a", count: 1_000_000)])
            }
        }
        #expect(failure == .unexpectedResponse(host: "127.0.0.1"))
    }

    @Test("A refused connection and an unknown host are distinguished")
    func unreachable() async throws {
        let port = try ReservedPort()
        let transport = HTTPTransport(limits: .forTests)
        await #expect(throws: LibraryFailure.unreachable(host: "127.0.0.1", reason: .refused)) {
            _ = try await transport.send(HTTPRequest(url: port.url))
        }
        await #expect(throws: LibraryFailure.unreachable(host: "nowhere.invalid", reason: .noSuchHost)) {
            _ = try await transport.send(HTTPRequest(url: "http://nowhere.invalid/"))
        }
    }

    @Test(
        "Only http and https addresses are requested",
        arguments: ["", "ftp://ada:secret@a/", "photos", "http://", "file:///etc", "http://ada:secret@a:99999/"])
    func otherAddresses(url: String) async {
        let failure = await #expect(throws: LibraryFailure.self) {
            _ = try await HTTPTransport().send(HTTPRequest(url: url))
        }
        #expect(failure.map { !"\($0)".contains("secret") } == true)
    }

    @Test("A header cannot smuggle in another", arguments: ["a\r\nX-Other: b", "a\nb", "a\0b"])
    func lineBreakInHeader(value: String) async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let request = HTTPRequest(url: server.url, headers: [HTTPHeader(name: "X-Key", value: value)])
            await #expect(throws: LibraryFailure.self) { _ = try await HTTPTransport().send(request) }
            #expect(server.requests.isEmpty)
        }
    }
}
