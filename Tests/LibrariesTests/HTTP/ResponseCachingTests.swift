import Albums
import Testing

@testable import Libraries

@Suite("Kept answers", .timeLimit(.minutes(5)))
struct ResponseCachingTests {
    private let record = WaitingRecord()
    private let memory = MemoryCache()
    private let served = Counter()

    private var sender: HTTPClientSender {
        HTTPClientSender(
            transport: HTTPTransport(limits: .forTests), cache: memory.cache, waiting: record.waiting,
            patience: { try await Task.sleep(for: .seconds(300)) })
    }

    /// Answers with the number of the request and these headers.
    private func numbered(_ headers: String...) -> ScriptedServer.Answering {
        { _ in .answer(headers: headers, body: "\(served.enter())".utf8) }
    }

    /// Accepts an answer as its reader does.
    private func text(_ response: HTTPResponse) async -> String {
        await response.accept()
        return "\(response.origin) \(String(decoding: response.body, as: UTF8.self))"
    }

    private func ask(_ url: String, credential: String? = nil) async throws -> String {
        let credential = credential.map { HTTPHeader(name: "Authorization", value: $0) }
        return await text(try await sender.send(HTTPRequest(url: url, credential: credential)))
    }

    @Test("Are shown at once while they are fresh, and asked for again afterwards")
    func fresh() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: public, max-age=60")) { server async throws in
            #expect(try await ask(server.url) == "network 1")
            record.pass(seconds: 59)
            #expect(try await ask(server.url) == "cache 1")
            record.pass(seconds: 1)
            #expect(try await ask(server.url) == "network 2")
            #expect(try await ask(server.url) == "cache 2")
        }
    }

    @Test(
        "Are confirmed by ETag or date, and are then fresh again",
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
            let response = try await sender.send(HTTPRequest(url: server.url))
            #expect(response.status == 200)
            #expect(response.value(of: "X-Kept") == "yes")
            #expect(response.value(of: "Cache-Control") == "max-age=60")
        }
    }

    @Test("Do not hide an error that the service now answers with", arguments: [403, 404, 410])
    func errors(status: Int) async throws {
        try await ScriptedServer.run { _ in
            served.enter() == 1 ? .answer() : .answer(status)
        } _: { server async throws in
            #expect(try await ask(server.url) == "network ok")
            #expect(try await sender.send(HTTPRequest(url: server.url)).status == status)
            #expect(!memory.keys.isEmpty)
        }
    }

    @Test("Are none of what its reader did not accept, and stay when it rejects what the service sends later")
    func rejected() async throws {
        let sender = sender
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            let request = HTTPRequest(url: server.url)
            for number in 1...2 {
                let response = try await sender.send(request)
                #expect(String(decoding: response.body, as: UTF8.self) == "\(number)")
                #expect(await response.reject()?.body == nil)
                #expect(memory.keys.isEmpty)
            }
            #expect(await text(try await sender.send(request)) == "network 3")
            record.pass(seconds: 60)
            let replacement = try #require(await sender.send(request).reject())
            #expect(await text(replacement) == "staleCache 3")
            // A copy that its reader rejects after all is kept no longer.
            #expect(await replacement.reject()?.body == nil)
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("Are there for the next who asks when a reader was cancelled before it saw them")
    func unread() async throws {
        let sender = sender
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            _ = try await sender.send(HTTPRequest(url: server.url))
            #expect(memory.keys.isEmpty)
            #expect(await text(try await sender.send(HTTPRequest(url: server.url))) == "cache 1")
            #expect(memory.keys.count == 1)
        }
    }

    @Test("Do not answer who wants to hear the service itself while it answers")
    func askedAgain() async throws {
        let port = try ReservedPort()
        let sender = sender
        var request = HTTPRequest(url: port.url)
        try await ScriptedServer.run(port: port, answering: numbered("Cache-Control: max-age=60")) {
            server async throws in
            #expect(await text(try await sender.send(request)) == "network 1")
            request.asksAgain = true
            #expect(await text(try await sender.send(request)) == "network 2")
            #expect(server.requests.map { $0.headers["cache-control"] } == [nil, "no-cache"])
        }
        #expect(await text(try await sender.send(request)) == "staleCache 2")
    }

    @Test("Are none where the service forbids it, or answers with an error")
    func notKept() async throws {
        try await ScriptedServer.run { request in
            request.path == "/error" ? .answer(404) : .answer(headers: ["Cache-Control: max-age=60, no-store"])
        } _: { server async throws in
            #expect(try await ask(server.url) == "network ok")
            #expect(try await ask(server.url + "/error") == "network ok")
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("Are none of originals, which are fetched for a copy to keep")
    func originals() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            for number in 1...2 {
                let response = try await sender.send(HTTPRequest(url: server.url, kind: .original))
                #expect(await text(response) == "network \(number)")
            }
            #expect(memory.keys.isEmpty)
        }
    }

    @Test("Are none of what is asked in order to tell something")
    func reports() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            #expect(try await ask(server.url) == "network 1")
            for number in 2...3 {
                let response = try await sender.send(HTTPRequest(url: server.url, kind: .report))
                #expect(await text(response) == "network \(number)")
            }
        }
    }

    @Test("Are kept for being offline alone where the service forbids it and the request wants it all the same")
    func forbiddenAndWanted() async throws {
        let port = try ReservedPort()
        let request = HTTPRequest(url: port.url, isKeptForOffline: true)
        let sender = sender
        try await ScriptedServer.run(port: port, answering: numbered("Cache-Control: max-age=60, no-store")) {
            _ async throws in
            for number in 1...2 { #expect(await text(try await sender.send(request)) == "network \(number)") }
        }
        #expect(await text(try await sender.send(request)) == "staleCache 2")
    }

    @Test("Are never shown to another credential, nor to none")
    func credentials() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60")) { server async throws in
            #expect(try await ask(server.url, credential: "a") == "network 1")
            #expect(try await ask(server.url, credential: "b") == "network 2")
            #expect(try await ask(server.url) == "network 3")
            #expect(try await ask(server.url, credential: "a") == "cache 1")
        }
    }

    @Test("Are dropped and fetched again when they are damaged")
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

    @Test("Of a redirect are kept by its own rules")
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

    @Test("Hold no cookies")
    func cookies() async throws {
        try await ScriptedServer.run(answering: numbered("Cache-Control: max-age=60", "Set-Cookie: id=1")) {
            server async throws in
            _ = try await ask(server.url)
            let response = try await sender.send(HTTPRequest(url: server.url))
            #expect(response.origin == .cache)
            #expect(response.value(of: "Set-Cookie") == nil)
        }
    }
}
