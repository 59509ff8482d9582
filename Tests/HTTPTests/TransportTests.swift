import Basics
import SilentResolver
import Synchronization
import TestFixtures
import Testing

@testable import HTTP

@Suite("HTTP transport", .timeLimit(.minutes(60)))
struct TransportTests {
    @Test("A response has its status, case-insensitive headers and body")
    func wholeAnswer() async throws {
        let response = try await ScriptedServer.response { _ in
            .answer(404, headers: ["X-Total-Count: 7", "x-total-count: 8"])
        }
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
            let request = try HTTPRequest(
                url: server.url + "/photos?albumId=3&q=a%20b", headers: [HTTPHeader(name: "Accept", value: "text/x")],
                credential: HTTPCredential(
                    HTTPHeader(name: "X-Key", value: "secret"), scope: HTTPRequest(url: server.url).origin))
            _ = try await HTTPTransport(limits: .forTests).send(request)
            let received = try #require(server.requests.first)
            #expect(received.path == "/photos?albumId=3&q=a%20b")
            #expect(received.headers["accept"] == "text/x")
            #expect(received.headers["x-key"] == "secret")
            #expect(received.headers["user-agent"] == "Tintype")
        }
    }

    @Test("A credential is not sent outside its scope")
    func credentialScope() async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let scope = try HTTPRequest(url: "https://elsewhere.example").origin
            let request = HTTPRequest(
                url: server.url, credential: HTTPCredential(HTTPHeader(name: "X-Key", value: "secret"), scope: scope))
            _ = try await HTTPTransport(limits: .forTests).send(request)
            #expect(server.requests.map { $0.headers["x-key"] } == [nil])
        }
    }

    @Test("A request carries its method and body", arguments: [HTTPRequest.Method.post, .put, .patch, .delete])
    func methodAndBody(method: HTTPRequest.Method) async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            var request = HTTPRequest(
                url: server.url, headers: [HTTPHeader(name: "Content-Type", value: "application/json")])
            request.method = method
            request.body = Array("{\"rating\": 5}\r\n\r\n".utf8)
            #expect(try await HTTPTransport(limits: .forTests).send(request).status == 200)
            let received = try #require(server.requests.first)
            #expect(received.method == method.rawValue && received.body == "{\"rating\": 5}\r\n\r\n")
            #expect(received.headers["content-type"] == "application/json")
        }
    }

    @Test("A gzip body is decompressed")
    func gzip() async throws {
        let packed = try output(ofCommand: "printf '[1, 2, 3]' | gzip")
        let response = try await ScriptedServer.response { request in
            #expect(request.headers["accept-encoding"] == "gzip")
            return .answer(headers: ["Content-Encoding: gzip"], body: packed)
        }
        #expect(response.body == Array("[1, 2, 3]".utf8))
    }

    @Test("A gzip body of several parts is decompressed")
    func gzipParts() async throws {
        let packed = try output(ofCommand: "printf '[1, 2,' | gzip; printf ' 3]' | gzip")
        let response = try await ScriptedServer.response { _ in
            .answer(headers: ["Content-Encoding: gzip"], body: packed)
        }
        #expect(response.body == Array("[1, 2, 3]".utf8))
    }

    @Test("A body sent byte by byte arrives whole")
    func slowBytes() async throws {
        let body = Array("slowly but surely".utf8)
        let response = try await ScriptedServer.response { _ in
            .raw(["HTTP/1.1 200 OK", "Content-Length: \(body.count)"]) + body.map { .send([$0]) }
        }
        #expect(response.body == body)
    }

    @Test("A listener receives transfer progress")
    func progress() async throws {
        let heard = Mutex<[TransferProgress]>([])
        try await ScriptedServer.run { _ in
            .raw(["HTTP/1.1 200 OK", "Content-Length: 4"], body: [1, 2]) + [.send([3, 4])]
        } _: { server async throws in
            var request = HTTPRequest(url: server.url, kind: .picture)
            request.listener = TransferListener { progress in heard.withLock { $0.append(progress) } }
            _ = try await HTTPTransport(limits: .forTests).send(request)
        }
        #expect(heard.withLock { $0 }.last == TransferProgress(received: 4, expected: 4))
        #expect(heard.withLock { $0 }.allSatisfy { $0.expected == 4 })
    }

    @Test("A chunked body and a body ended by the connection arrive whole")
    func lengthsUntold() async throws {
        let chunked = try await ScriptedServer.response { _ in
            .raw(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"], body: Array("2\r\nab\r\n1\r\nc\r\n0\r\n\r\n".utf8))
        }
        #expect(chunked.body == Array("abc".utf8))
        let closed = try await ScriptedServer.response { _ in
            .raw(["HTTP/1.1 200 OK", "Connection: close"], body: [7, 8]) + [.close]
        }
        #expect(closed.body == [7, 8])
    }

    @Test("Bytes beyond Content-Length are ignored")
    func tooManyBytes() async throws {
        let response = try await ScriptedServer.response { _ in
            .raw(["HTTP/1.1 200 OK", "Content-Length: 1"], body: [1, 2, 3]) + [.close]
        }
        #expect(response.body == [1])
    }

    @Test("Requests share a connection over HTTP/2")
    func http2() async throws {
        let certificate = try TestCertificate()
        let connectionCount = try await HTTP2Server.run(certificate: certificate) { url in
            let transport = HTTPTransport(
                limits: .forTests, authorities: certificate.authorities, idleTime: .seconds(600))
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<20 {
                    group.addTask {
                        var request = HTTPRequest(url: url)
                        request.method = .post
                        request.body = Array("\(number)".utf8)
                        let response = try await transport.send(request)
                        #expect(response.status == 200)
                        #expect(response.body == request.body)
                    }
                }
                try await group.waitForAll()
            }
        }
        #expect(connectionCount == 1)
    }

    @Test("Consecutive requests reuse the connection")
    func connectionReuse() async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            // A busy computer may run the test a minute after it has sent a request.
            let transport = HTTPTransport(limits: .forTests, idleTime: .seconds(600))
            for _ in 0..<5 { #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200) }
            #expect(server.connectionCount == 1)
        }
    }

    @Test("An unused connection is closed after a while, and the next request opens another")
    func idleConnection() async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let transport = HTTPTransport(limits: .forTests, idleTime: .milliseconds(20))
            for _ in 0..<2 {
                #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200)
                try await server.waitUntilNobodyIsConnected()
            }
            #expect(server.connectionCount == 2)
        }
    }

    @Test("The client names itself and reports that the service responded")
    func client() async throws {
        let isOffline = Mutex<[Bool]>([])
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let client = HTTPClient(
                userAgent: "Tintype/9", cache: MemoryCache().cache,
                onResponse: { now in isOffline.withLock { $0.append(now) } }, onPause: { _, _ in })
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
            #expect(server.requests.map { $0.headers["user-agent"] } == ["Tintype/9"])
        }
        #expect(isOffline.withLock { $0 } == [false])
    }

    @Test("A cancelled request ends at once with a cancellation error", arguments: [false, true])
    func cancellation(inBody: Bool) async throws {
        let arrived = Gate()
        try await ScriptedServer.run { _ in
            arrived.open()
            return (inBody ? .raw(["HTTP/1.1 200 OK", "Content-Length: 2"], body: [1]) : []) + [.silence]
        } _: { server async throws in
            let transport = HTTPTransport(limits: .forTests)
            let task = Task { try await transport.send(HTTPRequest(url: server.url)) }
            await arrived.pass()
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
        }
    }

    @Test("A name server that does not answer holds up neither cancellation nor other requests")
    func silentNameServer() async throws {
        silent_resolver_hold()
        defer { silent_resolver_release() }
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let transport = HTTPTransport(limits: .forTests)
            let waiting = Task { try await transport.send(HTTPRequest(url: "http://photos.silent.invalid")) }
            try await waitUntil { silent_resolver_waiting() != 0 }
            #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200)
            waiting.cancel()
            await #expect(throws: CancellationError.self) { _ = try await waiting.value }
            #expect(try await transport.send(HTTPRequest(url: server.url)).status == 200)
            #expect(silent_resolver_waiting() == 1)
        }
    }
}
