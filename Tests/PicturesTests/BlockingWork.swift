import Foundation

extension Thread {
    /// Runs blocking work on a thread of its own: those of the shared pool are needed by others.
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
