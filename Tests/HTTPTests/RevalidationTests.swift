import Basics
import TestFixtures
import Testing

@testable import HTTP

@Suite("Stale responses", .timeLimit(.minutes(60)))
struct RevalidationTests {
    private let clock = FakeRetryClock()
    private let memory = MemoryCache()
    private let served = Counter()
    private let marks = OfflineMarks()

    private func client(
        softTimeout: @escaping @Sendable () async throws -> Void = { try await Task.sleep(for: .seconds(3600)) }
    ) -> HTTPClient {
        HTTPClient(
            transport: HTTPTransport(limits: .forTests), cache: memory.cache, timing: clock.timing,
            softTimeout: softTimeout, onResponse: marks.append)
    }

    private func ask(_ client: HTTPClient, _ url: String) async throws -> String {
        let response = try await client.send(HTTPRequest(url: url))
        if !response.isWebPage { await response.accept() }
        return "\(response.origin) \(String(decoding: response.body, as: UTF8.self))"
    }

    @Test("A stale response is served while the server is down, and a fresh one when it is back")
    func offline() async throws {
        let port = try ReservedPort()
        let answering: ScriptedServer.Answering = { _ in
            .answer(headers: ["Cache-Control: max-age=1"], body: "\(served.enter())".utf8)
        }
        let client = client()
        try await ScriptedServer.run(port: port, answering: answering) { _ async throws in
            #expect(try await ask(client, port.url) == "network 1")
        }
        clock.pass(seconds: 10)
        #expect(try await ask(client, port.url) == "staleCache 1")
        #expect(clock.sleeps.count == 1)
        // A host that has just failed to reply is not contacted again.
        #expect(try await ask(client, port.url) == "staleCache 1")
        #expect(clock.sleeps.count == 1)
        #expect(marks.all == [false, true, true])
        try await ScriptedServer.run(port: port, answering: answering) { _ async throws in
            clock.pass(seconds: 10)
            // After a while a request in the background checks whether the server is back.
            #expect(try await ask(client, port.url) == "staleCache 1")
            await marks.wait(for: 5)
            #expect(marks.all.last == false)
            clock.pass(seconds: 10)
            #expect(try await ask(client, port.url) == "network 3")
        }
    }

    @Test("A stale response is served if the server is slow, and its reply is cached for the next request")
    func late() async throws {
        let gate = Gate()
        try await ScriptedServer.run { _ in
            let number = served.enter()
            if number > 1 { await gate.pass() }
            return .answer(headers: ["Cache-Control: max-age=\(number == 1 ? 0 : 60)"], body: "\(number)".utf8)
        } _: { server async throws in
            let client = client(softTimeout: {})
            _ = try await client.send(HTTPRequest(url: server.url))
            for _ in 1...2 { #expect(try await ask(client, server.url) == "staleCache 1") }
            #expect(marks.all == [false, true, true])
            gate.open()
            await marks.wait(for: 4)
            #expect(marks.all.last == false)
            #expect(try await ask(client, server.url) == "cache 2")
            #expect(served.total == 2)
        }
    }

    @Test("A stale response is served at once during a host's back-off")
    func paused() async throws {
        let isPaused = Gate()
        var waiting = clock.timing
        waiting.sleep = { _ in
            isPaused.open()
            try await Task.sleep(for: .seconds(3600))
        }
        let client = HTTPClient(
            transport: HTTPTransport(limits: .forTests), cache: memory.cache, timing: waiting,
            softTimeout: { try await Task.sleep(for: .seconds(3600)) })
        try await ScriptedServer.run { request in
            request.path == "/busy" ? .answer(429, headers: ["Retry-After: 20"]) : .answer()
        } _: { server async throws in
            #expect(try await ask(client, server.url) == "network ok")
            let refused = Task { try await ask(client, server.url + "/busy") }
            await isPaused.pass()
            #expect(try await ask(client, server.url) == "staleCache ok")
            refused.cancel()
            _ = await refused.result
            #expect(server.requests.map(\.path) == ["/", "/busy"])
        }
    }

    @Test(
        "A stale response replaces a server error; without one the request fails", arguments: [500, 503])
    func busy(status: Int) async throws {
        try await ScriptedServer.run { _ in
            served.enter() == 1 ? .answer() : .answer(status)
        } _: { server async throws in
            let client = client()
            #expect(try await ask(client, server.url) == "network ok")
            #expect(try await ask(client, server.url) == "staleCache ok")
            #expect(try await client.send(HTTPRequest(url: server.url + "/other")).status == status)
        }
    }

    @Test("The login page of a captive portal does not replace a cached response")
    func portal() async throws {
        let port = try ReservedPort()
        let page: [ServerStep] = .answer(
            headers: ["Content-Type: application/json", "Cache-Control: max-age=600"],
            body: "\u{FEFF}\n <!DOCTYPE html>".utf8)
        let answers: [[ServerStep]] = [.answer(body: "[1]".utf8), page, .redirect(to: "/login"), page]
        let client = client()
        try await ScriptedServer.run(port: port) { _ in
            answers[served.enter() - 1]
        } _: { _ async throws in
            #expect(try await ask(client, port.url) == "network [1]")
            #expect(try await ask(client, port.url) == "staleCache [1]")
            // If a redirect leads to the page, it is returned, but neither response is cached.
            #expect(try await ask(client, port.url).contains("DOCTYPE"))
        }
        #expect(try await ask(client, port.url) == "staleCache [1]")
        #expect(memory.keys.count == 1)
    }

    @Test("A stale response is served if the service redirects to a refused or failing address")
    func refusedRedirects() async throws {
        try await ScriptedServer.run { request in
            switch (request.path, served.enter()) {
            case ("/", 1): .answer(body: "[1]".utf8)
            case ("/", 2): .redirect(to: "ftp://host/")
            case ("/", 3): .redirect(to: "/loop")
            case ("/", _): .redirect(to: "/broken")
            case ("/loop", _): .redirect(to: "/loop")
            default: .answer(500)
            }
        } _: { server async throws in
            let client = client()
            #expect(try await ask(client, server.url) == "network [1]")
            for _ in 1...3 {
                #expect(try await ask(client, server.url) == "staleCache [1]")
                #expect(marks.all.last == true)
            }
            await #expect(throws: LibraryFailure.self) { try await ask(client, server.url + "/loop") }
        }
    }

    @Test("Cached redirects are followed offline")
    func offlineRedirects() async throws {
        let port = try ReservedPort()
        let client = client()
        try await ScriptedServer.run(port: port) { request in
            request.path == "/last" ? .answer(headers: ["Cache-Control: max-age=60"]) : .redirect(to: "/last")
        } _: { _ async throws in
            #expect(try await ask(client, port.url) == "network ok")
        }
        #expect(try await ask(client, port.url) == "cache ok")
        #expect(marks.all.last == true)
    }

    @Test("Revalidation is cancelled with its last request")
    func cancelled() async throws {
        let isAsked = Gate()
        try await ScriptedServer.run { _ in
            guard served.enter() > 1 else { return .answer() }
            isAsked.open()
            return [.silence]
        } _: { server async throws in
            let client = client()
            _ = try await client.send(HTTPRequest(url: server.url))
            let task = Task { try await client.send(HTTPRequest(url: server.url)) }
            await isAsked.pass()
            task.cancel()
            await #expect(throws: CancellationError.self) { _ = try await task.value }
            try await server.waitUntilNobodyIsConnected()
        }
    }
}
