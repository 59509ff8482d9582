import Albums
import Localization

/// Moves photos to the trash and back. Lists lack them at once, before their files are moved.
@MainActor
final class PhotoTrash {
    /// Nil if photos of the library can't be moved to the trash.
    private let editing: (any PhotoEditing)?
    private let favorites: FavoritesStore
    private let marks: MultiSelection
    private let history: UndoHistory
    private let notices: Notices
    /// The label of the key that undoes a change.
    private let undoKey: String
    /// The photos that are in the trash or on their way there.
    private var photos: Set<Photo.ID> = []
    private var pendingCount = 0
    private let busyIndicator: BusyIndicator

    init(
        library: any PhotoLibrary, favorites: FavoritesStore, marks: MultiSelection, history: UndoHistory,
        notices: Notices, undoKey: String, clock: any Clock<Duration>
    ) {
        editing = library.editing.flatMap { $0.kinds.contains(.trash) ? $0 : nil }
        self.favorites = favorites
        self.marks = marks
        self.history = history
        self.notices = notices
        self.undoKey = undoKey
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [notices, busyIndicator] in
            notices.show(busyIndicator.isShown ? localized("moving to the trash\u{2026}") : nil, of: .files)
        }
        history.loadEarlier = { [weak self] in await self?.earlierSteps() ?? [] }
    }

    /// Whether photos of the library can be moved to the trash.
    var isAvailable: Bool { editing != nil }

    /// Reports that a photo is gone, unless the user has moved it to the trash.
    func reportGone(_ photo: Photo) {
        if !photos.contains(photo.id) { notices.post(.info(UserFacingText.gone(photo)), about: .view) }
    }

    /// Moves photos to the trash, which can be undone. Photos on their way there are left out: a second key press in the
    /// same moment must not hit the photos that follow.
    func move(_ chosen: [Photo]) {
        let new = chosen.filter { photos.insert($0.id).inserted }
        guard !new.isEmpty else { return }
        history.make { [weak self] in
            guard let self, let (sentence, step) = await moved(new) else { return nil }
            notices.post(.info(sentence), about: .changes)
            return step
        }
    }

    /// Returns the number and size of the files that would be moved with photos.
    func files(of photos: [Photo]) async -> FileTotals {
        await editing?.files(of: photos.map(\.id)) ?? FileTotals()
    }

    /// Moves photos. Returns a sentence about it, and the step that takes it back; nil if none has been moved.
    private func moved(_ chosen: [Photo]) async -> (String, UndoHistory.Step)? {
        let marked = chosen.filter(marks.contains)
        let (result, moved) = await apply(chosen.map { PhotoChange($0.id, .trash) }, to: chosen)
        photos.subtract(chosen.map(\.id))
        photos.formUnion(moved.map(\.id))
        guard !moved.isEmpty else { return nil }
        let removal = await favorites.remove(moved)
        return (
            UserFacingText.trashed(moved, fileCount: result.fileCount, undoKey: undoKey),
            restoring(moved, marked: marked, removal)
        )
    }

    /// Returns the step that takes photos back from the trash.
    ///
    /// - Parameters:
    ///   - marked: those that were marked.
    ///   - removal: their removal from the favorites; nil if none was one.
    private func restoring(_ chosen: [Photo], marked: [Photo], _ removal: FavoriteChange?) -> UndoHistory.Step {
        { [weak self] in
            guard let self else { return .gone }
            let (result, restored) = await apply(chosen.reversed().map { PhotoChange($0.id, .restore) }, to: chosen)
            guard !restored.isEmpty else { return result.refusals.values.allSatisfy { $0 == .gone } ? .gone : .failed }
            let ids = Set(restored.map(\.id))
            photos.subtract(ids)
            marks.markAgain(marked.filter { ids.contains($0.id) })
            if let removal { await favorites.undo(removal) }
            return .reverted(UserFacingText.restored(restored), restored) { [weak self] in
                guard let self else { return .gone }
                photos.formUnion(ids)
                guard let (sentence, step) = await moved(restored) else { return .failed }
                return .reverted(sentence, restored, step)
            }
        }
    }

    /// Makes changes and reports those that are refused. Returns the photos that were changed.
    private func apply(_ changes: [PhotoChange], to chosen: [Photo]) async -> (EditResult, [Photo]) {
        guard let editing else { return (EditResult(), []) }
        pendingCount += 1
        busyIndicator.update(isBusy: true)
        let result = await editing.apply(changes)
        pendingCount -= 1
        busyIndicator.update(isBusy: pendingCount > 0)
        let refused = Dictionary(result.refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
        if let first = chosen.first(where: { refused[$0.id] != nil }), let reason = refused[first.id] {
            notices.post(.failure(UserFacingText.refused(first, reason, count: refused.count)), about: .changes)
        }
        return (result, chosen.filter { refused[$0.id] == nil })
    }

    /// Returns the steps that undo what was done in earlier runs, the last one last.
    private func earlierSteps() async -> [UndoHistory.Step] {
        let changes = await editing?.earlierChanges() ?? []
        return changes.map { restoring($0.photos, marked: [], nil) }
    }
}

extension UserFacingText {
    /// Describes that photos are in the trash, with all files that belong to them.
    fileprivate static func trashed(_ photos: [Photo], fileCount: Int, undoKey: String) -> String {
        let count = photos.count
        guard count == 1 else {
            return localized(
                count, one: "Moved \(count) photo (\(fileCount) files) to the trash (press \(undoKey) to undo)",
                other: "Moved \(count) photos (\(fileCount) files) to the trash (press \(undoKey) to undo)")
        }
        let title = photos[0].titleOfStack
        // In a plural message, both forms have the same values.
        guard fileCount > 1 else {
            return localized("Moved \u{201C}\(title)\u{201D} to the trash (press \(undoKey) to undo)")
        }
        return localized(
            fileCount,
            one: "Moved \u{201C}\(title)\u{201D} (\(fileCount) file) to the trash (press \(undoKey) to undo)",
            other: "Moved \u{201C}\(title)\u{201D} (\(fileCount) files) to the trash (press \(undoKey) to undo)")
    }

    /// Describes that photos are back from the trash.
    fileprivate static func restored(_ photos: [Photo]) -> String {
        let count = photos.count
        if count == 1 { return localized("Restored \u{201C}\(photos[0].titleOfStack)\u{201D} from the trash") }
        return localized(
            count, one: "Restored \(count) photo from the trash", other: "Restored \(count) photos from the trash")
    }
}
