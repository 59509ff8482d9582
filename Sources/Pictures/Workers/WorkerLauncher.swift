import Albums
import Dispatch
import Glibc
import Synchronization

/// Starts workers, on a dedicated thread: the kernel ends a worker when the thread that started it ends.
final class WorkerLauncher: Sendable {
    private struct State {
        var jobs: [@Sendable () -> Void] = []
        /// Called when nothing has happened for a while.
        var wake: (time: DispatchTime, action: @Sendable () -> Void)?
        var isShutDown = false
        var startedCount = 0
        /// Why there is no thread; 0 if there is one.
        var threadError: Int32 = 0
    }

    private let executable: String
    private let log: DecoderLog
    private let state = Mutex(State())
    private let changes = DispatchSemaphore(value: 0)

    init(executable: String, log: DecoderLog) {
        self.executable = executable
        self.log = log
        var thread = pthread_t()
        let error = pthread_create(
            &thread, nil,
            { context in
                context.map { Unmanaged<WorkerLauncher>.fromOpaque($0).takeRetainedValue().run() }
                return nil
            }, Unmanaged.passRetained(self).toOpaque())
        guard error == 0 else {
            state.withLock { $0.threadError = error }
            Unmanaged.passUnretained(self).release()
            return
        }
        pthread_detach(thread)
    }

    var startedCount: Int { state.withLock { $0.startedCount } }

    /// Ends the thread and all workers.
    func shutDown() {
        state.withLock { $0.isShutDown = true }
        changes.signal()
    }

    /// Starts a worker, and calls `body` on the launcher's thread.
    func start(_ body: @escaping @Sendable (Result<WorkerProcess, PictureFailure>) -> Void) {
        let threadError = state.withLock { $0.threadError }
        guard threadError == 0 else {
            return body(.failure(.unreadable(reason: String(cString: strerror(threadError)))))
        }
        state.withLock { state in
            state.startedCount += 1
            state.jobs.append { [executable, log] in
                body(Result { () throws(PictureFailure) in try WorkerProcess(executable: executable, log: log) })
            }
        }
        changes.signal()
    }

    /// Starts a worker. Blocks until it has started.
    func start() throws(PictureFailure) -> WorkerProcess {
        let started = DispatchSemaphore(value: 0)
        let result = Mutex<Result<WorkerProcess, PictureFailure>?>(nil)
        start { worker in
            result.withLock { $0 = worker }
            started.signal()
        }
        started.wait()
        guard let worker = result.withLock({ $0 }) else { throw .decoderCrashed }
        return try worker.get()
    }

    /// Blocks until all workers requested so far have started, or failed to.
    func finishStarts() {
        guard state.withLock({ $0.threadError }) == 0 else { return }
        let finished = DispatchSemaphore(value: 0)
        state.withLock { $0.jobs.append { finished.signal() } }
        changes.signal()
        finished.wait()
    }

    /// Calls `action` after a time, unless an action is pending.
    func wake(after time: Duration, _ action: @escaping @Sendable () -> Void) {
        let delay = DispatchTimeInterval.seconds(Int(time.components.seconds))
        let isNew = state.withLock { state in
            guard state.wake == nil else { return false }
            state.wake = (.now() + delay, action)
            return true
        }
        // Called after each picture, so the thread is woken only to wait until a new time.
        if isNew { changes.signal() }
    }

    private func run() {
        DecodeThreads.yieldToMainThread()
        while true {
            let time = state.withLock { $0.wake?.time }
            let isTimeOver = changes.wait(timeout: time ?? .distantFuture) == .timedOut
            let (job, action, isShutDown) = state.withLock { state in
                let action = isTimeOver ? state.wake?.action : nil
                if isTimeOver { state.wake = nil }
                return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), action, state.isShutDown)
            }
            if isShutDown { return }
            action?()
            job?()
        }
    }
}
