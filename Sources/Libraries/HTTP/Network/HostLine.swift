import Albums

/// Who is being served at one host, and who waits for it.
struct HostLine: Sendable {
    /// Tells one who waits from the others.
    final class Ticket: Sendable {}

    struct Waiter: Sendable {
        let ticket: Ticket
        let request: HTTPRequest
        let continuation: CheckedContinuation<Void, any Error>

        /// May rise while it waits.
        var priority: LoadPriority { max(request.priority, request.sharedPriority?.value ?? .ahead) }
    }

    private var servedCount = 0
    /// In the order of arrival.
    private var waiters: [Waiter] = []

    var isEmpty: Bool { servedCount == 0 && waiters.isEmpty }

    /// Returns whether there is room to be served at once.
    mutating func enter(_ waiter: Waiter) -> Bool {
        guard servedCount == HostQueue.requestsAtOnce else {
            servedCount += 1
            return true
        }
        waiters.append(waiter)
        return false
    }

    /// Gives the place of one who was served to who is next; returns who that is.
    mutating func leave() -> Waiter? {
        // Read once: a priority may rise meanwhile.
        let priorities = waiters.map(\.priority)
        guard let greatest = priorities.max(), let next = priorities.lastIndex(of: greatest) else {
            servedCount -= 1
            return nil
        }
        return waiters.remove(at: next)
    }

    /// Takes one who waits out of the line; those who are served stay.
    mutating func remove(_ ticket: Ticket) -> Waiter? {
        waiters.firstIndex { $0.ticket === ticket }.map { waiters.remove(at: $0) }
    }
}
