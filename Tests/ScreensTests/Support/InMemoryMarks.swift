import Albums
import Synchronization
import TestFixtures

@testable import Screens

/// In-memory storage of marks, which several runs can share.
final class InMemoryMarks: Sendable {
    private let state = Mutex<(photos: [Photo], failure: FavoritesFailure?)>(([], nil))

    /// Delays the answer to a load, which then has the marks from before.
    let loadGate: Gate?

    init(loadGate: Gate? = nil) {
        self.loadGate = loadGate
    }

    var photos: [Photo] { state.withLock { $0.photos } }

    /// Makes all calls fail until reset.
    func set(failure: FavoritesFailure?) { state.withLock { $0.failure = failure } }

    var port: MarksPort {
        MarksPort(
            load: {
                let photos = try self.change { $0 }
                await self.loadGate?.pass()
                return photos
            },
            add: { new in
                try self.change { photos in
                    photos.removeAll { old in new.contains { $0.id == old.id } }
                    photos += new
                }
            },
            remove: { ids in try self.change { $0.removeAll { ids.contains($0.id) } } })
    }

    private func change<Value>(_ change: (inout [Photo]) -> Value) throws -> Value {
        try state.withLock { state in
            if let failure = state.failure { throw failure }
            return change(&state.photos)
        }
    }
}
