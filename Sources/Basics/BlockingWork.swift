import Dispatch
import Synchronization

/// The cancellation flag of work on another thread.
public final class CancellationFlag: Sendable {
    private let flag = Atomic(false)

    public init() {}

    public var isCancelled: Bool { flag.load(ordering: .relaxed) }

    public func cancel() { flag.store(true, ordering: .relaxed) }
}

extension DispatchQueue {
    /// Runs work that blocks, such as on the disk, on this queue, because Swift's task threads must not block.
    public func runBlocking<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { continuation in
            async { continuation.resume(returning: Result(catching: work)) }
        }
        return try result.get()
    }

    /// Runs work that blocks on this queue; cancelling the task sets the flag passed to it.
    public func runCancellable<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable (CancellationFlag) throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let flag = CancellationFlag()
        let result = await withTaskCancellationHandler {
            await runBlocking { Result { () throws(Failure) in try work(flag) } }
        } onCancel: {
            flag.cancel()
        }
        return try result.get()
    }
}
