import Albums
import Dispatch
import Glibc
import Synchronization

/// Threads for decoding only: a decode takes a core for long, which neither the main actor nor Swift's own threads may lose.
final class DecodeThreads: Sendable {
    private let waiting: WaitingJobs

    init(count: Int) {
        waiting = WaitingJobs()
        for _ in 0..<count {
            waiting.startThread()
        }
    }

    deinit {
        waiting.end()
    }

    /// How much work has not been started.
    var waitingCount: Int { waiting.count }

    /// Runs `work` on one of the threads when its turn comes, and returns what it returns. When the task is cancelled, waiting
    /// work is dropped and running work is told to stop.
    func run<Value: Sendable>(
        _ priority: LoadPriority, _ work: @escaping @Sendable (DecodeStop) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let stop = DecodeStop()
        let number = waiting.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                waiting.insert(
                    DecodeQueue.Job(priority: priority, number: number) {
                        continuation.resume(with: Result { try work(stop) })
                    } drop: {
                        continuation.resume(throwing: CancellationError())
                    })
                // The cancellation may have come before there was anything to remove.
                if Task.isCancelled { waiting.remove(number: number) }
            }
        } onCancel: {
            stop.cancel()
            waiting.remove(number: number)
        }
    }
}

/// What the threads share; it outlives whoever hands out the work.
private final class WaitingJobs: Sendable {
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
                context.map { Unmanaged<WaitingJobs>.fromOpaque($0).takeRetainedValue().work() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard started == 0 else { fatalError("The system gives no thread to decode pictures with.") }
        pthread_detach(thread)
        state.withLock { $0.threads += 1 }
    }

    /// Drops what waits and lets each thread end after what it does.
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
            // None when it was dropped meanwhile.
            job?.run()
        }
    }
}
