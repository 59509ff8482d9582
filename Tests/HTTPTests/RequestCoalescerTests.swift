import Basics
import Synchronization
import TestFixtures
import Testing

@testable import HTTP

@Suite("Request coalescing", .timeLimit(.minutes(60)))
struct RequestCoalescerTests {
    private let request = HTTPRequest(url: "http://a/photo", kind: .picture, priority: .prefetch)

    @Test("Equal concurrent requests are sent once, and later ones again")
    func once() async throws {
        let sent = Counter()
        let gate = Gate()
        let coalescer = RequestCoalescer { _ in
            let number = sent.enter()
            await gate.pass()
            return HTTPResponse(status: 200 + number)
        }
        let waiting = [LoadPriority.prefetch, .visible, .viewed].map { priority in
            var request = request
            request.priority = priority
            return Task.immediate { [request] in try await coalescer.send(request).status }
        }
        gate.open()
        for task in waiting { #expect(try await task.value == 201) }
        #expect(try await coalescer.send(request).status == 202)
    }

    @Test("Requests with side effects are each sent")
    func otherMethods() async throws {
        let sent = Counter()
        let gate = Gate()
        let coalescer = RequestCoalescer { _ in
            sent.enter()
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        var request = request
        request.method = .post
        let waiting = (0..<2).map { _ in Task.immediate { [request] in try await coalescer.send(request) } }
        try await gate.arrivals(2)
        gate.open()
        for task in waiting { _ = try await task.value }
        #expect(sent.total == 2)
    }

    @Test("Requests that differ in anything the service may consider are sent separately")
    func differences() async throws {
        let sent = Counter()
        let gate = Gate()
        let coalescer = RequestCoalescer { _ in
            sent.enter()
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        var requests = Array(repeating: request, count: 6)
        requests[1].credential = try HTTPCredential(
            HTTPHeader(name: "Authorization", value: "secret"), scope: request.origin)
        requests[2].headers = [HTTPHeader(name: "Accept", value: "image/png")]
        requests[3].kind = .data
        for index in 4...5 { requests[index].listener = TransferListener { _ in } }
        let waiting = requests.map { request in Task.immediate { try await coalescer.send(request) } }
        try await gate.arrivals(6)
        gate.open()
        for task in waiting { _ = try await task.value }
        #expect(sent.total == 6)
    }

    @Test("The request is cancelled when its last waiter leaves")
    func cancellation() async throws {
        let started = Gate()
        let isCancelled = Gate()
        let coalescer = RequestCoalescer { _ in
            started.open()
            do {
                try await Task.sleep(for: .seconds(3600))
            } catch {
                isCancelled.open()
                throw error
            }
            return HTTPResponse(status: 200)
        }
        let waiting = (0..<2).map { _ in Task.immediate { [request] in try await coalescer.send(request) } }
        await started.pass()
        waiting[0].cancel()
        await #expect(throws: CancellationError.self) { _ = try await waiting[0].value }
        waiting[1].cancel()
        await isCancelled.pass()
        await #expect(throws: CancellationError.self) { _ = try await waiting[1].value }
    }

    @Test("The request gets the highest priority of its waiters, even of a late one")
    func priority() async throws {
        let gate = Gate()
        let sent = Mutex<HTTPRequest?>(nil)
        let coalescer = RequestCoalescer { request in
            sent.withLock { $0 = request }
            await gate.pass()
            return HTTPResponse(status: 200)
        }
        let first = Task { try await coalescer.send(request) }
        try await gate.arrivals(1)
        let priority = try #require(sent.withLock { $0?.sharedPriority })
        #expect(priority.value == .prefetch)
        var urgent = request
        urgent.priority = .viewed
        let second = Task.immediate { [urgent] in try await coalescer.send(urgent) }
        #expect(priority.value == .viewed)
        gate.open()
        for task in [first, second] { _ = try await task.value }
    }
}
