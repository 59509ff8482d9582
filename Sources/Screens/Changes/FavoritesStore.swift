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
    private let log: ChangeLog
    /// Knows the favorites that the library itself stores.
    private let edits: EditStore
    private var ids: Set<Photo.ID> = []
    private var pendingCount = 0
    private var failureCount = 0
    private let busyIndicator: BusyIndicator

    init(
        port: FavoritesPort, edits: EditStore, log: ChangeLog, notices: Notices, clock: any Clock<Duration>
    ) {
        self.port = port
        self.edits = edits
        self.log = log
        self.notices = notices
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [notices, weak busyIndicator] in
            notices.show(busyIndicator?.isShown == true ? localized("updating favorites\u{2026}") : nil, of: .favorites)
        }
    }

    func contains(_ photo: Photo) -> Bool {
        edits.isFavorite(photo) ?? (!ids.isEmpty && ids.contains(port.id(photo)))
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
        let inLibrary = photos.compactMap(edits.isFavorite)
        if inLibrary.count == photos.count {
            return edits.change(photos, by: .favorite(inLibrary.contains(false)))
        }
        log.make { [weak self, port] in
            var shown: [Photo] = []
            var result = ChangeResult()
            for photo in photos {
                if await port.shown.library.isReplaced(photo) {
                    result.refusals.append((photo, .replaced))
                } else {
                    shown.append(photo)
                }
            }
            guard let self, !shown.isEmpty else { return result }
            let change = await change(shown) { [shown] () throws(FavoritesFailure) in try await port.toggle(shown) }
            return ChangeResult(made: change.made, refusals: result.refusals + change.refusals)
        }
    }

    /// Makes a change of favorites that was undone, or its inverse.
    func apply(_ favorites: FavoriteChange, of photos: [Photo]) async -> ChangeResult {
        await change(photos) { [port] () throws(FavoritesFailure) in
            try await port.undo(favorites.inverse)
            return favorites
        }
    }

    private func change(
        _ photos: [Photo], by change: @Sendable () async throws(FavoritesFailure) -> FavoriteChange
    ) async -> ChangeResult {
        switch await track(change) {
        case .success(let change):
            ChangeResult(made: MadeChange(.favorites(change, photos), inverse: .favorites(change.inverse, photos)))
        case .failure(let failure): ChangeResult(refusals: photos.prefix(1).map { ($0, .favorites(failure)) })
        }
    }

    /// Removes those photos that are favorites, without a notice. Returns when each of them had become one.
    func remove(_ photos: [Photo]) async -> [Photo.ID: Date] {
        let favorites = photos.filter { ids.contains(port.id($0)) }
        guard !favorites.isEmpty,
            case .removed(let removed) = await update({ [port] in try await port.toggle(favorites) })
        else { return [:] }
        return favorites.reduce(into: [:]) { dates, photo in
            dates[photo.id] =
                removed.first { $0.photo.id == photo.id || $0.file != nil && $0.file == photo.file }?.added
        }
    }

    /// Updates favorites after their files were moved.
    func follow(_ moves: [FavoriteMove]) async {
        guard !moves.isEmpty else { return }
        await update { [port] in try await port.follow(moves) }
    }

    /// Makes photos favorites again that were so until their files were moved to the trash, without a notice.
    func restore(_ photos: [(photo: Photo, added: Date)]) async {
        guard !photos.isEmpty else { return }
        await update { [port] in try await port.restore(photos) }
    }

    /// Waits until all pending changes are on disk. Returns whether all of them succeeded.
    func flush() async -> Bool {
        let failuresBefore = failureCount
        await log.flush()
        return failureCount == failuresBefore
    }

    /// Completes the files of the favorites.
    func close() async {
        busyIndicator.update(isBusy: true)
        await port.close()
        busyIndicator.update(isBusy: pendingCount > 0)
    }

    /// Reports a failure of an update, and returns nil then.
    @discardableResult
    private func update<Value: Sendable>(_ update: @Sendable () async throws -> Value) async -> Value? {
        switch await track(update) {
        case .success(let value): return value
        case .failure(let error):
            notices.post(
                .failure(localized("Couldn't update favorites: \(UserFacingText.failure(error))")), about: .changes)
            return nil
        }
    }

    /// Runs an update: shows it in progress, and counts its failure.
    private func track<Value: Sendable, Failure: Error>(
        _ update: @Sendable () async throws(Failure) -> Value
    ) async -> Result<Value, Failure> {
        pendingCount += 1
        busyIndicator.update(isBusy: true)
        defer {
            pendingCount -= 1
            if pendingCount == 0 { busyIndicator.update(isBusy: false) }
        }
        do throws(Failure) {
            return .success(try await update())
        } catch {
            failureCount += 1
            return .failure(error)
        }
    }
}
