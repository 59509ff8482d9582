import Albums

/// Which photos are favorites, and what a person does about that.
@MainActor
final class Hearts {
    /// Called when other photos are favorites than before.
    var onChange: () -> Void = {}

    private let port: FavoritesPort
    private let notices: Notices
    private var ids: Set<Photo.ID> = []
    /// The changes of this run that can be undone, the last one last; one may be of several photos.
    private var toggles: [[FavoriteToggle]] = []
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

    /// Makes favorites of those photos that are none; where all of them are, takes them from the favorites.
    func toggle(_ photos: [Photo]) {
        change { [port] hearts in
            var made: [FavoriteToggle] = []
            // What was changed before a failure can be undone as well.
            defer { if !made.isEmpty { hearts.toggles.append(made) } }
            let others = photos.filter { !hearts.contains($0) }
            for photo in others.isEmpty ? photos : others { made.append(try await port.toggle(photo)) }
            let which = made.count > 1 ? " \(made.count) photos" : ""
            return made.first?.isFavorite == true
                ? "Added\(which) to favorites (z undoes)" : "Removed\(which) from favorites (z undoes)"
        }
    }

    /// Takes the last change back.
    func undo() {
        change { hearts in
            guard let last = hearts.toggles.last else { return "There is nothing to undo" }
            for toggle in last.reversed() { try await toggle.undo() }
            hearts.toggles.removeLast()
            let wereAdded = last.first?.isFavorite == true
            guard last.count == 1 else { return wereAdded ? "No favorites any more" : "Favorites again" }
            return wereAdded ? "No favorite any more" : "A favorite again"
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
                notices.post(.failure("Favorites are unchanged: \(Words.failure(error))"))
            }
        }
    }
}
