/// An operation exceeded its time limit.
struct TimeLimitExceeded: Error {}

/// Returns the result of `operation`; cancels it and throws `TimeLimitExceeded` after `limit`.
func withTimeLimit<Answer: Sendable>(
    _ limit: Duration, _ operation: @escaping @Sendable () async throws -> Answer
) async throws -> Answer {
    try await withThrowingTaskGroup(of: Answer?.self) { group in
        group.addTask { try await operation() }
        group.addTask {
            try await Task.sleep(for: limit)
            return nil
        }
        defer { group.cancelAll() }
        guard let first = try await group.next(), let answer = first else { throw TimeLimitExceeded() }
        return answer
    }
}
