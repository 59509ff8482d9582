import Albums
import Basics
import FoundationEssentials
import Localization
import TerminalUI

/// Moves the files of photos to the trash or to other folders, copies and renames them, and undoes that. A photo
/// disappears from lists before its files move.
@MainActor
final class FilesStore: BackgroundWork {
    /// Called when the progress changes, and at the end.
    var onChange: () -> Void = {}

    /// Called with the path of a folder to which photos have gone.
    var onFolderUsed: ([UInt8]) -> Void = { _ in }

    /// Whether the last operation failed for any photo.
    private(set) var hasFailed = false

    /// Nil if the library's files can't be moved.
    private let editing: (any PhotoEditing)?
    private let library: any PhotoLibrary
    private let favorites: FavoritesStore
    private let marks: MultiSelection
    private let history: UndoHistory
    private let notices: Notices
    /// The label of the key that undoes a change.
    private let undoKey: String
    private let clock: any Clock<Duration>
    /// The photos that are about to leave their folders. Lists may still show them.
    private var departing: Set<Photo.ID> = []
    /// The photos that have left, so that viewers don't report them as gone.
    private var departed: Set<Photo.ID> = []
    /// The number of changes that aren't made yet.
    private var pendingCount = 0
    /// The operation in progress.
    private var applying: Task<EditResult, Never>?
    private var progress: FileProgress?
    private let busyIndicator: BusyIndicator

