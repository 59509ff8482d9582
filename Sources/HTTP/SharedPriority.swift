import Albums
import Synchronization

/// The highest priority of the callers of a coalesced request. It may rise while the request is queued.
final class SharedPriority: Hashable, Sendable {
    private let current = Mutex(LoadPriority.ahead)

    var value: LoadPriority { current.withLock { $0 } }

    func raise(to priority: LoadPriority) {
        current.withLock { $0 = max($0, priority) }
    }

    static func == (one: SharedPriority, other: SharedPriority) -> Bool { one === other }

    func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}
