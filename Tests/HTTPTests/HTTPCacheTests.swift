import Basics
import TestFixtures
import Testing

@testable import HTTP

@Suite("Response cache", .timeLimit(.minutes(60)))
struct HTTPCacheTests {
    private let clock = FakeRetryClock()
    private let memory = MemoryCache()
    private let served = Counter()

    private var client: HTTPClient {
        HTTPClient(
            transport: HTTPTransport(limits: .forTests), cache: memory.cache, timing: clock.timing,
            softTimeout: { try await Task.sleep(for: .seconds(3600)) })
    }

    /// Responds with the number of the request and these headers.
    private func numbered(_ headers: String...) -> ScriptedServer.Answering {
        { _ in .answer(headers: headers, body: "\(served.enter())".utf8) }
    }

    /// Accepts a response and returns its origin and body.
    private func text(_ response: HTTPResponse) async -> String {
        await response.accept()
        return "\(response.origin) \(String(decoding: response.body, as: UTF8.self))"
    }

    private func ask(_ url: String, credential: String? = nil) async throws -> String {
        let credential = try credential.map {
            try HTTPCredential(HTTPHeader(name: "Authorization", value: $0), scope: HTTPRequest(url: url).origin)
        }
        return await text(try await client.send(HTTPRequest(url: url, credential: credential)))
    }

