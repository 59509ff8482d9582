import Basics
import Testing

@testable import HTTP

@Suite("Redirects", .timeLimit(.minutes(60)))
struct RedirectTests {
    private let key = HTTPHeader(name: "X-Key", value: "secret")

    private func send(_ url: String, trusting certificate: TestCertificate? = nil) async throws -> HTTPResponse {
        let transport = HTTPTransport(
            limits: .forTests, authorities: certificate?.authorities ?? TrustedAuthorities())
        let credential = try HTTPCredential(key, scope: HTTPRequest(url: url).origin)
        return try await RedirectFollower(next: transport.send).send(HTTPRequest(url: url, credential: credential))
    }

    @Test("A redirect to the same origin is followed with the credential", arguments: [301, 302, 303, 307, 308])
    func sameOrigin(status: Int) async throws {
        try await ScriptedServer.run { request in
            request.path == "/a/b?c" ? .redirect(to: "../d e?f#g", status: status) : .answer()
        } _: { server async throws in
            #expect(try await send(server.url + "/a/b?c").status == 200)
            #expect(server.requests.map(\.path) == ["/a/b?c", "/d%20e?f"])
            #expect(server.requests.allSatisfy { $0.headers["x-key"] == "secret" })
        }
    }

    @Test("A redirect to another origin drops the credential for good")
    func otherOrigin() async throws {
        try await ScriptedServer.run { request in
            // The path holds the address that the second server redirects back to.
            .redirect(to: "\(request.path.dropFirst())/last")
        } _: { other async throws in
            try await ScriptedServer.run { request in
                request.path == "/last" ? .answer() : .redirect(to: String(request.path.dropFirst("/to/".count)))
            } _: { server async throws in
                #expect(try await send("\(server.url)/to/\(other.url)/\(server.url)").status == 200)
                #expect(server.requests.map { $0.headers["x-key"] } == ["secret", nil])
                #expect(other.requests.map { $0.headers["x-key"] } == [nil])
            }
        }
    }

    @Test(
        "A POST is repeated after 307 and 308; after other redirects its target is fetched",
        arguments: [(301, false), (302, false), (303, false), (307, true), (308, true)])
    func post(status: Int, isRepeated: Bool) async throws {
        try await ScriptedServer.run { request in
            request.path == "/old" ? .redirect(to: "/new", status: status) : .answer()
        } _: { server async throws in
            var request = HTTPRequest(url: server.url + "/old")
            request.method = .post
            request.body = Array("\r\n\r\n".utf8)
            let transport = HTTPTransport(limits: .forTests)
            #expect(try await RedirectFollower(next: transport.send).send(request).status == 200)
            #expect(server.requests.map(\.method) == ["POST", isRepeated ? "POST" : "GET"])
            #expect(server.requests.last?.headers["content-length"] == (isRepeated ? "4" : nil))
        }
    }

    @Test("Another host name, port or scheme is another origin")
    func originsApart() throws {
        let origins = ["http://a/", "https://a/", "http://a:81/", "http://b/", "http://a.b/"].map {
            HTTPURL($0)?.origin
        }
        #expect(Set(origins).count == origins.count)
        #expect(HTTPURL("http://A:80/x")?.origin == HTTPURL("http://a/y")?.origin)
        #expect(HTTPURL("https://a:443/")?.origin == HTTPURL("HTTPS://a")?.origin)
    }

    @Test("A redirect from https to http is refused; from http to https the credential is dropped")
    func encryption() async throws {
        let certificate = try TestCertificate()
        try await ScriptedServer.run { request in
            .redirect(to: String(request.path.dropFirst()))
        } _: { plain async throws in
            try await ScriptedServer.run(tls: certificate.serverContext()) { request in
                request.path == "/down" ? .redirect(to: plain.url) : .answer()
            } _: { encrypted async throws in
                await #expect(throws: LibraryFailure.unsafeRedirect(host: "127.0.0.1")) {
                    _ = try await send(encrypted.url + "/down", trusting: certificate)
                }
                #expect(plain.requests.isEmpty)
                #expect(try await send("\(plain.url)/\(encrypted.url)/up", trusting: certificate).status == 200)
                #expect(encrypted.requests.map { $0.headers["x-key"] } == ["secret", nil])
            }
        }
    }

    @Test("At most five redirects are followed")
    func tooMany() async throws {
        try await ScriptedServer.run { request in
            let count = Int(request.path.dropFirst()) ?? 0
            return count == 0 ? .answer() : .redirect(to: "/\(count - 1)")
        } _: { server async throws in
            #expect(try await send(server.url + "/5").status == 200)
            #expect(server.requests.count == 6)
            await #expect(throws: LibraryFailure.unsafeRedirect(host: "127.0.0.1")) {
                _ = try await send(server.url + "/6")
            }
            #expect(server.requests.count == 12)
        }
    }

    @Test("A redirect loop is refused")
    func circle() async throws {
        try await ScriptedServer.run {
            .redirect(to: $0.path)
        } _: { server async throws in
            await #expect(throws: LibraryFailure.unsafeRedirect(host: "127.0.0.1")) { _ = try await send(server.url) }
        }
    }

    @Test(
        "A redirect to another scheme is refused",
        arguments: ["file:///etc/passwd", "ftp://a/", "http://", "http+unix://%2Fa/b"])
    func otherSchemes(location: String) async throws {
        try await ScriptedServer.run { _ in
            .redirect(to: location)
        } _: { server async throws in
            await #expect(throws: LibraryFailure.unsafeRedirect(host: "127.0.0.1")) { _ = try await send(server.url) }
        }
    }

    @Test("A redirect without a location is returned as the response")
    func noLocation() async throws {
        try await ScriptedServer.run { _ in
            .answer(302)
        } _: { server async throws in
            #expect(try await send(server.url).status == 302)
        }
    }
}
