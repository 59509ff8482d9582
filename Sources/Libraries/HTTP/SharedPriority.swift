import Albums
import Synchronization

/// How soon a request is wanted that several wait for: it rises while the request waits for its turn.
final class SharedPriority: IdentityHashable, Sendable {
    private let current = Mutex(LoadPriority.ahead)

    var value: LoadPriority { current.withLock { $0 } }

    func raise(to priority: LoadPriority) {
        current.withLock { $0 = max($0, priority) }
    }
}
