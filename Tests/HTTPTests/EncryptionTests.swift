import Basics
import TestFixtures
import Testing

@testable import HTTP

@Suite("TLS", .timeLimit(.minutes(60)))
struct EncryptionTests {
    private func failure(
        of certificate: TestCertificate, trusting authorities: TrustedAuthorities? = nil,
        requiresClientCertificate: Bool = false
    ) async throws -> LibraryFailure? {
        var failure: LibraryFailure?
        let tls = try certificate.serverContext(requiresClientCertificate: requiresClientCertificate)
        try await ScriptedServer.run(tls: tls) { _ in
            .answer()
        } _: { server async throws in
            let transport = HTTPTransport(
                limits: .forTests, authorities: authorities ?? certificate.authorities)
            let request = HTTPRequest(url: server.url)
            do {
                _ = try await transport.send(request)
            } catch let error as LibraryFailure {
                failure = error
            }
            #expect(server.requests.count == (failure == nil ? 1 : 0))
        }
        return failure
    }

    private func unreachable(_ reason: ConnectionFailure) -> LibraryFailure {
        .unreachable(host: "127.0.0.1", reason: reason)
    }

    @Test("A certificate with a trusted issuer is accepted")
    func trusted() async throws {
        #expect(try await failure(of: TestCertificate()) == nil)
    }

    @Test("A self-signed certificate is refused before any data is sent")
    func selfSigned() async throws {
        #expect(
            try await failure(of: TestCertificate(), trusting: TrustedAuthorities()) == unreachable(.selfSigned))
    }

    @Test("A certificate with an unknown issuer is refused before any data is sent")
    func unknownIssuer() async throws {
        let certificate = try TestCertificate(issuer: TestCertificate())
        #expect(try await failure(of: certificate, trusting: TrustedAuthorities()) == unreachable(.untrusted))
    }

    @Test("An expired certificate is refused")
    func expired() async throws {
        #expect(try await failure(of: TestCertificate(isExpired: true)) == unreachable(.expired))
    }

    @Test("A certificate for another host is refused and reported as such")
    func otherHost() async throws {
        let certificate = try TestCertificate(names: "DNS:elsewhere.example,IP:127.0.0.2")
        #expect(try await failure(of: certificate) == unreachable(.wrongHost))
    }

    @Test("A server limited to TLS 1.1 is refused and reported as such")
    func oldVersion() async throws {
        // ServerHello (RFC 4346, section 7.4.1.3) as bytes, because Debian 13's OpenSSL has no TLS 1.1.
        let hello: [UInt8] = [2, 0, 0, 38, 3, 2] + [UInt8](repeating: 7, count: 32) + [0, 0xC0, 0x13, 0]
        let server = try SocketServer { connection in
            _ = connection.receive()
            _ = connection.send([22, 3, 2, 0, UInt8(hello.count)] + hello)
            // Closing with unread data would reset the connection.
            while !connection.receive().isEmpty {}
        }
        defer { server.stop() }
        let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)")
        await #expect(throws: unreachable(.tlsHandshakeFailed)) {
            _ = try await HTTPTransport(limits: .forTests).send(request)
        }
    }

    @Test("A server that hangs up during the handshake is a lost connection, a transient failure")
    func hangUp() async throws {
        let server = try SocketServer { connection in _ = connection.receive() }
        defer { server.stop() }
        let request = HTTPRequest(url: "https://127.0.0.1:\(server.port)")
        await #expect(throws: unreachable(.lost)) { _ = try await HTTPTransport(limits: .forTests).send(request) }
    }

    @Test("A server that requires a client certificate is a lost connection, not an untrusted one")
    func clientCertificate() async throws {
        #expect(try await failure(of: TestCertificate(), requiresClientCertificate: true) == unreachable(.lost))
    }

    @Test("Without root certificates no server is trusted, and that is the reported reason")
    func noCertificateAuthorities() async throws {
        let authorities = TrustedAuthorities(environment: ["SSL_CERT_FILE": "/nowhere.pem"])
        #expect(authorities.path == nil)
        let folder = try TemporaryFolder()
        try folder.addFile("empty.pem", contents: "")
        let empty = TrustedAuthorities(environment: ["SSL_CERT_FILE": folder.path + "/empty.pem"])
        for authorities in [authorities, empty] {
            #expect(
                try await failure(of: TestCertificate(), trusting: authorities)
                    == unreachable(.noCertificateAuthorities))
        }
    }

    @Test("SSL_CERT_FILE names the root certificates; an empty value counts as unset")
    func authorityFile() async throws {
        let certificate = try TestCertificate()
        let authorities = TrustedAuthorities(environment: ["SSL_CERT_FILE": certificate.path])
        #expect(authorities.path == certificate.path)
        #expect(try await failure(of: certificate, trusting: authorities) == nil)
        #expect(
            TrustedAuthorities(environment: ["SSL_CERT_FILE": ""]).path == TrustedAuthorities(environment: [:]).path)
    }

    @Test("A TLS failure that waiting cannot fix is not retried")
    func noRetry() async throws {
        let clock = FakeRetryClock()
        try await ScriptedServer.run(tls: TestCertificate().serverContext()) { _ in
            .answer()
        } _: { server async throws in
            let client = HTTPClient(
                transport: HTTPTransport(limits: .forTests), cache: nil, timing: clock.timing)
            await #expect(throws: unreachable(.selfSigned)) {
                _ = try await client.send(HTTPRequest(url: server.url))
            }
            #expect(clock.sleeps.isEmpty)
            #expect(server.connectionCount == 1)
        }
    }
}
