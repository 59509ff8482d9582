import Foundation

extension Thread {
    /// Runs blocking work on a new thread, to keep it off the shared pool.
    static func running<Value: Sendable>(
        _ work: @escaping @Sendable () throws -> Value
    ) -> Task<Value, any Error> {
        let (stream, continuation) = AsyncStream.makeStream(of: Result<Value, any Error>.self)
        Thread { continuation.yield(Result { try work() }) }.start()
        return Task {
            for await result in stream { return try result.get() }
            throw CancellationError()
        }
    }
}
