import Basics
import Synchronization

/// Coalesces equal concurrent requests that change nothing into one.
///
/// The request has the highest priority of its callers. A cancelled caller returns immediately, and cancelling the last
/// one cancels the request.
final class RequestCoalescer: Sendable {
    private let next: HTTPSend
    private let running = SharedWork<HTTPRequest, HTTPResponse>()
    private let priorities = Mutex<[HTTPRequest: (priority: SharedPriority, users: Int)]>([:])

    init(next: @escaping HTTPSend) {
        self.next = next
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        guard request.isSafe else { return try await next(request) }
        // The key ignores the priority.
        var key = request
        key.priority = .prefetch
        let priority = join(key, request.priority)
        defer { leave(key) }
        return try await running.value(for: key) { [next, key] in
            var coalesced = key
            coalesced.sharedPriority = priority
            return try await next(coalesced)
        }
    }

    private func join(_ key: HTTPRequest, _ priority: LoadPriority) -> SharedPriority {
        priorities.withLock { priorities in
            let known = priorities[key] ?? (SharedPriority(), 0)
            known.priority.raise(to: priority)
            priorities[key] = (known.priority, known.users + 1)
            return known.priority
        }
    }

    private func leave(_ key: HTTPRequest) {
        priorities.withLock { priorities in
            guard let known = priorities[key] else { return }
            priorities[key] = known.users > 1 ? (known.priority, known.users - 1) : nil
        }
    }
}

/// The highest priority of the callers of a coalesced request. It may rise while the request is queued.
final class SharedPriority: Hashable, Sendable {
    private let current = Mutex(LoadPriority.prefetch)

    var value: LoadPriority { current.withLock { $0 } }

    func raise(to priority: LoadPriority) {
        current.withLock { $0 = max($0, priority) }
    }

    static func == (one: SharedPriority, other: SharedPriority) -> Bool { one === other }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
