import Albums
import FoundationEssentials
import Localization

/// The set of favorites, and the user's changes to it.
@MainActor
final class FavoritesStore {
    /// Called when the set of favorites changes.
    var onChange: () -> Void = {}

    private let port: FavoritesPort
    private let notices: Notices
    private let history: UndoHistory
    /// The label of the key that undoes a change.
    private let undoKey: String
    private var ids: Set<Photo.ID> = []
    private var pendingCount = 0
    private var failureCount = 0
    private let busyIndicator: BusyIndicator

    /// - Parameter undoKey: the label of the key that undoes a change.
    init(
        port: FavoritesPort, history: UndoHistory, notices: Notices, undoKey: String, clock: any Clock<Duration>
    ) {
        self.port = port
        self.history = history
        self.notices = notices
        self.undoKey = undoKey
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [notices, busyIndicator] in
            notices.show(busyIndicator.isShown ? localized("updating favorites\u{2026}") : nil, of: .favorites)
        }
    }

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
    func toggle(_ photos: [Photo]) {
        history.make { [weak self] in
            guard let self, let (sentence, step) = await toggled(photos) else { return nil }
            notices.post(.info(sentence), about: .changes)
            return step
        }
    }

    /// Removes those photos that are favorites, without a notice. Returns the change; nil if it has failed or there are
    /// none.
    func remove(_ photos: [Photo]) async -> FavoriteChange? {
        let favorites = photos.filter(contains)
        guard !favorites.isEmpty else { return nil }
        return await update { [port] in try await port.toggle(favorites) }
    }

    /// Replaces favorites whose photos have another path now.
    func follow(_ moves: [FavoriteMove]) async {
        guard !moves.isEmpty else { return }
        await update { [port] in try await port.follow(moves) }
    }

    /// Restores favorites that an earlier run has removed, without a notice.
    func restore(_ photos: [(photo: Photo, added: Date)]) async {
        guard !photos.isEmpty else { return }
        await update { [port] in try await port.restore(photos) }
    }

    /// Undoes a change, without a notice.
    func undo(_ change: FavoriteChange) async {
        await update { [port] in try await port.undo(change) }
    }

    /// Waits until all pending changes are on disk. Returns whether all of them succeeded.
    func flush() async -> Bool {
        let failuresBefore = failureCount
        await history.flush()
        return failureCount == failuresBefore
    }

    /// Completes the files of the favorites.
    func close() async {
        busyIndicator.update(isBusy: true)
        await port.close()
        busyIndicator.update(isBusy: pendingCount > 0)
    }

    /// Returns the text of the notice, and the step that undoes the change; nil if the change has failed.
    private func toggled(_ photos: [Photo]) async -> (String, UndoHistory.Step)? {
        guard let change = await update({ [port] in try await port.toggle(photos) }) else { return nil }
        let title = photos.count == 1 ? UserFacingText.name(photos[0].title) : nil
        let undo: UndoHistory.Step = { [weak self] in
            guard let self else { return .gone }
            guard await update({ [port] in try await port.undo(change) }) != nil else { return .failed }
            return .reverted(UserFacingText.undone(change, of: title), photos) { [weak self] in
                guard let self else { return .gone }
                guard let (sentence, step) = await toggled(photos) else { return .failed }
                return .reverted(sentence, photos, step)
            }
        }
        return (UserFacingText.changed(change, of: title, undoKey: undoKey), undo)
    }

    /// Reports a failure of an update, and returns nil then.
    @discardableResult
    private func update<Result: Sendable>(_ update: @Sendable () async throws -> Result) async -> Result? {
        startUpdate()
        defer { endUpdate() }
        do {
            return try await update()
        } catch {
            failureCount += 1
            notices.post(
                .failure(localized("Couldn't update favorites: \(UserFacingText.failure(error))")), about: .changes)
            return nil
        }
    }

    private func startUpdate() {
        pendingCount += 1
        busyIndicator.update(isBusy: true)
    }

    private func endUpdate() {
        pendingCount -= 1
        if pendingCount == 0 { busyIndicator.update(isBusy: false) }
    }
}

extension UserFacingText {
    /// Describes a change of favorites.
    ///
    /// - Parameter title: the title of the photo if it is the only one.
    static func changed(_ change: FavoriteChange, of title: String?, undoKey: String) -> String {
        let count = change.count
        if let title {
            return change.areFavorites
                ? localized("Added \u{201C}\(title)\u{201D} to favorites (press \(undoKey) to undo)")
                : localized("Removed \u{201C}\(title)\u{201D} from favorites (press \(undoKey) to undo)")
        }
        return change.areFavorites
            ? localized(
                count, one: "Added \(count) photo to favorites (press \(undoKey) to undo)",
                other: "Added \(count) photos to favorites (press \(undoKey) to undo)")
            : localized(
                count, one: "Removed \(count) photo from favorites (press \(undoKey) to undo)",
                other: "Removed \(count) photos from favorites (press \(undoKey) to undo)")
    }

    /// Describes the result of undoing a change.
    static func undone(_ change: FavoriteChange, of title: String?) -> String {
        let count = change.count
        return switch (change.areFavorites, title) {
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
