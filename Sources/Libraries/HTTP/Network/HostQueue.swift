import Synchronization

/// Sends a few requests at once to each host; the others wait, and those for what a person sees are next.
///
/// Within a priority the newest request is next: who scrolls looks at what was asked for last.
final class HostQueue: Sendable {
    static let requestsAtOnce = 6

    private let next: HTTPSend
    private let lines = Mutex<[HTTPOrigin: HostLine]>([:])

    /// - Parameter next: sends a request whose turn it is.
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
                    // Whoever is cancelled later than this is found waiting.
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
        // Not under the lock: to go on takes the lock of a task, which holds that while it is cancelled and asks for this one.
        next?.continuation.resume()
    }
}
