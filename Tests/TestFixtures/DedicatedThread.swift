import Dispatch

/// A dedicated thread for tasks that must not wait for other tests: the shared pool has one thread per core, and
/// compute-bound tests can keep it busy for a minute or more.
public final class DedicatedThread: TaskExecutor {
    /// The executor of servers: their clients stop waiting after some seconds.
    public static let ofServers = DedicatedThread(label: "servers for tests")

    private static let timer = DispatchQueue(label: "timer for tests")

    private let queue: DispatchQueue

    public init(label: String) {
        queue = DispatchQueue(label: label)
    }

    public func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Sleeps for some milliseconds without the shared pool, in which `Task.sleep` would resume.
    public static func sleep(milliseconds: Int) async {
        await withCheckedContinuation { continuation in
            timer.asyncAfter(deadline: .now() + .milliseconds(milliseconds)) { continuation.resume() }
        }
    }
}
