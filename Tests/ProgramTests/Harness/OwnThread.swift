import Dispatch

/// A thread for tasks that must not wait behind those of other tests: the pool that tasks share has a thread for each
/// processor, and tests that compute keep it busy for a minute and more.
final class OwnThread: TaskExecutor {
    /// Runs the tests of the program, one after another.
    static let ofTests = OwnThread(label: "tests of the program")
    /// Runs the servers that the program asks.
    static let ofServers = OwnThread(label: "servers for tests")

    private let queue: DispatchQueue

    private init(label: String) {
        queue = DispatchQueue(label: label)
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Waits for some milliseconds; `Task.sleep` would wake up in the shared pool.
    func sleep(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            queue.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
        }
    }
}
