import Albums
import Synchronization

@testable import Screens

/// In-memory log of changes, which several runs can share.
final class InMemoryChanges: Sendable {
    private let state = Mutex<[LoggedChange]>([])

    var changes: [LoggedChange] { state.withLock { $0 } }

    var port: ChangesPort {
        ChangesPort(
            load: { self.changes }, add: { new in self.state.withLock { $0.append(new) } },
            remove: { id, _ in self.state.withLock { $0.removeAll { $0.id == id } } })
    }
}
