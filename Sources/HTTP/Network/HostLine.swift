import Albums

/// The active and waiting requests of one host.
struct HostLine: Sendable {
    /// Identifies a waiting request.
    final class Ticket: Sendable {}

    struct Waiter: Sendable {
        let ticket: Ticket
        let request: HTTPRequest
        let continuation: CheckedContinuation<Void, any Error>

        /// May rise during the wait.
        var priority: LoadPriority { max(request.priority, request.sharedPriority?.value ?? .ahead) }
    }

    private var servedCount = 0
    /// In order of arrival.
    private var waiters: [Waiter] = []

    var isEmpty: Bool { servedCount == 0 && waiters.isEmpty }

    /// Takes a free slot and returns true, or appends the request to the queue and returns false.
    mutating func enter(_ waiter: Waiter) -> Bool {
        guard servedCount == HostQueue.requestsAtOnce else {
            servedCount += 1
            return true
        }
        waiters.append(waiter)
        return false
    }

    /// Passes the slot of a finished request to the next waiter, and returns that waiter.
    mutating func leave() -> Waiter? {
        // Read once, because priorities may rise concurrently.
        let priorities = waiters.map(\.priority)
        guard let greatest = priorities.max(), let next = priorities.lastIndex(of: greatest) else {
            servedCount -= 1
            return nil
        }
        return waiters.remove(at: next)
    }

    /// Removes a waiting request; has no effect on active ones.
    mutating func remove(_ ticket: Ticket) -> Waiter? {
        waiters.firstIndex { $0.ticket === ticket }.map { waiters.remove(at: $0) }
    }
}
