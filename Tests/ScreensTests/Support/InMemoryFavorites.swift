import Albums
import FoundationEssentials
import Synchronization

@testable import Screens

/// In-memory favorites, newest first.
final class InMemoryFavorites: Sendable {
    private struct State {
        var failure: FavoritesFailure?
        var listeners: [AsyncStream<Set<Photo.ID>>.Continuation] = []
        var photos: [Photo] = []
        var changes = 0
    }

    private let state = Mutex(State())
    private let isHeld = WaitableValue(false)
    private let library: InMemoryLibrary

    init(_ photos: [Photo] = []) {
        library = InMemoryLibrary(photos: photos)
        library.keepPhotos()
        state.withLock { $0.photos = photos }
    }

    var titles: [String] { state.withLock { $0.photos.map(\.title) } }

    /// The number of changes so far.
    var changes: Int { state.withLock { $0.changes } }

    /// Makes changes fail until reset.
    func set(failure: FavoritesFailure?) { state.withLock { $0.failure = failure } }

    /// Makes the file of a photo another one than that listed.
    func replace(_ photo: Photo.ID) { library.refuse(photo, .replaced) }

    /// Holds back changes until released.
    func set(isHeld: Bool) { self.isHeld.set(isHeld) }

    /// Holds back requests to the library until released.
    func set(isLibraryHeld: Bool) { library.set(isHeld: isLibraryHeld) }

    /// Toggles photos as another instance of the program would.
    @discardableResult
    func toggle(_ photos: [Photo]) throws(FavoritesFailure) -> FavoriteChange {
        try state.withLock { state throws(FavoritesFailure) in
            if let failure = state.failure { throw failure }
            let before = state.photos
            let new = photos.filter { photo in !before.contains { $0.id == photo.id } }
            state.photos = new.isEmpty ? before.filter { old in !photos.contains { $0.id == old.id } } : new + before
            send(&state)
            func favorites(_ photos: [Photo]) -> [Favorite] {
                photos.map { Favorite(photo: $0, library: "", added: .now) }
            }
            return new.isEmpty
                ? .removed(favorites(before.filter { old in photos.contains { $0.id == old.id } }))
                : .added(favorites(new))
        }
    }

    func port(pictures: PicturePort) -> FavoritesPort {
        FavoritesPort(
            shown: ShownLibrary(library: library, pictures: pictures),
            id: { $0.id },
            ids: {
                AsyncStream { listener in
                    self.state.withLock { state in
                        state.listeners.append(listener)
                        listener.yield(Set(state.photos.map(\.id)))
                    }
                }
            },
            toggle: { photos throws(FavoritesFailure) in
                try? await self.isHeld.pass()
                return try self.toggle(photos)
            }, undo: { change throws(FavoritesFailure) in try self.undo(change) }, restore: { try self.restore($0) },
            follow: { self.follow($0) })
    }

    private func follow(_ moves: [FavoriteMove]) {
        state.withLock { state in
            state.photos = state.photos.map { photo in moves.first { $0.from.id == photo.id }?.to ?? photo }
            send(&state)
        }
    }

    private func restore(_ photos: [(photo: Photo, added: Date)]) throws {
        try undo(.removed(photos.map { Favorite(photo: $0.photo, library: "", added: $0.added) }))
    }

    private func undo(_ change: FavoriteChange) throws(FavoritesFailure) {
        try state.withLock { state throws(FavoritesFailure) in
            if let failure = state.failure { throw failure }
            switch change {
            case .added(let favorites):
                let added = Set(favorites.map(\.photo.id))
                state.photos.removeAll { added.contains($0.id) }
            case .removed(let favorites): state.photos = favorites.map(\.photo) + state.photos
            }
            send(&state)
        }
    }

    private func send(_ state: inout State) {
        state.changes += 1
        library.set(photos: state.photos)
        for listener in state.listeners { listener.yield(Set(state.photos.map(\.id))) }
    }
}
