/// Answers as `operation` does, or with nil when `patience` ends before it; then the operation goes on by itself.
///
/// Who is cancelled while they wait cancels it.
func withPatience<Answer: Sendable>(
    _ patience: @escaping @Sendable () async throws -> Void, _ operation: @escaping @Sendable () async throws -> Answer
) async throws -> Answer? {
    let (ends, end) = AsyncStream.makeStream(of: Result<Answer, any Error>?.self)
    let work = Task {
        do {
            end.yield(.success(try await operation()))
        } catch {
            end.yield(.failure(error))
        }
    }
    let timer = Task {
        try await patience()
        end.yield(nil)
    }
    defer { timer.cancel() }
    return try await withTaskCancellationHandler {
        for await result in ends { return try result?.get() }
        throw CancellationError()
    } onCancel: {
        work.cancel()
    }
}
