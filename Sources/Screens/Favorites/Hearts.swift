import Albums
import Localization

/// Which photos are favorites, and what a person does about that.
@MainActor
final class Hearts {
    /// Called when other photos are favorites than before.
    var onChange: () -> Void = {}

    private let port: FavoritesPort
    private let notices: Notices
    private var ids: Set<Photo.ID> = []
    /// The changes of this run that can be undone, the last one last.
    private var toggles: [FavoriteToggle] = []
    /// The change that is under way; each waits for the one before, so that they happen in the order of the keys.
    private var changing: Task<Void, Never>?

    init(port: FavoritesPort, notices: Notices) {
        self.port = port
        self.notices = notices
    }

    func contains(_ photo: Photo) -> Bool {
        ids.contains(photo.id)
    }

    /// Learns of changes as long as the task runs.
    func follow() async {
        for await ids in port.ids() where ids != self.ids {
            self.ids = ids
            onChange()
        }
    }

    /// Makes favorites of the photos; takes them from these if all of them are.
    ///
    /// - Parameter undoKey: the label of the key that takes that back.
    func toggle(_ photos: [Photo], undoKey: String) {
        change { [port] hearts in
            let toggle = try await port.toggle(photos)
            hearts.toggles.append(toggle)
            return Words.changed(toggle, undoKey: undoKey)
        }
    }

    /// Takes the last change back.
    func undo() {
        change { hearts in
            guard let last = hearts.toggles.last else { return localized("There is nothing to undo") }
            try await last.undo()
            hearts.toggles.removeLast()
            return Words.undone(last)
        }
    }

    /// Makes a change, and tells what became of it.
    private func change(_ change: @escaping @MainActor (Hearts) async throws -> String) {
        changing = Task { [weak self, before = changing] in
            await before?.value
            guard let self else { return }
            do {
                notices.post(.news(try await change(self)))
            } catch {
                notices.post(.failure(localized("Favorites are unchanged: \(Words.failure(error))")))
            }
        }
    }
}
