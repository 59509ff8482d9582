import Basics
import Dispatch
import Glibc
import Synchronization

/// Dedicated threads for decoding, which takes too long for the main actor or Swift's cooperative thread pool. While a
/// job is slow, a spare thread takes its place.
final class DecodeThreads: Sendable {
    private let jobs: DecodeJobs

    /// - Parameter slowTime: the time after which a job counts as slow.
    init(count: Int, slowTime: Duration) {
        jobs = DecodeJobs(usual: count, slowTime: slowTime)
    }

    deinit {
        jobs.shutDown()
    }

    /// Lowers the priority of the current thread, and of processes that it starts: on a computer with few cores, decoding
    /// would delay keys.
    static func yieldToMainThread() {
        let which = __priority_which_t(PRIO_PROCESS.rawValue)
        setpriority(which, 0, getpriority(which, 0) + 5)
    }

    /// The number of jobs that haven't started.
    var waitingCount: Int { jobs.count }

    /// Returns the number of a new request, for `run`.
    func nextNumber() -> Int {
        jobs.nextNumber()
    }

    /// Runs `work` on one of the threads and returns its result.
    ///
    /// Cancelling the task drops a waiting job, or sets the cancellation flag of a running one.
    /// - Parameters:
    ///   - source: the way to a thumbnail; nil for other work.
    ///   - number: the number of the request, by default a new one. Only one job of a request may run at a time.
    func run<Value: Sendable>(
        _ priority: LoadPriority, _ source: ThumbnailSource? = nil, number: Int? = nil,
        _ work: @escaping @Sendable (DecodeCancellation) throws -> Value
    ) async throws -> Value {
        try Task.checkCancellation()
        let cancellation = DecodeCancellation(priority: priority)
        let number = number ?? jobs.nextNumber()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                jobs.insert(
                    DecodeQueue.Job(priority: DecodePriority(load: priority, source: source), number: number) {
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
        /// The regular threads and the spares.
        var threads = 0
        /// When the running jobs have started, by number.
        var starts: [Int: ContinuousClock.Instant] = [:]
        var isShutDown = false
    }

    private static let maxSpares = 8

    private let usual: Int
    /// The time after which a job counts as slow, so that a spare thread takes its place: one picture that takes long
    /// must not delay the others.
    private let slowTime: Duration
    private let state = Mutex(State())
    private let jobsAvailable = DispatchSemaphore(value: 0)
    /// Signaled when a job has to wait.
    private let delays = DispatchSemaphore(value: 0)

    /// - Parameter usual: the number of threads unless some jobs are slow.
    init(usual: Int, slowTime: Duration) {
        self.usual = usual
        self.slowTime = slowTime
        state.withLock { $0.threads = usual }
        for _ in 0..<usual { startThread { $0.runJobs() } }
        startThread { $0.watch() }
    }

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
        let isWaiting = state.withLock { state in
            state.queue.insert(job)
            return state.starts.count + state.queue.count > state.threads
        }
        jobsAvailable.signal()
        if isWaiting { delays.signal() }
    }

    func remove(number: Int) {
        state.withLock { $0.queue.remove(number: number) }?.drop()
    }

    private func startThread(_ body: @escaping @Sendable (DecodeJobs) -> Void) {
        final class Start: Sendable {
            let jobs: DecodeJobs
            let body: @Sendable (DecodeJobs) -> Void
            init(_ jobs: DecodeJobs, _ body: @escaping @Sendable (DecodeJobs) -> Void) {
                self.jobs = jobs
                self.body = body
            }
        }
        var thread = pthread_t()
        let started = pthread_create(
            &thread, nil,
            { context in
                guard let context else { return nil }
                let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
                start.body(start.jobs)
                return nil
            }, Unmanaged.passRetained(Start(self, body)).toOpaque())
        guard started == 0 else { fatalError("Could not create a decoding thread.") }
        pthread_detach(thread)
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
        delays.signal()
    }

    private func runJobs() {
        DecodeThreads.yieldToMainThread()
        while true {
            jobsAvailable.wait()
            let (job, isShutDown) = state.withLock { state in
                let job = state.queue.removeNext()
                if let job { state.starts[job.number] = .now }
                return (job, state.isShutDown)
            }
            if isShutDown { return }
            // Dropping a job doesn't revoke its signal, so the queue may be empty.
            guard let job else { continue }
            job.run()
            let isSpare = state.withLock { state in
                state.starts[job.number] = nil
                guard activeThreads(state) > usual else { return false }
                state.threads -= 1
                return true
            }
            if isSpare { return }
        }
    }

    /// Returns the number of threads without a slow job.
    private func activeThreads(_ state: State) -> Int {
        let start = ContinuousClock.now - slowTime
        return state.threads - state.starts.values.count { $0 <= start }
    }

    /// Starts spare threads while jobs wait for slow ones.
    private func watch() {
        while true {
            delays.wait()
            while true {
                let (isOver, needsSpare, isWaiting) = state.withLock { state in
                    let needsSpare =
                        state.queue.count > 0 && activeThreads(state) < usual && state.threads < usual + Self.maxSpares
                    if needsSpare { state.threads += 1 }
                    return (state.isShutDown, needsSpare, state.queue.count > 0)
                }
                if isOver { return }
                if needsSpare { startThread { $0.runJobs() } }
                guard isWaiting else { break }
                if !needsSpare { usleep(Self.watchMicroseconds) }
            }
        }
    }

    private static let watchMicroseconds: UInt32 = 50_000
}
