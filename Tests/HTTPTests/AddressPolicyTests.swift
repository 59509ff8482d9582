import Basics
import SilentResolver
import TestFixtures
import Testing

@testable import HTTP

@Suite("Private addresses", .timeLimit(.minutes(60)))
struct AddressPolicyTests {
    /// Takes 127.0.0.2 for an address of the internet, and all other addresses of this computer for private ones.
    private let policy = AddressPolicy { address in
        "\(address)" == "127.0.0.2" ? .global : AddressScope(address) == .loopback ? .privateNetwork : .global
    }

    private func transport(_ policy: AddressPolicy = AddressPolicy(), proxy: String? = nil) -> HTTPTransport {
        HTTPTransport(
            limits: .forTests, proxies: Proxies(environment: proxy.map { ["http_proxy": $0] } ?? [:]), policy: policy)
    }

    private func origin(_ url: String) throws -> HTTPOrigin { try HTTPRequest(url: url).origin }

    /// Returns the URL of a server by a name that resolves to `address`.
    private func url(of server: ScriptedServer, as name: String, at address: String) -> String {
        silent_resolver_set(name, address)
        return server.url.replacing("127.0.0.1", with: name)
    }

    /// Runs a server on all addresses of this computer.
    private func run(
        _ answering: @escaping ScriptedServer.Answering = { _ in .answer() },
        _ body: (ScriptedServer) async throws -> Void
    ) async throws {
        try await ScriptedServer.run(host: "0.0.0.0", answering: answering, body)
    }

    @Test(
        "The scope of an address",
        arguments: [
            ("127.0.0.1", AddressScope.loopback), ("127.255.0.9", .loopback), ("0.0.0.0", .loopback),
            ("::1", .loopback),
            ("::", .loopback), ("169.254.169.254", .link), ("fe80::1%eth0", .link), ("10.255.0.7", .privateNetwork),
            ("172.16.0.1", .privateNetwork), ("172.31.255.255", .privateNetwork), ("192.168.1.1", .privateNetwork),
            ("100.64.0.1", .privateNetwork), ("100.127.255.255", .privateNetwork), ("fd00::7", .privateNetwork),
            ("fc00::", .privateNetwork), ("fec0::1", .privateNetwork), ("224.0.0.1", .privateNetwork),
            ("255.255.255.255", .privateNetwork), ("172.15.255.255", .global), ("172.32.0.1", .global),
            ("100.63.255.255", .global), ("100.128.0.1", .global), ("11.0.0.1", .global), ("2a00:1450::8", .global),
        ])
    func scopes(text: String, scope: AddressScope) throws {
        #expect(AddressScope(try #require(IPAddress(text))) == scope)
    }

    @Test(
        "An IPv6 address that contains a private IPv4 address has its scope",
        arguments: ["::ffff:", "::", "::ffff:0:", "64:ff9b::"])
    func embedded(prefix: String) throws {
        #expect(AddressScope(try #require(IPAddress("\(prefix)10.0.0.7"))) == .privateNetwork)
        #expect(AddressScope(try #require(IPAddress("\(prefix)127.0.0.1"))) == .loopback)
        #expect(AddressScope(try #require(IPAddress("\(prefix)8.8.8.8"))) == .global)
        #expect(AddressScope(try #require(IPAddress("2002:a00:7::1"))) == .privateNetwork)
        #expect(AddressScope(try #require(IPAddress("2002:808:808::1"))) == .global)
    }

