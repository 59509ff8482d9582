/// Returns the result of `operation`, or nil if `patience` ends first. In that case the operation continues in the
/// background.
///
/// Cancelling the caller while it waits cancels the operation.
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
