import Albums
import Localization

/// The set of favorites, and the user's changes to it.
@MainActor
final class FavoritesStore {
    /// Called when the set of favorites changes.
    var onChange: () -> Void = {}

    private let port: FavoritesPort
    private let notices: Notices
    private var ids: Set<Photo.ID> = []
    /// The changes of this run that can be undone, most recent last.
    private var toggles: [(toggle: FavoriteToggle, title: String?)] = []
    private let changes = ChangeQueue()
    private var pendingCount = 0
    private var failureCount = 0
    private let busyIndicator: BusyIndicator

    init(port: FavoritesPort, notices: Notices, clock: any Clock<Duration>) {
        self.port = port
        self.notices = notices
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [notices, busyIndicator] in
            notices.show(busyIndicator.isShown ? localized("updating favorites\u{2026}") : nil, of: .favorites)
        }
    }

    /// The number of changes that can be undone.
    var undoableCount: Int { toggles.count + pendingCount }

    func contains(_ photo: Photo) -> Bool {
        !ids.isEmpty && ids.contains(port.id(photo))
    }

    /// Follows changes of the favorites until the task is cancelled.
    func follow() async {
        for await ids in port.ids() where ids != self.ids {
            self.ids = ids
            onChange()
        }
    }

    /// Adds the photos to favorites, or removes them if all of them are favorites already.
    ///
    /// - Parameter undoKey: the label of the key that undoes the change.
    func toggle(_ photos: [Photo], undoKey: String) {
        change { [port] favoritesStore in
            let toggle = try await port.toggle(photos)
            let title = photos.count == 1 ? photos[0].title : nil
            favoritesStore.toggles.append((toggle, title))
            return UserFacingText.changed(toggle, of: title, undoKey: undoKey)
        }
    }

    /// Undoes the last change.
    func undo() {
        change { favoritesStore in
            guard let last = favoritesStore.toggles.last else { return localized("Nothing to undo") }
            try await last.toggle.undo()
            favoritesStore.toggles.removeLast()
            return UserFacingText.undone(last.toggle, of: last.title)
        }
    }

    /// Waits until all pending changes are on disk. Returns whether all of them succeeded.
    func flush() async -> Bool {
        let failuresBefore = failureCount
        await changes.flush()
        return failureCount == failuresBefore
    }

    /// Queues a change and posts a notice of its outcome.
    private func change(_ change: @escaping @MainActor (FavoritesStore) async throws -> String) {
        busyIndicator.update(isBusy: true)
        pendingCount += 1
        changes.add { [weak self] in
            guard let self else { return }
            do {
                notices.post(.info(try await change(self)), about: .favorites)
            } catch {
                failureCount += 1
                notices.post(
                    .failure(localized("Couldn't update favorites: \(UserFacingText.failure(error))")),
                    about: .favorites)
            }
            pendingCount -= 1
            if pendingCount == 0 { busyIndicator.update(isBusy: false) }
        }
    }
}

extension UserFacingText {
    /// Describes a change of favorites.
    ///
    /// - Parameter title: the title of the photo if it is the only one.
    static func changed(_ toggle: FavoriteToggle, of title: String?, undoKey: String) -> String {
        let count = toggle.count
        if let title {
            return toggle.areFavorites
                ? localized("Added \u{201C}\(title)\u{201D} to favorites (press \(undoKey) to undo)")
                : localized("Removed \u{201C}\(title)\u{201D} from favorites (press \(undoKey) to undo)")
        }
        return toggle.areFavorites
            ? localized(
                count, one: "Added \(count) photo to favorites (press \(undoKey) to undo)",
                other: "Added \(count) photos to favorites (press \(undoKey) to undo)")
            : localized(
                count, one: "Removed \(count) photo from favorites (press \(undoKey) to undo)",
                other: "Removed \(count) photos from favorites (press \(undoKey) to undo)")
    }

    /// Describes the result of undoing a change.
    static func undone(_ toggle: FavoriteToggle, of title: String?) -> String {
        let count = toggle.count
        return switch (toggle.areFavorites, title) {
        case (true, let title?): localized("Removed \u{201C}\(title)\u{201D} from favorites")
        case (true, nil):
            localized(
                count, one: "Removed \(count) photo from favorites", other: "Removed \(count) photos from favorites")
        case (false, let title?): localized("Restored \u{201C}\(title)\u{201D} to favorites")
        case (false, nil):
            localized(count, one: "Restored \(count) favorite", other: "Restored \(count) favorites")
        }
    }
}