    @Test(
        "A URL of a public library with a private host is refused, however it is written",
        arguments: [
            "127.0.0.1", "localhost", "LOCALHOST.", "a.localhost", "127.1", "2130706433", "0x7f.1", "0177.0.0.1",
            "127.0.0.1.", "10.0.0.7", "169.254.169.254", "[::1]", "[::ffff:10.0.0.7]", "[fe80::1%25eth0]", "[fd00::1]",
            "%31%32%37.0.0.1", "local%68ost", "１２７.0.0.1", "127。0。0。1", "ⓛocalhost",
            "%EF%BC%91%EF%BC%92%EF%BC%97.0.0.1", "127%E3%80%820%E3%80%820%E3%80%821", "%E2%93%9Bocalhost",
        ], [nil, "http://127.0.0.1:9"])
    func literals(host: String, proxy: String?) async throws {
        for library in ["http://photos.example", "https://photos.example", "http://8.8.8.8"] {
            let request = try HTTPRequest(url: "http://\(host)/a.jpg", requester: origin(library))
            let failure = await #expect(throws: LibraryFailure.self) {
                _ = try await transport(proxy: proxy).send(request)
            }
            guard case .privateAddress(let name, let address)? = failure else {
                Issue.record("\(library), \(host): \(String(describing: failure))")
                continue
            }
            #expect("http://\(name)" == library || "https://\(name)" == library)
            #expect(!address.isEmpty)
        }
    }

    @Test("A library on this computer may use all addresses, one in a private network those of such networks")
    func allowed() throws {
        let policy = AddressPolicy()
        func isAllowed(_ url: String, _ library: String) throws -> Bool {
            let request = try HTTPRequest(url: url, requester: origin(library))
            return (try? policy.check(request.origin, of: request)) != nil
        }
        for host in ["127.0.0.1", "localhost", "169.254.1.1", "10.0.0.7", "8.8.8.8"] {
            #expect(try isAllowed("http://\(host)/", "http://localhost:3000"))
            #expect(try isAllowed("http://\(host)/", "http://10.0.0.1") == ["10.0.0.7", "8.8.8.8"].contains(host))
            #expect(try isAllowed("http://\(host)/", "http://\(host)"))
        }
        #expect(try isAllowed("https://straße.example/", "http://photos.example"))
    }

    @Test("A name of a public library that resolves to a private address is refused before connecting")
    func resolved() async throws {
        // A connection would be refused, which is another failure.
        let port = try ReservedPort()
        silent_resolver_set("intranet.invalid", "127.0.0.1")
        let url = port.url.replacing("127.0.0.1", with: "intranet.invalid")
        let request = try HTTPRequest(url: url, requester: origin("https://photos.example"))
        let refusal = LibraryFailure.privateAddress(library: "photos.example", address: "127.0.0.1")
        await #expect(throws: refusal) { _ = try await transport().send(request) }
    }

    @Test("A library that responds from a private address may use others there")
    func privateLibrary() async throws {
        try await run { server in
            let library = url(of: server, as: "nas.invalid", at: "127.0.0.1")
            let pictures = url(of: server, as: "pictures.invalid", at: "127.0.0.3")
            let transport = transport(policy)
            let request = try HTTPRequest(url: pictures, requester: origin(library))
            // Its address is unknown before it has responded.
            await #expect(throws: LibraryFailure.self) { _ = try await transport.send(request) }
            #expect(try await transport.send(HTTPRequest(url: library)).status == 200)
            #expect(try await transport.send(request).status == 200)
        }
    }

    @Test("An open connection of another library is not reused for a public one")
    func connectionReuse() async throws {
        try await run { server in
            let url = url(of: server, as: "reused.invalid", at: "127.0.0.1")
            let transport = transport()
            #expect(try await transport.send(HTTPRequest(url: url)).status == 200)
            let request = try HTTPRequest(url: url, requester: origin("https://photos.example"))
            let refusal = LibraryFailure.privateAddress(library: "photos.example", address: "127.0.0.1")
            await #expect(throws: refusal) { _ = try await transport.send(request) }
            #expect(server.requests.count == 1)
        }
    }

    @Test("A public library cannot redirect to a private address", arguments: [true, false])
    func redirect(byName: Bool) async throws {
        silent_resolver_set("target.invalid", "127.0.0.1")
        try await run { server in
            try await run({ _ in
                .redirect(to: byName ? server.url.replacing("127.0.0.1", with: "target.invalid") : server.url)
            }) { library in
                let url = url(of: library, as: "redirecting.invalid", at: "127.0.0.2")
                let name = try origin(url).name
                let follower = RedirectFollower(next: transport(policy).send)
                await #expect(throws: LibraryFailure.privateAddress(library: name, address: "127.0.0.1")) {
                    _ = try await follower.send(HTTPRequest(url: url))
                }
                #expect(server.connectionCount == 0)
                // One on this computer can.
                let local = RedirectFollower(next: transport().send)
                #expect(try await local.send(HTTPRequest(url: library.url)).status == 200)
            }
        }
    }

    @Test("A public library cannot move to a private address", arguments: [true, false])
    func rebinding(isPicture: Bool) async throws {
        try await run { server in
            let name = "moving-\(isPicture).invalid"
            let library = url(of: server, as: name, at: "127.0.0.2")
            #expect(try await transport(policy).send(HTTPRequest(url: library)).status == 200)
            silent_resolver_set(name, "127.0.0.1")
            let request = try HTTPRequest(url: library, requester: isPicture ? origin(library) : nil)
            let refusal = LibraryFailure.privateAddress(library: try origin(library).name, address: "127.0.0.1")
            // Another transport, because libcurl caches addresses.
            await #expect(throws: refusal) { _ = try await transport(policy).send(request) }
            #expect(server.requests.count == 1)
        }
    }

    @Test("A library that has moved from a private address to a public one is public")
    func movingAway() async throws {
        try await run { server in
            let library = url(of: server, as: "leaving.invalid", at: "127.0.0.1")
            #expect(try await transport(policy).send(HTTPRequest(url: library)).status == 200)
            silent_resolver_set("leaving.invalid", "127.0.0.2")
            #expect(try await transport(policy).send(HTTPRequest(url: library)).status == 200)
            let picture = url(of: server, as: "left.invalid", at: "127.0.0.1")
            let request = try HTTPRequest(url: picture, requester: origin(library))
            await #expect(throws: LibraryFailure.self) { _ = try await transport(policy).send(request) }
        }
    }

    @Test("A library is public while its stored responses come from a public address")
    func storedResponses() async throws {
        let cache = MemoryCache().cache
        func client() -> HTTPClient {
            HTTPClient(
                transport: transport(
                    AddressPolicy { "\($0)" == "127.0.0.2" ? .global : .privateNetwork }), cache: cache,
                timing: RetryTiming())
        }
        try await run({ _ in .answer(headers: ["Cache-Control: max-age=1000"]) }) { server in
            let library = url(of: server, as: "stored.invalid", at: "127.0.0.2")
            try await client().send(HTTPRequest(url: library)).accept()
            silent_resolver_set("stored.invalid", "127.0.0.1")
            let later = client()
            #expect(try await later.send(HTTPRequest(url: library)).origin == .cache)
            let refusal = LibraryFailure.privateAddress(library: try origin(library).name, address: "127.0.0.1")
            await #expect(throws: refusal) {
                _ = try await later.send(HTTPRequest(url: library + "/admin", requester: origin(library)))
            }
        }
    }

    @Test("A credential for a name of this computer is not sent elsewhere")
    func loopbackNames() async throws {
        try await run { server in
            let url = server.url.replacing("127.0.0.1", with: "localhost")
            let credential = try HTTPCredential(HTTPHeader(name: "X-Key", value: "secret"), scope: origin(url))
            let request = HTTPRequest(url: url, credential: credential)
            let elsewhere = AddressPolicy { _ in .privateNetwork }
            await #expect(throws: LibraryFailure.unreachable(host: "localhost", reason: .noSuchHost)) {
                _ = try await transport(elsewhere).send(request)
            }
            #expect(server.connectionCount == 0)
        }
    }

    @Test("A credential is not sent unencrypted")
    func unencryptedCredential() async throws {
        try await run { server in
            let url = url(of: server, as: "plain.invalid", at: "127.0.0.1")
            let credential = try HTTPCredential(HTTPHeader(name: "X-Key", value: "secret"), scope: origin(url))
            let request = HTTPRequest(url: url, credential: credential)
            #expect(try await transport().send(request).status == 200)
            #expect(server.requests.map { $0.headers["x-key"] } == [nil])
        }
    }

    @Test(
        "Unencrypted credentials may be allowed for private addresses",
        arguments: [
            ("http://192.168.1.7:2283", true), ("http://[fd00::1]", true), ("http://127.0.0.1", true),
            ("https://photos.example", true), ("http://8.8.8.8", false), ("http://nas", true),
            ("http://nas.local", true), ("http://photos.home.arpa:2283", true), ("http://nas.example", false),
            ("http://local.example", false), ("http://169.254.169.254", false),
        ])
    func privateCredential(url: String, isSent: Bool) throws {
        let header = HTTPHeader(name: "X-Key", value: "secret")
        let credential = try HTTPCredential(header, scope: origin(url), allowsPrivateNetwork: true)
        let request = HTTPRequest(url: url, credential: credential)
        #expect(try request.sentHeaders(to: request.origin) == (isSent ? [header] : []))
    }

    @Test(
        "A name of a private network gets unencrypted credentials only at private addresses, and through no proxy",
        arguments: [("10.0.0.7", true), ("127.0.0.1", true), ("8.8.8.8", false), ("169.254.1.1", false)])
    func privateName(address: String, isSent: Bool) async throws {
        let nas = try origin("http://nas.local:2283")
        let credential = HTTPCredential(
            HTTPHeader(name: "X-Key", value: "secret"), scope: nas, allowsPrivateNetwork: true)
        let request = HTTPRequest(url: "http://nas.local:2283/", credential: credential)
        let address = try #require(IPAddress(address))
        let policy = AddressPolicy()
        if isSent {
            try policy.check(address, of: request, to: nas)
        } else {
            #expect(throws: LibraryFailure.unreachable(host: "nas.local", reason: .noSuchHost)) {
                try policy.check(address, of: request, to: nas)
            }
        }
        try policy.check(address, of: HTTPRequest(url: "http://nas.local:2283/"), to: nas)
        try await run { proxy in
            await #expect(throws: LibraryFailure.unreachable(host: "nas.local", reason: .proxy)) {
                _ = try await transport(proxy: proxy.url).send(request)
            }
            #expect(proxy.requests.isEmpty)
        }
    }

    @Test("Through a proxy names are not resolved, and the address of the proxy is no address of the library")
    func proxied() async throws {
        try await run { proxy in
            let transport = transport(proxy: proxy.url)
            let request = try HTTPRequest(
                url: "http://pictures.invalid/a.jpg", requester: origin("http://photos.invalid"))
            #expect(try await transport.send(request).status == 200)
            #expect(try await transport.send(HTTPRequest(url: "http://photos.invalid/")).status == 200)
            let picture = try HTTPRequest(url: proxy.url, requester: origin("http://photos.invalid"))
            await #expect(throws: LibraryFailure.privateAddress(library: "photos.invalid", address: "127.0.0.1")) {
                _ = try await transport.send(picture)
            }
        }
    }

    @Test("Proxies are those of the environment, except for this computer and no_proxy")
    func proxies() throws {
        let proxies = Proxies(environment: [
            "http_proxy": "a:1", "HTTPS_PROXY": "b:2", "all_proxy": "c:3",
            "no_proxy": "example.org, .corp 10.0.0.0/8,192.168.1.1,[fd00::]/8",
        ])
        let expected = [
            "http://photos.example/": "a:1", "https://photos.example/": "b:2", "http://example.org/": nil,
            "http://a.example.org./": nil, "http://anexample.org/": "a:1", "http://corp": nil, "http://x.CORP/": nil,
            "http://10.9.8.7/": nil, "http://11.0.0.1/": "a:1", "http://192.168.1.1/": nil, "http://[fd00::1]/": nil,
            "http://[fe00::1]/": "a:1", "http://127.0.0.1/": nil, "http://localhost/": nil, "https://[::1]/": nil,
        ]
        for (url, proxy) in expected {
            #expect(proxies.proxy(for: try origin(url)) == proxy, "\(url)")
        }
        let upperCase = Proxies(environment: ["HTTP_PROXY": "a:1", "ALL_PROXY": "socks5h://c", "NO_PROXY": "*"])
        #expect(upperCase.proxy(for: try origin("http://photos.example/")) == nil)
        let all = Proxies(environment: ["HTTP_PROXY": "a:1", "ALL_PROXY": "socks5h://c", "https_proxy": ""])
        #expect(all.proxy(for: try origin("http://photos.example/")) == "socks5h://c")
        #expect(all.proxy(for: try origin("https://photos.example/")) == "socks5h://c")
    }
}
