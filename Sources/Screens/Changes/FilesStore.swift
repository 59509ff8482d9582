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
    private let log: ChangeLog
    private let notices: Notices
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
        library: any PhotoLibrary, favorites: FavoritesStore, marks: MultiSelection, log: ChangeLog, notices: Notices,
        clock: any Clock<Duration>
    ) {
        editing = library.editing
        self.library = library
        self.favorites = favorites
        self.marks = marks
        self.log = log
        self.notices = notices
        self.clock = clock
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self] in self?.showProgress() }
    }

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
        make(chosen.map { ($0, edit) })
    }

    /// Makes edits of photos, all of one kind, as one change.
    func make(_ edits: [(photo: Photo, edit: PhotoEdit)]) {
        let edits = edits.filter { !$0.edit.leavesFolder || departing.insert($0.photo.id).inserted }
        guard !edits.isEmpty else { return }
        let change = Change.edit(edits.map(\.photo), edits.map { PhotoChange($0.photo, $0.edit) })
        pendingCount += 1
        log.make { [weak self] in
            guard let self else { return ChangeResult() }
            defer { pendingCount -= 1 }
            return await apply(change)
        }
    }

    /// Returns the refusals of new names and folders, without making the edits.
    func refusals(of edits: [(photo: Photo, edit: PhotoEdit)]) async -> [Photo.ID: EditRefusal] {
        let refusals = await editing?.refusals(of: edits.map { PhotoChange($0.photo, $0.edit) }) ?? [:]
        return Dictionary(refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
    }

    /// Returns the number and size of the files that would be moved with photos.
    func files(of photos: [Photo]) async -> FileTotals {
        await editing?.files(of: photos.map(\.id)) ?? FileTotals()
    }

    /// Cancels the operation in progress. Undo moves the files back that were moved until then.
    func cancel() {
        applying?.cancel()
    }

    /// Makes a change of files, after which marks and favorites follow them.
    func apply(_ change: Change) async -> ChangeResult {
        guard let edit = change.edit else { return ChangeResult() }
        let marked = edit.leavesFolder ? change.photos.filter(marks.contains) : []
        if edit.leavesFolder { departed.formUnion(change.photos.map(\.id)) }
        marks.beginMoving()
        defer { marks.endMoving(in: library) }
        let result = await write(change)
        departing.subtract(change.photos.map(\.id))
        departed.subtract(result.refusals.keys.map(\.photo))
        var outcome = ChangeResult(result, of: change)
        guard let made = outcome.made?.change else { return outcome }
        let moves = made.photos.compactMap { photo in
            result.moved[photo.id].map { FavoriteMove(from: photo, to: photo.moved($0)) }
        }
        await favorites.follow(moves)
        var markedMoves: [FavoriteMove] = []
        for move in moves where result.moved[move.from.id]?.id != nil && marks.contains(move.from) {
            // A photo that isn't found again stays as it was.
            let photo = await library.photo(move.to.id, near: move.to) ?? move.to
            markedMoves.append(FavoriteMove(from: move.from, to: photo))
        }
        marks.follow(markedMoves)
        // The folders that a pattern makes aren't suggested; the prompt remembers the pattern itself.
        let folders = change.folders
        if folders.count == 1, edit.newName == nil, let folder = folders.first { onFolderUsed(folder) }
        let annotations = PhotoAnnotations(
            marked: Set(marked.map(\.id)).intersection(made.photos.map(\.id)),
            favorites: edit == .trash ? await favorites.remove(made.photos) : [:])
        if !annotations.isEmpty { await editing?.annotate(annotations) }
        let undone = FileChange(edit, of: made.photos, moved: result.moved, annotations: annotations)
        outcome.made = MadeChange(made, inverse: .restore(undone))
        return outcome
    }

    /// Undoes a change of files, and restores marks and favorites.
    func restore(_ change: FileChange) async -> ChangeResult {
        marks.beginMoving()
        defer { marks.endMoving(in: library) }
        let restoring = Change(.restore, of: change.photos)
        let result = await write(restoring)
        var outcome = ChangeResult(result, of: restoring)
        guard let restored = outcome.made?.change.photos else { return outcome }
        departed.subtract(restored.map(\.id))
        // Files that were copied back from another disk have new inodes.
        let loaded = await loaded(restored)
        let byID = Dictionary(loaded.map { ($0.id, $0) }) { first, _ in first }
        let current = change.date == nil ? restored.map { byID[$0.id] ?? $0 } : loaded
        let back = current.compactMap { photo in
            change.moved[photo.id].map { FavoriteMove(from: photo.moved($0), to: photo) }
        }
        marks.follow(back)
        marks.restore(current, marked: current.filter { change.annotations.marked.contains($0.id) })
        await favorites.restore(
            current.compactMap { photo in change.annotations.favorites[photo.id].map { (photo, $0) } })
        await favorites.follow(back)
        let edits = Dictionary(result.inverse.map { ($0.photo, $0.edit) }) { first, _ in first }
        let again = restored.map { byID[$0.id] ?? $0 }
        outcome.made = MadeChange(
            .restore(change).limited(to: restored),
            inverse: .edit(again, again.map { PhotoChange($0, edits[$0.id] ?? change.edit) }))
        return outcome
    }

    /// Has the library make a change, and shows the progress.
    private func write(_ change: Change) async -> EditResult {
        guard let editing, case .edit(_, let changes) = change, let edit = change.edit else { return EditResult() }
        let (transfers, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        progress = FileProgress(edit, clock: clock)
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
        return result
    }

    private func showProgress() {
        notices.show(progressLine.map { "\($0) \(UserFacingText.escapeCancels)" }, of: .files)
        onChange()
    }

    /// Looks the photos up again; drops missing ones.
    private func loaded(_ photos: [Photo]) async -> [Photo] {
        var loaded: [Photo] = []
        for photo in photos {
            if let found = await library.photo(photo.id, near: photo) { loaded.append(found) }
        }
        return loaded
    }
}

extension PhotoEdit {
    /// The name that files get in another folder; nil if they keep theirs.
    fileprivate var newName: String? {
        switch self {
        case .move(_, let name), .copy(_, let name, _): name
        default: nil
        }
    }

    /// Whether the change moves a photo out of its folder.
    fileprivate var leavesFolder: Bool {
        switch self {
        case .trash, .move: true
        default: false
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

    /// `copying… 45%  12 MB/s  0:20 left`.
    var text: String {
        let verb =
            switch edit {
            case .copy: localized("copying\u{2026}")
            case .restore: localized("restoring\u{2026}")
            case .rename: localized("renaming\u{2026}")
            default: localized("moving\u{2026}")
            }
        guard let transfer, let total = transfer.expected, total > 0, transfer.received > 0 else { return verb }
        let done = min(transfer.received, total)
        let part = Double(done) / Double(total)
        let seconds = elapsed() / .seconds(1)
        let rate = seconds > 0 ? Double(done) / seconds : 0
        guard rate >= 1 else { return "\(verb) \(Int(100 * part))%" }
        let speed = localized("\(UserFacingText.fileSize(Int(min(rate, 1e15))))/s")
        let left = localized("\(UserFacingText.playingTime(Double(total - done) / rate)) left")
        return "\(verb) \(Int(100 * part))%  \(speed)  \(left)"
    }
}
