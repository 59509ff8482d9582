import Basics
import Synchronization
import TestFixtures
import Testing

@testable import HTTP

@Suite("Host queue", .timeLimit(.minutes(60)))
struct HostQueuesTests {
    /// Starts requests in order, each up to its first suspension.
    private func start(
        _ urls: [(String, LoadPriority)], in queue: HostQueues, sharing shared: SharedPriority? = nil
    ) -> [Task<HTTPResponse, any Error>] {
        urls.map { url, priority in
            var request = HTTPRequest(url: url, priority: priority)
            request.sharedPriority = shared
            return Task.immediate { [request] in try await queue.send(request) }
        }
    }

    private func client() -> HTTPClient {
        HTTPClient(transport: HTTPTransport(limits: .forTests), cache: nil, timing: RetryTiming())
    }

    @Test("Sends at most six requests at once")
    func sixAtOnce() async throws {
        let counter = Counter()
        let sixAreHere = Gate()
        try await ScriptedServer.run { _ in
            if counter.enter() == 6 { sixAreHere.open() }
            await sixAreHere.pass()
            // A seventh request would have arrived by now.
            for _ in 0..<100 { await Task.yield() }
            counter.leave()
            return .answer()
        } _: { server async throws in
            let client = self.client()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for number in 0..<40 {
                    group.addTask { try await client.send(HTTPRequest(url: "\(server.url)/\(number)")).status }
                }
                for try await status in group { #expect(status == 200) }
            }
            #expect(counter.greatest == 6)
        }
    }

    @Test("Requests cancelled while others finish do not block the remaining ones")
    func cancelledWhileOthersLeave() async {
        let queue = HostQueues { _ in
            await Task.yield()
            return HTTPResponse(status: 200)
        }
        for _ in 0..<300 {
            await withTaskGroup { group in
                for number in 0..<40 {
                    group.addTask { _ = try? await queue.send(HTTPRequest(url: "http://a/\(number)")) }
                }
                await Task.yield()
                group.cancelAll()
            }
        }
    }

    @Test("Every host has a separate queue")
    func otherHost() async throws {
        let gate = Gate()
        let queue = HostQueues { request in
            if request.url.hasPrefix("http://busy/") { await gate.pass() }
            return HTTPResponse(status: 200)
        }
        let tasks = start((0..<10).map { ("http://busy/\($0)", .visible) }, in: queue)
        #expect(try await queue.send(HTTPRequest(url: "http://idle/")).status == 200)
        gate.open()
        for task in tasks { #expect(try await task.value.status == 200) }
    }

    @Test("Serves visible requests first, newest first")
    func order() async throws {
        let gate = Gate()
        let otherPlaces = Gate()
        let served = Mutex<[String]>([])
        let queue = HostQueues { request in
            switch request.url {
            case "http://a/first": await gate.pass()
            case "http://a/other": await otherPlaces.pass()
            default: served.withLock { $0.append(request.url) }
            }
            return HTTPResponse(status: 200)
        }
        let first = start(
            [("http://a/first", .prefetch)] + Array(repeating: ("http://a/other", .prefetch), count: 5), in: queue)
        let waiting = start(
            [
                ("http://a/1", .prefetch), ("http://a/2", .visible), ("http://a/3", .visible),
                ("http://a/4", .prefetch),
                ("http://a/5", .viewed),
            ], in: queue)
        // A coalesced request raises the priority.
        let shared = SharedPriority()
        let raised = start([("http://a/6", .prefetch), ("http://a/7", .visible)], in: queue, sharing: shared)
        shared.raise(to: .viewed)
        // With a single slot left, the requests are served one by one.
        gate.open()
        for task in waiting + raised { _ = try await task.value }
        #expect(served.withLock { $0 } == ["7", "6", "5", "3", "2", "4", "1"].map { "http://a/" + $0 })
        otherPlaces.open()
        for task in first { _ = try await task.value }
    }

    @Test("A request cancelled in the queue is never sent, and a failed one frees its slot")
    func cancellation() async throws {
        let gate = Gate()
        let sent = Mutex<Set<String>>([])
        let queue = HostQueues { request in
            sent.withLock { _ = $0.insert(request.url) }
            if request.url.hasPrefix("http://a/first") {
                await gate.pass()
                throw LibraryFailure.timedOut(host: "a")
            }
            return HTTPResponse(status: 200)
        }
        let first = start((0..<6).map { ("http://a/first\($0)", .visible) }, in: queue)
        let waiting = start([("http://a/1", .visible), ("http://a/2", .visible)], in: queue)
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting[0].value }
        gate.open()
        #expect(try await waiting[1].value.status == 200)
        for task in first { await #expect(throws: LibraryFailure.self) { _ = try await task.value } }
        #expect(!sent.withLock { $0.contains("http://a/1") })
        #expect(try await queue.send(HTTPRequest(url: "http://a/3")).status == 200)
    }

    @Test("A cancelled request on the network frees its slot")
    func cancelledPlace() async throws {
        let counter = Counter()
        let sixAreHere = Gate()
        try await ScriptedServer.run { request in
            guard request.path.hasPrefix("/silent") else { return .answer() }
            if counter.enter() == 6 { sixAreHere.open() }
            return [.silence]
        } _: { server async throws in
            let client = self.client()
            let silent = (0..<6).map { number in
                Task { try await client.send(HTTPRequest(url: "\(server.url)/silent\(number)")) }
            }
            await sixAreHere.pass()
            let last = Task { try await client.send(HTTPRequest(url: server.url + "/answered")) }
            silent[0].cancel()
            #expect(try await last.value.status == 200)
            silent.forEach { $0.cancel() }
            for task in silent { await #expect(throws: CancellationError.self) { _ = try await task.value } }
        }
    }

    @Test("Survives a burst of requests with many cancellations")
    func storm() async throws {
        try await ScriptedServer.run { _ in
            .answer()
        } _: { server async throws in
            let client = self.client()
            let tasks = (0..<300).map { number in
                Task { try await client.send(HTTPRequest(url: "\(server.url)/\(number)")).status }
            }
            for (number, task) in tasks.enumerated() where number % 3 != 0 {
                task.cancel()
                await Task.yield()
            }
            for (number, task) in tasks.enumerated() where number % 3 == 0 { #expect(try await task.value == 200) }
            #expect(try await client.send(HTTPRequest(url: server.url)).status == 200)
        }
    }
}
