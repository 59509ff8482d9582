import Albums
import Dispatch
import Glibc
import Synchronization

/// Dedicated threads for decoding, which takes too long for the main actor or Swift's cooperative thread pool.
final class DecodeThreads: Sendable {
    private let waiting: DecodeJobs

    init(count: Int) {
        waiting = DecodeJobs()
        for _ in 0..<count {
            waiting.startThread()
        }
    }

    deinit {
        waiting.end()
    }

    /// The number of jobs that haven't started.
    var waitingCount: Int { waiting.count }

    /// Runs `work` on one of the threads and returns its result.
    ///
    /// Cancelling the task drops a waiting job, or sets the cancellation flag of a running one.
    func run<Value: Sendable>(
        _ priority: LoadPriority, _ work: @escaping @Sendable (DecodeCancellation) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let stop = DecodeCancellation()
        let number = waiting.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.insert(
                    DecodeQueue.Job(priority: priority, number: number) {
                        continuation.resume(with: Result { try work(stop) })
                    } drop: {
                        continuation.resume(throwing: CancellationError())
                    })
                // If the task was cancelled before the insertion, the cancellation handler found no job to remove.
                if Task.isCancelled { waiting.remove(number: number) }
            }
        } onCancel: {
            stop.cancel()
            waiting.remove(number: number)
        }
    }
}

/// The job queue that the threads share. It outlives `DecodeThreads`.
private final class DecodeJobs: Sendable {
    private struct State {
        var queue = DecodeQueue()
        var lastNumber = 0
        var threads = 0
        var hasEnded = false
    }

    private let state = Mutex(State())
    private let news = DispatchSemaphore(value: 0)

    var count: Int {
        state.withLock { $0.queue.count }
    }

    func nextNumber() -> Int {
        state.withLock {
            $0.lastNumber += 1
            return $0.lastNumber
        }
    }

    func insert(_ job: DecodeQueue.Job) {
        state.withLock { $0.queue.insert(job) }
        news.signal()
    }

    func remove(number: Int) {
        state.withLock { $0.queue.remove(number: number) }?.drop()
    }

    func startThread() {
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<DecodeJobs>.fromOpaque($0).takeRetainedValue().work() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard started == 0 else { fatalError("The system gives no thread to decode pictures with.") }
        pthread_detach(thread)
        state.withLock { $0.threads += 1 }
    }

    /// Drops waiting jobs, and lets each thread exit after its current job.
    func end() {
        let (dropped, threads) = state.withLock { state in
            state.hasEnded = true
            return (state.queue.removeAll(), state.threads)
        }
        for job in dropped {
            job.drop()
        }
        for _ in 0..<threads {
            news.signal()
        }
    }

    private func work() {
        while true {
            news.wait()
            let (job, hasEnded) = state.withLock { ($0.queue.removeNext(), $0.hasEnded) }
            if hasEnded { return }
            // Dropping a job doesn't revoke its signal, so the queue may be empty.
            job?.run()
        }
    }
}
