import Basics
import FoundationEssentials
import Synchronization
import TestFixtures
import Testing

@testable import HTTP

@Suite("Host back-off", .timeLimit(.minutes(60)))
struct HostBackoffTests {
    private let clock = FakeRetryClock()

    private func origin(_ host: String) throws -> HTTPOrigin {
        try HTTPRequest(url: "http://\(host)/").origin
    }

    @Test("Requests to a host wait for its back-off; other hosts are not affected")
    func everyoneWaits() async throws {
        let sleeping = Gate()
        let isOver = Gate()
        var waiting = clock.timing
        waiting.sleep = { [clock] duration in
            sleeping.open()
            await isOver.pass()
            try await clock.timing.sleep(duration)
        }
        let sent = Mutex<[String]>([])
        let backoff = HostBackoff(timing: waiting) { request in
            sent.withLock { $0.append(request.url) }
            return HTTPResponse(status: 200)
        }
        backoff.begin(try origin("busy"), seconds: 7, isRequested: true)
        let held = Task { try await backoff.send(HTTPRequest(url: "http://busy/photo")) }
        await sleeping.pass()
        _ = try await backoff.send(HTTPRequest(url: "http://idle/"))
        #expect(sent.withLock { $0 } == ["http://idle/"])
        isOver.open()
        _ = try await held.value
        #expect(sent.withLock { $0 } == ["http://idle/", "http://busy/photo"])
        #expect(clock.sleeps == [.seconds(7)])
    }

    @Test("A back-off is announced once, and again if it gets longer")
    func announcements() throws {
        let backoff = HostBackoff(timing: clock.timing) { _ in HTTPResponse(status: 200) }
        for seconds in [7.0, 7, 6, 20] { backoff.begin(try origin("a"), seconds: seconds, isRequested: true) }
        backoff.begin(try origin("a"), seconds: 25, isRequested: false)
        #expect(clock.announcements == ["a 7", "a 20"])
        clock.pass(seconds: 30)
        backoff.begin(try origin("a"), seconds: 7, isRequested: true)
        #expect(clock.announcements == ["a 7", "a 20", "a 7"])
    }

    @Test("Later requests repeat the announcement with the remaining time, but not every one")
    func reminder() async throws {
        let waiting = clock.timing
        let backoff = HostBackoff(timing: waiting) { _ in HTTPResponse(status: 200) }
        backoff.begin(try origin("a"), seconds: 20, isRequested: true)
        clock.pass(seconds: 4)
        backoff.begin(try origin("b"), seconds: 20, isRequested: false)
        clock.pass(seconds: 8)
        // Each of these requests consumes the remaining time.
        for host in ["b", "a", "a"] { _ = try await backoff.send(HTTPRequest(url: "http://\(host)/")) }
        #expect(clock.announcements == ["a 20"])
        backoff.begin(try origin("a"), seconds: 20, isRequested: true)
        clock.pass(seconds: 12.5)
        for _ in 1...2 { _ = try await backoff.send(HTTPRequest(url: "http://a/")) }
        #expect(clock.announcements == ["a 20", "a 20", "a 8"])
    }

    @Test("A request that gets the slot of a refused one waits, too")
    func queued() async throws {
        let log = Mutex<[String]>([])
        var waiting = clock.timing
        waiting.sleep = { [clock] duration in
            log.withLock { $0.append("pause") }
            try await clock.timing.sleep(duration)
        }
        let answered = Gate()
        let backoff = HostBackoff(timing: waiting) { request in
            log.withLock { $0.append(request.url) }
            guard request.url != "http://a/last" else { return HTTPResponse(status: 200) }
            await answered.pass()
            return HTTPResponse(status: 429, headers: [HTTPHeader(name: "Retry-After", value: "7")])
        }
        let queues = HostQueues(next: backoff.send)
        let refused = (0..<HostQueues.maxConcurrentRequests).map { number in
            Task.immediate { try await queues.send(HTTPRequest(url: "http://a/\(number)")).status }
        }
        try await answered.arrivals(refused.count)
        let last = Task.immediate { try await queues.send(HTTPRequest(url: "http://a/last")).status }
        answered.open()
        for task in refused { #expect(try await task.value == 429) }
        #expect(try await last.value == 200)
        #expect(log.withLock { $0.suffix(2) } == ["pause", "http://a/last"])
        #expect(clock.announcements == ["a 7"])
    }

    @Test("A clock set back does not lengthen the wait")
    func clockSetBack() async throws {
        let backoff = HostBackoff(timing: clock.timing) { _ in HTTPResponse(status: 200) }
        backoff.begin(try origin("a"), seconds: 7, isRequested: true)
        clock.pass(seconds: -3600)
        _ = try await backoff.send(HTTPRequest(url: "http://a/"))
        #expect(clock.sleeps.isEmpty)
    }

    @Test("A cancelled request stops waiting")
    func cancellation() async throws {
        let sleeping = Gate()
        var waiting = clock.timing
        waiting.sleep = { _ in
            sleeping.open()
            try await Task.sleep(for: .seconds(3600))
        }
        let backoff = HostBackoff(timing: waiting) { _ in HTTPResponse(status: 200) }
        backoff.begin(try origin("a"), seconds: 7, isRequested: true)
        let task = Task { try await backoff.send(HTTPRequest(url: "http://a/")) }
        await sleeping.pass()
        task.cancel()
        await #expect(throws: CancellationError.self) { _ = try await task.value }
    }

    @Test("A refused request delays the ones after it", arguments: [nil, "Retry-After: 7"])
    func afterRefusal(header: String?) async throws {
        let refused = Gate()
        var waiting = clock.timing
        let isOver = Gate()
        waiting.sleep = { [clock] duration in
            refused.open()
            await isOver.pass()
            try await clock.timing.sleep(duration)
        }
        let requested = Counter()
        try await ScriptedServer.run { _ in
            requested.enter() == 1 ? .answer(429, headers: header.map { [$0] } ?? []) : .answer()
        } _: { server async throws in
            let client = HTTPClient(transport: HTTPTransport(limits: .forTests), cache: nil, timing: waiting)
            let first = Task { try await client.send(HTTPRequest(url: server.url + "/1")).status }
            await refused.pass()
            let others = (2..<5).map { number in
                Task { try await client.send(HTTPRequest(url: "\(server.url)/\(number)")).status }
            }
            for _ in 0..<100 { await Task.yield() }
            #expect(server.requests.count == 1)
            isOver.open()
            for task in [first] + others { #expect(try await task.value == 200) }
            #expect(server.requests.count == 5)
        }
    }
}
