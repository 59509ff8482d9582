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
    private var pendingCount = 0
    private var failureCount = 0
    private let sign: ProgressSign

    init(port: FavoritesPort, notices: Notices, clock: any Clock<Duration>) {
        self.port = port
        self.notices = notices
        sign = ProgressSign(clock: clock)
        sign.onChange = { [notices, sign] in
            notices.show(sign.isShown ? localized("changing favorites \u{2026}") : nil, of: .favorites)
        }
    }

    func contains(_ photo: Photo) -> Bool {
        !ids.isEmpty && ids.contains(port.id(photo))
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

    /// Waits until all changes so far are on the disk; returns whether they are, and not one of them failed meanwhile.
    func settle() async -> Bool {
        let failuresBefore = failureCount
        while let last = changing {
            await last.value
            if changing == last { changing = nil }
        }
        return failureCount == failuresBefore
    }

    /// Makes a change, and tells what became of it.
    private func change(_ change: @escaping @MainActor (Hearts) async throws -> String) {
        sign.update(isBusy: true)
        pendingCount += 1
        changing = Task { [weak self, before = changing] in
            await before?.value
            guard let self else { return }
            do {
                notices.post(.news(try await change(self)), about: .favorites)
            } catch {
                failureCount += 1
                notices.post(
                    .failure(localized("Favorites are unchanged: \(Words.failure(error))")), about: .favorites)
            }
            pendingCount -= 1
            if pendingCount == 0 { sign.update(isBusy: false) }
        }
    }
}
