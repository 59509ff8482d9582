import Albums
import Synchronization

/// The highest priority of the callers of a coalesced request. It may rise while the request is queued.
final class SharedPriority: IdentityHashable, Sendable {
    private let current = Mutex(LoadPriority.ahead)

    var value: LoadPriority { current.withLock { $0 } }

    func raise(to priority: LoadPriority) {
        current.withLock { $0 = max($0, priority) }
    }
}
