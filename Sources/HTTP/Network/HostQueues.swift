import Basics
import Synchronization

/// Limits concurrent requests per host; further requests wait in order of priority.
///
/// Within a priority the newest request is next, because after scrolling it is for the visible photos.
final class HostQueues: Sendable {
    static let maxConcurrentRequests = 6

    private let next: HTTPSend
    private let queues = Mutex<[HTTPOrigin: HostQueue]>([:])

    /// - Parameter next: sends a request that has a slot.
    init(next: @escaping HTTPSend) {
        self.next = next
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        let origin = try request.origin
        try await enter(origin, request)
        defer { leave(origin) }
        return try await next(request)
    }

    private func enter(_ origin: HTTPOrigin, _ request: HTTPRequest) async throws {
        let ticket = HostQueue.Ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let waiter = HostQueue.Waiter(ticket: ticket, request: request, continuation: continuation)
                let outcome: Result<Void, any Error>? = queues.withLock { queues in
                    // If the task is cancelled after this check, `onCancel` finds the waiter in the queue.
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    return queues[origin, default: HostQueue()].enter(waiter) ? .success(()) : nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            queues.withLock { $0[origin]?.remove(ticket) }?.continuation.resume(throwing: CancellationError())
        }
    }

    private func leave(_ origin: HTTPOrigin) {
        let next = queues.withLock { queues in
            let next = queues[origin]?.leave()
            if queues[origin]?.isEmpty == true { queues[origin] = nil }
            return next
        }
        // Never resume while holding the lock: resuming takes the task's lock, and cancellation holds the task's lock
        // while it waits for this one.
        next?.continuation.resume()
    }
}

/// The active and waiting requests of one host.
struct HostQueue: Sendable {
    /// Identifies a waiting request.
    final class Ticket: Sendable {}

    struct Waiter: Sendable {
        let ticket: Ticket
        let request: HTTPRequest
        let continuation: CheckedContinuation<Void, any Error>

        /// May rise during the wait.
        var priority: LoadPriority { max(request.priority, request.sharedPriority?.value ?? .prefetch) }
    }

    private var activeCount = 0
    /// In order of arrival.
    private var waiters: [Waiter] = []

    var isEmpty: Bool { activeCount == 0 && waiters.isEmpty }

    /// Takes a free slot and returns true, or appends the request to the queue and returns false.
    mutating func enter(_ waiter: Waiter) -> Bool {
        guard activeCount == HostQueues.maxConcurrentRequests else {
            activeCount += 1
            return true
        }
        waiters.append(waiter)
        return false
    }

    /// Passes the slot of a finished request to the next waiter, and returns that waiter.
    mutating func leave() -> Waiter? {
        // Read once, because priorities may rise concurrently.
        let priorities = waiters.map(\.priority)
        guard let highest = priorities.max(), let next = priorities.lastIndex(of: highest) else {
            activeCount -= 1
            return nil
        }
        return waiters.remove(at: next)
    }

    /// Removes a waiting request; has no effect on active ones.
    mutating func remove(_ ticket: Ticket) -> Waiter? {
        waiters.firstIndex { $0.ticket === ticket }.map { waiters.remove(at: $0) }
    }
}
