/// Returns the result of `operation`, or nil if `softTimeout` ends first. In that case the operation continues in the
/// background.
///
/// Cancelling the caller while it waits cancels the operation.
public func withSoftTimeout<Value: Sendable>(
    _ softTimeout: @escaping @Sendable () async throws -> Void,
    _ operation: @escaping @Sendable () async throws -> Value
) async throws -> Value? {
    let (ends, end) = AsyncStream.makeStream(of: Result<Value, any Error>?.self)
    let work = Task {
        do {
            end.yield(.success(try await operation()))
        } catch {
            end.yield(.failure(error))
        }
    }
    let timer = Task {
        try await softTimeout()
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
