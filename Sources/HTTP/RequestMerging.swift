import Albums
import Synchronization

/// Coalesces equal concurrent requests into one.
///
/// The request has the highest priority of its callers. A cancelled caller returns immediately, and cancelling the last
/// one cancels the request.
final class RequestMerging: Sendable {
    private let next: HTTPSend
    private let underWay = SharedWork<HTTPRequest, HTTPResponse>()
    private let priorities = Mutex<[HTTPRequest: (priority: SharedPriority, users: Int)]>([:])

    init(next: @escaping HTTPSend) {
        self.next = next
    }

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
        // The key ignores the priority.
        var question = request
        question.priority = .ahead
        let priority = join(question, request.priority)
        defer { leave(question) }
        return try await underWay.value(for: question) { [next, question] in
            var merged = question
            merged.sharedPriority = priority
            return try await next(merged)
        }
    }

    private func join(_ question: HTTPRequest, _ wanted: LoadPriority) -> SharedPriority {
        priorities.withLock { priorities in
            let known = priorities[question] ?? (SharedPriority(), 0)
            known.priority.raise(to: wanted)
            priorities[question] = (known.priority, known.users + 1)
            return known.priority
        }
    }

    private func leave(_ question: HTTPRequest) {
        priorities.withLock { priorities in
            guard let known = priorities[question] else { return }
            priorities[question] = known.users > 1 ? (known.priority, known.users - 1) : nil
        }
    }
}
