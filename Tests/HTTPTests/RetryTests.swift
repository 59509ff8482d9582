import Basics
import Synchronization
import TestFixtures
import Testing

@testable import HTTP

@Suite("Retries", .timeLimit(.minutes(60)))
struct RetryTests {
    private let clock = FakeRetryClock()

    private func send(_ server: ScriptedServer, _ path: String = "/") async throws -> HTTPResponse {
        try await HTTPClient(transport: HTTPTransport(limits: .forTests), cache: nil, timing: clock.timing)
            .send(HTTPRequest(url: server.url + path))
    }

    /// Gives these responses in turn; the last one repeats.
    private func inTurn(_ answers: [ServerStep]...) -> ScriptedServer.Answering {
        let remaining = Mutex(answers)
        return { _ in remaining.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] } }
    }

    private func retrying(_ timing: RetryTiming, _ next: @escaping HTTPSend) -> RetryPolicy {
        let backoff = HostBackoff(timing: timing, next: next)
        return RetryPolicy(maxRetries: 3, timing: timing, backoff: backoff, next: backoff.send)
    }

    @Test("A busy service is retried", arguments: [429, 502, 503, 504])
    func busy(status: Int) async throws {
        try await ScriptedServer.run(answering: inTurn(.answer(status), .answer(status), .answer())) {
            server async throws in
            #expect(try await send(server).status == 200)
            #expect(clock.sleeps == [.milliseconds(500), .seconds(1)])
            #expect(clock.announcements.isEmpty)
        }
    }

    @Test(
        "A POST is not repeated, because it may have been processed, nor a change without retries",
        arguments: [(HTTPRequest.Method.post, true, 1), (.put, true, 4), (.put, false, 1)])
    func notIdempotent(method: HTTPRequest.Method, allowsRetries: Bool, count: Int) async throws {
        let sent = Counter()
        let policy = retrying(clock.timing) { _ in
            sent.enter()
            throw LibraryFailure.unreachable(host: "a", reason: .lost)
        }
        let request = {
            var request = HTTPRequest(url: "http://a/")
            request.method = method
            request.allowsRetries = allowsRetries
            return request
        }()
        await #expect(throws: LibraryFailure.self) { _ = try await policy.send(request) }
        #expect(sent.total == count)
    }

    @Test("After three retries the last response is returned")
    func alwaysBusy() async throws {
        try await ScriptedServer.run { _ in
            .answer(503, body: "no".utf8)
        } _: { server async throws in
            let response = try await send(server)
            #expect(response.status == 503)
            #expect(response.body == Array("no".utf8))
            #expect(server.requests.count == 4)
            #expect(clock.sleeps == [.milliseconds(500), .seconds(1), .seconds(2)])
        }
    }

    @Test("Other statuses are not retried", arguments: [400, 401, 403, 404, 410, 500, 501])
    func otherStatuses(status: Int) async throws {
        try await ScriptedServer.run { _ in
            .answer(status)
        } _: { server async throws in
            #expect(try await send(server).status == status)
            #expect(server.requests.count == 1)
        }
    }

    @Test("The Retry-After delay is honored and announced")
    func retryAfter() async throws {
        let busy: [ServerStep] = .answer(429, headers: ["Retry-After: 7"])
        try await ScriptedServer.run(answering: inTurn(busy, .answer())) { server async throws in
            #expect(try await send(server).status == 200)
            #expect(clock.sleeps == [.seconds(7)])
            #expect(clock.announcements == ["127.0.0.1 7"])
        }
    }

    @Test("A Retry-After date is honored")
    func retryAfterDate() async throws {
        // Eight seconds after the record's clock.
        let busy: [ServerStep] = .answer(503, headers: ["Retry-After: Fri, 15 Jan 2027 08:00:08 GMT"])
        let past: [ServerStep] = .answer(503, headers: ["Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"])
        try await ScriptedServer.run(answering: inTurn(busy, past, .answer())) { server async throws in
            #expect(try await send(server).status == 200)
            // A date in the past counts as no Retry-After, so the normal back-off applies.
            #expect(clock.sleeps == [.seconds(8), .seconds(1)])
        }
    }

    @Test("A Retry-After date is relative to the Date header")
    func retryAfterDateOfService() async throws {
        let busy: [ServerStep] = .answer(
            429, headers: ["Date: Sun, 06 Nov 1994 08:49:30 GMT", "Retry-After: Sun, 06 Nov 1994 08:49:37 GMT"])
        try await ScriptedServer.run(answering: inTurn(busy, .answer())) { server async throws in
            #expect(try await send(server).status == 200)
            #expect(clock.sleeps == [.seconds(7)])
        }
    }

    @Test("A Retry-After of more than half a minute is not waited for", arguments: ["31", "99999999999999999999"])
    func longWait(seconds: String) async throws {
        try await ScriptedServer.run { _ in
            .answer(429, headers: ["Retry-After: \(seconds)"])
        } _: { server async throws in
            let response = try await send(server)
            #expect(response.status == 429)
            #expect(response.value(of: "Retry-After") == seconds)
            #expect(server.requests.count == 1)
            #expect(clock.sleeps.isEmpty)
        }
    }

    @Test(
        "An invalid Retry-After falls back to the normal back-off", arguments: ["-5", "soon", "1.5", "", "1e9", "٣"])
    func nonsense(value: String) async throws {
        let busy: [ServerStep] = .answer(429, headers: ["Retry-After: \(value)"])
        try await ScriptedServer.run(answering: inTurn(busy, .answer())) { server async throws in
            #expect(try await send(server).status == 200)
            #expect(clock.sleeps == [.milliseconds(500)])
        }
    }

    @Test("A dropped connection is retried")
    func cutConnection() async throws {
        let cut: [ServerStep] = .raw(["HTTP/1.1 200 OK", "Content-Length: 9"], body: [1]) + [.close]
        try await ScriptedServer.run(answering: inTurn([.close], cut, .answer())) { server async throws in
            #expect(try await send(server).body == Array("ok".utf8))
            #expect(server.requests.count == 3)
        }
    }

    @Test("A server that is down and comes back is reached")
    func serverBack() async throws {
        let port = try ReservedPort()
        let isGone = Gate()
        let isBack = Gate()
        var waiting = clock.timing
        waiting.sleep = { _ in
            isGone.open()
            await isBack.pass()
        }
        let client = HTTPClient(transport: HTTPTransport(limits: .forTests), cache: nil, timing: waiting)
        let task = Task { try await client.send(HTTPRequest(url: port.url)) }
        await isGone.pass()
        try await ScriptedServer.run(port: port) { _ in
            .answer()
        } _: { _ async throws in
            isBack.open()
            #expect(try await task.value.status == 200)
        }
    }

    @Test("A timeout is not retried")
    func timeLimit() async throws {
        try await ScriptedServer.run { _ in
            [.silence]
        } _: { server async throws in
            let transport = HTTPTransport(limits: HTTPLimits(dataTimeout: .seconds(1)))
            let client = HTTPClient(transport: transport, cache: nil, timing: clock.timing)
            await #expect(throws: LibraryFailure.timedOut(host: "127.0.0.1")) {
                _ = try await client.send(HTTPRequest(url: server.url))
            }
            // The server may read the request late.
            try await waitUntil { !server.requests.isEmpty }
            #expect(server.requests.count == 1)
        }
    }

    @Test("Jitter spreads out retries")
    func jitter() async throws {
        var waiting = clock.timing
        waiting.jitter = { 1 }
        let retrying = retrying(waiting) { _ in HTTPResponse(status: 503) }
        _ = try await retrying.send(HTTPRequest(url: "http://a/"))
        #expect(clock.sleeps == [.milliseconds(250), .milliseconds(500), .seconds(1)])
    }

    @Test("Cancelling the request ends its back-off")
    func cancellation() async throws {
        let sleeps = Gate()
        let waiting = RetryTiming(sleep: { _ in
            sleeps.open()
            try await Task.sleep(for: .seconds(3600))
        })
        let retrying = retrying(waiting) { _ in HTTPResponse(status: 503) }
        let task = Task { try await retrying.send(HTTPRequest(url: "http://a/")) }
        await sleeps.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }
}
