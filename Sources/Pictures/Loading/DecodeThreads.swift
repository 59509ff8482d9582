import Albums
import Dispatch
import Glibc
import Synchronization

/// Dedicated threads for decoding, which takes too long for the main actor or Swift's cooperative thread pool.
final class DecodeThreads: Sendable {
    private let jobs: DecodeJobs

    init(count: Int) {
        jobs = DecodeJobs()
        for _ in 0..<count {
            jobs.startThread()
        }
    }

    deinit {
        jobs.shutDown()
    }

    /// The number of jobs that haven't started.
    var waitingCount: Int { jobs.count }

    /// Runs `work` on one of the threads and returns its result.
    ///
    /// Cancelling the task drops a waiting job, or sets the cancellation flag of a running one.
    func run<Value: Sendable>(
        _ priority: LoadPriority, _ work: @escaping @Sendable (DecodeCancellation) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let cancellation = DecodeCancellation()
        let number = jobs.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                jobs.insert(
                    DecodeQueue.Job(priority: priority, number: number) {
                        continuation.resume(with: Result { try work(cancellation) })
                    } drop: {
                        continuation.resume(throwing: CancellationError())
                    })
                // If the task was cancelled before the insertion, the cancellation handler found no job to remove.
                if Task.isCancelled { jobs.remove(number: number) }
            }
        } onCancel: {
            cancellation.cancel()
            jobs.remove(number: number)
        }
    }
}

/// The job queue that the threads share. It outlives `DecodeThreads`.
private final class DecodeJobs: Sendable {
    private struct State {
        var queue = DecodeQueue()
        var lastNumber = 0
        var threads = 0
        var isShutDown = false
    }

    private let state = Mutex(State())
    private let jobsAvailable = DispatchSemaphore(value: 0)

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
        jobsAvailable.signal()
    }

    func remove(number: Int) {
        state.withLock { $0.queue.remove(number: number) }?.drop()
    }

    func startThread() {
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<DecodeJobs>.fromOpaque($0).takeRetainedValue().runJobs() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard started == 0 else { fatalError("Could not create a decoding thread.") }
        pthread_detach(thread)
        state.withLock { $0.threads += 1 }
    }

    /// Drops waiting jobs, and lets each thread exit after its current job.
    func shutDown() {
        let (dropped, threads) = state.withLock { state in
            state.isShutDown = true
            return (state.queue.removeAll(), state.threads)
        }
        for job in dropped {
            job.drop()
        }
        for _ in 0..<threads {
            jobsAvailable.signal()
        }
    }

    private func runJobs() {
        while true {
            jobsAvailable.wait()
            let (job, isShutDown) = state.withLock { ($0.queue.removeNext(), $0.isShutDown) }
            if isShutDown { return }
            // Dropping a job doesn't revoke its signal, so the queue may be empty.
            job?.run()
        }
    }
}
