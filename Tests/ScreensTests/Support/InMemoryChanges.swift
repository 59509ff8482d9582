import Albums
import Synchronization

@testable import Screens

/// In-memory log of changes, which several runs can share.
final class InMemoryChanges: Sendable {
    private let state = Mutex<[LoggedChange]>([])
    private let isLoadHeld = WaitableValue(false)

    var changes: [LoggedChange] { state.withLock { $0 } }

    /// Holds back loads until released.
    func set(isLoadHeld: Bool) { self.isLoadHeld.set(isLoadHeld) }

    var port: ChangesPort {
        ChangesPort(
            load: {
                try? await self.isLoadHeld.pass()
                return self.changes
            },
            add: { new in self.state.withLock { $0.append(new) } },
            remove: { id, _ in self.state.withLock { $0.removeAll { $0.id == id } } })
    }
}