    @Test("A fresh response is served from the cache and fetched again once stale")
    func fresh() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: public, max-age=60")) { server async throws in
            #expect(try await ask(server.url) == "network 1")
            clock.pass(seconds: 59)
            #expect(try await ask(server.url) == "cache 1")
            clock.pass(seconds: 1)
            #expect(try await ask(server.url) == "network 2")
            #expect(try await ask(server.url) == "cache 2")
        }
    }

    @Test("Answers to searches are stored by their bodies, and those to changes never are")
    func searches() async throws {
        try await ScriptedServer.run { [served] request in
            let number = served.enter()
            return number > 3 || request.headers["if-none-match"] != nil
                ? .answer(503) : .answer(headers: ["ETag: \"a\""], body: "\(number)".utf8)
        } _: { server async throws in
            func ask(_ body: String, isQuery: Bool = true) async throws -> String {
                var request = HTTPRequest(url: server.url, isStoredForOffline: true)
                request.method = .post
                request.body = Array(body.utf8)
                request.isQuery = isQuery
                return await text(try await client.send(request))
            }
            #expect(try await ask("a") == "network 1")
            #expect(try await ask("b") == "network 2")
            #expect(try await ask("a") == "network 3")
            #expect(try await ask("a") == "staleCache 3")
            #expect(try await ask("b") == "staleCache 2")
            #expect(try await ask("b", isQuery: false).hasPrefix("network"))
        }
    }

    @Test(
        "A 304 by ETag or date confirms the cached response and makes it fresh again",
        arguments: [
            ("ETag: \"a\"", "if-none-match", "\"a\""),
            ("Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT", "if-modified-since", "Sun, 06 Nov 1994 08:49:37 GMT"),
        ])
    func confirmed(header: String, condition: String, value: String) async throws {
        try await ScriptedServer.run { request in
            guard request.headers[condition] == value else {
                return .answer(headers: [header, "Cache-Control: max-age=0", "X-Kept: yes"], body: "whole".utf8)
            }
            return .raw(["HTTP/1.1 304 Not Modified", "Cache-Control: max-age=60"])
        } _: { server async throws in
            #expect(try await ask(server.url) == "network whole")
            #expect(try await ask(server.url) == "network whole")
            #expect(try await ask(server.url) == "cache whole")
            #expect(server.requests.count == 2)
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
            #expect(response.value(of: "X-Kept") == "yes")
            #expect(response.value(of: "Cache-Control") == "max-age=60")
        }
    }

    @Test("A cached response does not hide an error from the service", arguments: [403, 404, 410])
    func errors(status: Int) async throws {
        try await ScriptedServer.run { _ in
            served.enter() == 1 ? .answer() : .answer(status)
        } _: { server async throws in
            #expect(try await ask(server.url) == "network ok")
            #expect(try await client.send(HTTPRequest(url: server.url)).status == status)
            #expect(!memory.keys.isEmpty)
        }
    }

    @Test("A response is cached only after its reader accepts it, and a rejected one does not replace it")
    func rejected() async throws {
        let client = client
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            let request = HTTPRequest(url: server.url)
            for number in 1...2 {
                let response = try await client.send(request)
                #expect(String(decoding: response.body, as: UTF8.self) == "\(number)")
                #expect(await response.reject()?.body == nil)
                #expect(memory.keys.isEmpty)
            }
            #expect(await text(try await client.send(request)) == "network 3")
            clock.pass(seconds: 60)
            let replacement = try #require(await client.send(request).reject())
            #expect(await text(replacement) == "staleCache 3")
            // A cached copy that its reader rejects is dropped.
            #expect(await replacement.reject()?.body == nil)
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("A response is available to the next request if its reader was cancelled")
    func unread() async throws {
        let client = client
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            _ = try await client.send(HTTPRequest(url: server.url))
            #expect(memory.keys.isEmpty)
            #expect(await text(try await client.send(HTTPRequest(url: server.url))) == "cache 1")
            #expect(memory.keys.count == 1)
        }
    }

    @Test("A forced reload bypasses the cache while the service replies")
    func askedAgain() async throws {
        let port = try ReservedPort()
        let client = client
        var request = HTTPRequest(url: port.url)
        try await ScriptedServer.run(port: port, answering: numbered("Cache-Control: max-age=60")) {
            server async throws in
            #expect(await text(try await client.send(request)) == "network 1")
            request.isReload = true
            #expect(await text(try await client.send(request)) == "network 2")
            #expect(server.requests.map { $0.headers["cache-control"] } == [nil, "no-cache"])
        }
        #expect(await text(try await client.send(request)) == "staleCache 2")
    }

    @Test("A no-store response or an error is not cached")
    func noThumbnail() async throws {
        try await ScriptedServer.run { request in
            request.path == "/error" ? .answer(404) : .answer(headers: ["Cache-Control: max-age=60, no-store"])
        } _: { server async throws in
            #expect(try await ask(server.url) == "network ok")
            #expect(try await ask(server.url + "/error") == "network ok")
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("Originals are not cached")
    func originals() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            for number in 1...2 {
                let response = try await client.send(HTTPRequest(url: server.url, kind: .original))
                #expect(await text(response) == "network \(number)")
            }
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("A report request bypasses the cache")
    func reports() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            #expect(try await ask(server.url) == "network 1")
            for number in 2...3 {
                let response = try await client.send(HTTPRequest(url: server.url, kind: .report))
                #expect(await text(response) == "network \(number)")
            }
        }
    }

    @Test("A no-store response that the request keeps for offline use is only used offline")
    func forbiddenAndWanted() async throws {
        let port = try ReservedPort()
        let request = HTTPRequest(url: port.url, isStoredForOffline: true)
        let client = client
        try await ScriptedServer.run(port: port, answering: numbered("Cache-Control: max-age=60, no-store")) {
            _ async throws in
            for number in 1...2 { #expect(await text(try await client.send(request)) == "network \(number)") }
        }
        #expect(await text(try await client.send(request)) == "staleCache 2")
    }

    @Test("A response is never served for another credential or without one")
    func credentials() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            #expect(try await ask(server.url, credential: "a") == "network 1")
            #expect(try await ask(server.url, credential: "b") == "network 2")
            #expect(try await ask(server.url) == "network 3")
            #expect(try await ask(server.url, credential: "a") == "cache 1")
        }
    }

    @Test("A damaged entry is dropped and fetched again")
    func damaged() async throws {
        let damages: [@Sendable (inout [UInt8]) -> Void] = [
            { $0 = [] }, { $0.removeLast($0.count - 2) }, { $0[0] = 0xFF }, { $0[5] = 0 }, { $0[3] &-= 1 },
        ]
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            for (number, damage) in damages.enumerated() {
                #expect(try await ask(server.url) == "\(number == 0 ? "network" : "cache") \(number + 1)")
                memory.change(damage)
                #expect(try await ask(server.url) == "network \(number + 2)")
            }
        }
    }

    @Test("In place of a rejected redirect target, its stored response is shown, then that of the redirect itself")
    func rejectedTarget() async {
        let page = HTTPResponse(status: 200)
        let redirect = HTTPResponse(status: 302, headers: [HTTPHeader(name: "Location", value: "/login")])
        for (target, source, shown) in [(page, redirect, 200), (nil, page, 200), (nil, redirect, nil)] {
            let transaction = CacheTransaction(replacement: { target })
                .combined(with: CacheTransaction(replacement: { source }))
            #expect(await transaction.replacement()?.status == shown)
        }
    }

    @Test("A redirect target is cached by its own rules")
    func redirects() async throws {
        try await ScriptedServer.run { request in
            request.path == "/last"
                ? .answer(headers: ["Cache-Control: max-age=60"], body: "\(served.enter())".utf8)
                : .redirect(to: "/last")
        } _: { server async throws in
            #expect(try await ask(server.url + "/first") == "network 1")
            #expect(try await ask(server.url + "/first") == "cache 1")
            #expect(server.requests.map(\.path) == ["/first", "/last", "/first"])
        }
    }

    @Test("Cookies are not cached")
    func cookies() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60", "Set-Cookie: id=1")) {
            server async throws in
            _ = try await ask(server.url)
            let response = try await client.send(HTTPRequest(url: server.url))
            #expect(response.origin == .cache)
            #expect(response.value(of: "Set-Cookie") == nil)
        }
    }
}