    init(
        library: any PhotoLibrary, favorites: FavoritesStore, marks: MultiSelection, history: UndoHistory,
        notices: Notices, undoKey: String, clock: any Clock<Duration>
    ) {
        editing = library.editing
        self.library = library
        self.favorites = favorites
        self.marks = marks
        self.history = history
        self.notices = notices
        self.undoKey = undoKey
        self.clock = clock
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.showProgress() }
        history.loadEarlier = { [weak self] in await self?.earlierSteps() ?? [] }
    }

    /// Whether the library supports a kind of change of files.
    func canMake(_ kind: PhotoEdit.Kind) -> Bool { editing?.kinds.contains(kind) == true }

    /// Whether an operation takes long enough to show its progress; Esc then cancels it.
    var isBusy: Bool { busyIndicator.isShown }

    /// Whether a photo is about to leave, although a list may still show it.
    func isDeparting(_ photo: Photo) -> Bool { departing.contains(photo.id) }

    /// The progress of an operation that takes long; nil otherwise.
    var progressLine: String? { isBusy ? progress?.text ?? localized("moving\u{2026}") : nil }

    /// Reports that a photo is gone, unless the user has moved it.
    func reportGone(_ photo: Photo) {
        if departed.remove(photo.id) == nil { notices.post(.info(UserFacingText.gone(photo)), about: .view) }
    }

    /// Moves or copies photos, which can be undone. Skips photos that are about to leave, so that a quick second key
    /// press doesn't hit the photos that follow.
    func make(_ edit: PhotoEdit, of chosen: [Photo]) {
        make(of: chosen) { _ in edit }
    }

    /// Gives photos new names, which can be undone.
    func rename(_ names: [(photo: Photo, name: String)]) {
        let edits = Dictionary(names.map { ($0.photo.id, PhotoEdit.rename($0.name)) }) { first, _ in first }
        make(of: names.map(\.photo)) { edits[$0.id] ?? .rename($0.title) }
    }

    /// Returns the refusals of new names, without renaming.
    func refusals(of names: [(photo: Photo, name: String)]) async -> [Photo.ID: EditRefusal] {
        let refusals = await editing?.refusals(of: names.map { PhotoChange($0.photo, .rename($0.name)) }) ?? [:]
        return Dictionary(refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
    }

    /// - Parameter edit: returns the change of a photo; all are of one kind.
    private func make(of chosen: [Photo], _ edit: @escaping (Photo) -> PhotoEdit) {
        guard let first = chosen.first else { return }
        let new = edit(first).leavesFolder ? chosen.filter { departing.insert($0.id).inserted } : chosen
        guard !new.isEmpty else { return }
        pendingCount += 1
        history.make { [weak self] in
            guard let self else { return nil }
            defer { pendingCount -= 1 }
            guard let (sentence, step) = await made(new, edit) else { return nil }
            notices.post(.info(sentence), about: .changes)
            return step
        }
    }

    /// Returns the number and size of the files that would be moved with photos.
    func files(of photos: [Photo]) async -> FileTotals {
        await editing?.files(of: photos.map(\.id)) ?? FileTotals()
    }

    /// Cancels the operation in progress. Undo moves back what has been moved.
    func cancel() {
        applying?.cancel()
    }

    /// Makes a change. Returns the notice, and the step that undoes the change; nil if no photo has been changed.
    private func made(
        _ chosen: [Photo], _ edits: @escaping (Photo) -> PhotoEdit
    ) async -> (String, UndoHistory.Step)? {
        let edit = edits(chosen[0])
        let marked = edit.leavesFolder ? chosen.filter(marks.contains) : []
        if edit.leavesFolder { departed.formUnion(chosen.map(\.id)) }
        marks.beginMoving()
        defer { marks.endMoving(in: library) }
        let (result, changed) = await apply(edits, to: chosen)
        departing.subtract(chosen.map(\.id))
        departed.subtract(result.refusals.keys.map(\.photo))
        guard !changed.isEmpty else { return nil }
        let moved = changed.compactMap { photo in
            result.moved[photo.id].map { FavoriteMove(from: photo, to: photo.moved($0)) }
        }
        await favorites.follow(moved)
        marks.follow(await loaded(moved.filter { result.moved[$0.from.id]?.id != nil && marks.contains($0.from) }))
        if let folder = edit.folder { onFolderUsed(folder) }
        let removal = edit == .trash ? await favorites.remove(changed) : nil
        let annotations = PhotoAnnotations(
            marked: Set(marked.map(\.id)).intersection(changed.map(\.id)), favorites: removal?.dates(of: changed) ?? [:]
        )
        if !annotations.isEmpty { await editing?.annotate(annotations) }
        return (
            UserFacingText.made(edit, of: changed, fileCount: result.fileCount, undoKey: undoKey),
            takingBack(changed, edits, marked: marked, moved: result.moved) { [favorites] restored in
                if let removal = removal?.limited(to: restored) { await favorites.undo(removal) }
            }
        )
    }

    /// Returns the step that undoes a change.
    ///
    /// - Parameters:
    ///   - marked: the photos that were marked.
    ///   - moved: where the change has moved photos.
    ///   - isEarlier: whether an earlier run has made the change, so that only the names of the photos are known.
    ///   - restoreFavorites: restores the favorites that the change has removed.
    private func takingBack(
        _ chosen: [Photo], _ edits: @escaping (Photo) -> PhotoEdit, marked: [Photo],
        moved: [Photo.ID: MovedPhoto], isEarlier: Bool = false,
        restoreFavorites: @escaping @MainActor (_ restored: [Photo]) async -> Void = { _ in }
    ) -> UndoHistory.Step {
        { [weak self] in
            guard let self else { return .gone }
            let edit = edits(chosen[0])
            marks.beginMoving()
            defer { marks.endMoving(in: library) }
            let (result, restored) = await apply({ _ in .restore }, to: chosen)
            // A file that is gone or changed can never be restored, and must not block the undo of older changes.
            guard !restored.isEmpty else { return result.refusals.values.allSatisfy(\.isFinal) ? .lost : .failed }
            let ids = Set(restored.map(\.id))
            departed.subtract(ids)
            // Files that were copied back from another disk have new inodes.
            let loaded = await loaded(restored)
            let byID = Dictionary(loaded.map { ($0.id, $0) }) { first, _ in first }
            let current = isEarlier ? loaded : restored.map { byID[$0.id] ?? $0 }
            let back = current.compactMap { photo in
                moved[photo.id].map { FavoriteMove(from: photo.moved($0), to: photo) }
            }
            marks.follow(back)
            let wereMarked = Set(marked.map(\.id))
            marks.restore(current, marked: current.filter { wereMarked.contains($0.id) })
            await restoreFavorites(current)
            await favorites.follow(back)
            return .reverted(UserFacingText.takenBack(edit, of: restored), restored) { [weak self] in
                guard let self else { return .gone }
                guard let (sentence, step) = await made(restored.map { byID[$0.id] ?? $0 }, edits) else {
                    return .failed
                }
                return .reverted(sentence, restored, step)
            }
        }
    }

    /// Makes a change and reports the photos that are refused. Returns those that were changed.
    private func apply(
        _ edit: (Photo) -> PhotoEdit, to chosen: [Photo]
    ) async -> (EditResult, [Photo]) {
        guard let editing, let firstPhoto = chosen.first else { return (EditResult(), []) }
        let (transfers, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        progress = FileProgress(edit(firstPhoto), clock: clock)
        let changes = chosen.map { PhotoChange($0, edit($0)) }
        busyIndicator.update(isBusy: true)
        let following = Task { [weak self] in
            for await transfer in transfers {
                self?.progress?.transfer = transfer
                self?.showProgress()
            }
        }
        let applying = Task {
            await editing.apply(changes) { continuation.yield($0) }
        }
        self.applying = applying
        let result = await applying.value
        following.cancel()
        self.applying = nil
        progress = nil
        hasFailed = !result.refusals.isEmpty
        // Further pending changes keep the indicator busy.
        busyIndicator.update(isBusy: pendingCount > 1)
        let changed = Set(result.inverse.map(\.photo))
        report(result.refusals, of: chosen, edit(firstPhoto), isPartial: !changed.isEmpty)
        return (result, chosen.filter { changed.contains($0.id) })
    }

    /// Reports photos that weren't changed, unless the user has canceled the operation.
    ///
    /// - Parameter isPartial: whether other photos were changed, which another notice reports.
    private func report(
        _ refusals: [PhotoChange: EditRefusal], of chosen: [Photo], _ edit: PhotoEdit, isPartial: Bool
    ) {
        let refused = Dictionary(refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
            .filter { !$0.value.isCanceled }
        if let first = chosen.first(where: { refused[$0.id] != nil }), let reason = refused[first.id] {
            notices.post(
                .failure(UserFacingText.refused(first, reason, edit, count: refused.count)),
                about: isPartial ? nil : .changes)
        } else if !refusals.isEmpty, !isPartial {
            notices.post(.info(localized("Canceled")), about: .changes)
        }
    }

    private func showProgress() {
        notices.show(progressLine, of: .files)
        onChange()
    }

    /// Returns the steps that undo the operations of earlier runs, oldest first.
    private func earlierSteps() async -> [UndoHistory.Step] {
        let changes = await editing?.earlierChanges() ?? []
        return changes.map { change in
            let marked = change.photos.filter { change.annotations.marked.contains($0.id) }
            return takingBack(
                change.photos, { _ in change.edit }, marked: marked, moved: change.moved, isEarlier: true
            ) { [weak self] restored in await self?.restoreFavorites(of: change, restored) }
        }
    }

    /// Looks the photos up again; drops missing ones.
    private func loaded(_ photos: [Photo]) async -> [Photo] {
        var loaded: [Photo] = []
        for photo in photos {
            if let found = await library.photo(photo.id, near: photo) { loaded.append(found) }
        }
        return loaded
    }

    /// Looks the moved photos up again; keeps missing ones as they were.
    private func loaded(_ moves: [FavoriteMove]) async -> [FavoriteMove] {
        var loaded: [FavoriteMove] = []
        for move in moves {
            loaded.append(FavoriteMove(from: move.from, to: await library.photo(move.to.id, near: move.to) ?? move.to))
        }
        return loaded
    }

    /// Restores the favorites that a change of an earlier run has removed.
    private func restoreFavorites(of change: EarlierChange, _ restored: [Photo]) async {
        var removed: [(photo: Photo, added: Date)] = []
        for photo in restored {
            guard let added = change.annotations.favorites[photo.id] else { continue }
            removed.append((photo, added))
        }
        await favorites.restore(removed)
    }
}

extension EditRefusal {
    /// Whether a later attempt would be refused, too.
    fileprivate var isFinal: Bool {
        switch self {
        case .gone: true
        case .file(let problem): problem.failure == .changed
        default: false
        }
    }

    fileprivate var isCanceled: Bool {
        if case .file(let problem) = self { problem.failure == .canceled } else { false }
    }
}

extension FavoriteChange {
    /// For each photo that was removed from the favorites, returns when it had become one.
    fileprivate func dates(of photos: [Photo]) -> [Photo.ID: Date] {
        guard case .removed(let favorites) = self else { return [:] }
        return photos.reduce(into: [:]) { dates, photo in
            let favorite = favorites.first { $0.photo.id == photo.id || $0.file != nil && $0.file == photo.file }
            dates[photo.id] = favorite?.added
        }
    }

    /// Returns the part of a removal that concerns photos.
    fileprivate func limited(to photos: [Photo]) -> FavoriteChange? {
        guard case .removed(let favorites) = self else { return nil }
        let (ids, files) = (Set(photos.map(\.id)), Set(photos.compactMap(\.file)))
        let concerned = favorites.filter { favorite in
            ids.contains(favorite.photo.id) || favorite.file.map(files.contains) == true
        }
        return concerned.isEmpty ? nil : .removed(concerned)
    }
}

extension PhotoEdit {
    /// The path of the folder that photos go to; nil for the trash and other changes.
    fileprivate var folder: [UInt8]? {
        switch self {
        case .move(let folder), .copy(let folder): folder
        case .trash, .restore, .rename, .rate, .flag, .label: nil
        }
    }

    /// Whether the change moves a photo out of its folder.
    fileprivate var leavesFolder: Bool {
        switch self {
        case .trash, .move: true
        case .copy, .restore, .rename, .rate, .flag, .label: false
        }
    }
}

extension Photo {
    /// Returns the photo with another path.
    fileprivate func moved(_ new: MovedPhoto) -> Photo { with(id: new.id ?? id).with(file: new.file) }
}

/// The progress of an operation on files.
private struct FileProgress {
    private let edit: PhotoEdit
    /// Returns the time since the operation began.
    private let elapsed: () -> Duration
    var transfer: TransferProgress?

    init(_ edit: PhotoEdit, clock: some Clock<Duration>) {
        self.edit = edit
        let start = clock.now
        elapsed = { start.duration(to: clock.now) }
    }

    /// `copying… 45%  12 MB/s  0:20 left (Esc cancels)`.
    var text: String {
        let verb =
            switch edit {
            case .copy: localized("copying\u{2026}")
            case .restore: localized("restoring\u{2026}")
            case .rename: localized("renaming\u{2026}")
            default: localized("moving\u{2026}")
            }
        let escape = localized("(\(Key(.escape).label) cancels)")
        guard let transfer, let total = transfer.expected, total > 0, transfer.received > 0 else {
            return "\(verb) \(escape)"
        }
        let done = min(transfer.received, total)
        let part = Double(done) / Double(total)
        let seconds = elapsed() / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        guard rate >= 1 else { return "\(verb) \(Int(100 * part))%  \(escape)" }
        let speed = localized("\(UserFacingText.fileSize(Int(min(rate, 1e15))))/s")
        let left = localized("\(UserFacingText.playingTime(Double(total - done) / rate)) left")
        return "\(verb) \(Int(100 * part))%  \(speed)  \(left) \(escape)"
    }
}

extension UserFacingText {
    /// Describes a change of photos with all files that belong to them.
    fileprivate static func made(
        _ edit: PhotoEdit, of photos: [Photo], fileCount: Int, undoKey: String
    ) -> String {
        let moved = moved(photos, fileCount: fileCount)
        return switch edit {
        case .move(let folder): localized("Moved \(moved) to \(path(folder)) (press \(undoKey) to undo)")
        case .copy(let folder): localized("Copied \(moved) to \(path(folder)) (press \(undoKey) to undo)")
        case .rename(let new) where photos.count == 1:
            localized("Renamed \(moved) to \u{201C}\(name(new))\u{201D} (press \(undoKey) to undo)")
        case .rename: localized("Renamed \(moved) (press \(undoKey) to undo)")
        default: localized("Moved \(moved) to the trash (press \(undoKey) to undo)")
        }
    }

    /// Describes that a change of photos was undone.
    fileprivate static func takenBack(_ edit: PhotoEdit, of photos: [Photo]) -> String {
        let count = photos.count
        let moved = moved(photos, fileCount: count)
        return switch edit {
        case .move: localized("Moved \(moved) back")
        case .copy: localized("Removed the copies of \(moved)")
        case .rename where count > 1:
            localized(
                count, one: "\(count) photo has its old name again",
                other: "\(count) photos have their old names again")
        case .rename: localized("\(moved) has its old name again")
        default: localized("Restored \(moved) from the trash")
        }
    }

    /// Describes why the files of photos weren't changed.
    ///
    /// - Parameter count: the number of photos, of which `photo` is the first.
    fileprivate static func refused(_ photo: Photo, _ reason: EditRefusal, _ edit: PhotoEdit, count: Int) -> String {
        let others = count - 1
        let title = localized("\u{201C}\(name(photo.titleOfStack))\u{201D}")
        let names =
            others > 0
            ? localized(others, one: "\(title) and \(others) more", other: "\(title) and \(others) more") : title
        let failure = failure(reason)
        return switch edit {
        case .copy: localized("Couldn't copy \(names): \(failure)")
        case .rename: localized("Couldn't rename \(names): \(failure)")
        case .restore: localized("Couldn't take back \(names): \(failure)")
        default: localized("Couldn't move \(names): \(failure)")
        }
    }

    /// `“Dune”`, `“Dune” (3 files)`, `12 photos` or `12 photos (31 files)`.
    private static func moved(_ photos: [Photo], fileCount: Int) -> String {
        let names =
            photos.count == 1 ? localized("\u{201C}\(nameInBurst(photos[0]))\u{201D}") : Self.photos(photos.count)
        guard fileCount > photos.count else { return names }
        return localized(fileCount, one: "\(names) (\(fileCount) file)", other: "\(names) (\(fileCount) files)")
    }

    private static func path(_ folder: [UInt8]) -> String { name(String(decoding: folder, as: UTF8.self)) }
}
