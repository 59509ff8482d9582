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

    /// Serves at once if there is room.
    mutating func enter(_ waiter: Waiter) {
        guard servedCount == HostQueue.requestsAtOnce else {
            servedCount += 1
            return waiter.continuation.resume()
        }
        waiters.append(waiter)
    }

    /// Gives the place of one who was served to who is next.
    mutating func leave() {
        // Read once: a priority may rise meanwhile.
        let priorities = waiters.map(\.priority)
        guard let greatest = priorities.max(), let next = priorities.lastIndex(of: greatest) else {
            servedCount -= 1
            return
        }
        waiters.remove(at: next).continuation.resume()
    }

    /// Sends one who waits away; those who are served stay.
    mutating func cancel(_ ticket: Ticket) {
        guard let index = waiters.firstIndex(where: { $0.ticket === ticket }) else { return }
        waiters.remove(at: index).continuation.resume(throwing: CancellationError())
    }
}
