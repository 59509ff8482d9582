import Synchronization

/// Limits concurrent requests per host; further requests wait in order of priority.
///
/// Within a priority the newest request is next, because after scrolling it is for the visible photos.
final class HostQueue: Sendable {
    static let requestsAtOnce = 6

    private let next: HTTPSend
    private let lines = Mutex<[HTTPOrigin: HostLine]>([:])

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
        let ticket = HostLine.Ticket()
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
                let waiter = HostLine.Waiter(ticket: ticket, request: request, continuation: continuation)
                let outcome: Result<Void, any Error>? = lines.withLock { lines in
                    // If the task is cancelled after this check, `onCancel` finds the waiter in the queue.
                    guard !Task.isCancelled else { return .failure(CancellationError()) }
                    return lines[origin, default: HostLine()].enter(waiter) ? .success(()) : nil
                }
                if let outcome { continuation.resume(with: outcome) }
            }
        } onCancel: {
            lines.withLock { $0[origin]?.remove(ticket) }?.continuation.resume(throwing: CancellationError())
        }
    }

    private func leave(_ origin: HTTPOrigin) {
        let next = lines.withLock { lines in
            let next = lines[origin]?.leave()
            if lines[origin]?.isEmpty == true { lines[origin] = nil }
            return next
        }
        // Never resume while holding the lock: resuming takes the task's lock, and cancellation holds the task's lock
        // while it waits for this one.
        next?.continuation.resume()
    }
}
