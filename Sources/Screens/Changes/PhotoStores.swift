import Albums

/// The user's changes of photos, which all screens share: their log, and a store for each kind.
@MainActor
final class PhotoStores {
    let log: ChangeLog
    let edits: EditStore
    let favorites: FavoritesStore
    let marks: MultiSelection
    let files: FilesStore
    let notices: Notices

    /// - Parameters:
    ///   - maxMarks: the maximum number of marked photos; nil for any number.
    ///   - undoKey: the label of the key that undoes a change.
    init(
        library: any PhotoLibrary, favorites: FavoritesPort, marks: MarksPort, changes: ChangesPort,
        labels: LabelNames, maxMarks: Int?, undoKey: String, notices: Notices, clock: any Clock<Duration>
    ) {
        self.notices = notices
        log = ChangeLog(port: changes, editing: library.editing, notices: notices, undoKey: undoKey)
        edits = EditStore(library: library, labels: labels, log: log, notices: notices, clock: clock)
        self.favorites = FavoritesStore(port: favorites, edits: edits, log: log, notices: notices, clock: clock)
        self.marks = MultiSelection(max: maxMarks, port: marks, log: log, notices: notices, id: favorites.id)
        files = FilesStore(
            library: library, favorites: self.favorites, marks: self.marks, log: log, notices: notices, clock: clock)
        log.apply = { [weak self] in await self?.apply($0) ?? ChangeResult() }
    }

    /// Cancels the work that the user sees in progress; nil if nothing can be canceled.
    var cancelShownWork: (@MainActor () -> Void)? {
        files.isBusy ? files.cancel : edits.isBusy ? edits.cancel : nil
    }

    /// Makes a change again, or its inverse.
    private func apply(_ change: Change) async -> ChangeResult {
        switch change {
        case .edit where change.edit?.kind.isOfFiles == true: await files.apply(change)
        case .edit: await edits.apply(change)
        case .restore(let change): await files.restore(change)
        case .favorites(let favorites, let photos): await self.favorites.apply(favorites, of: photos)
        case .mark(let photos): marks.markAgain(photos)
        case .unmark(let photos): marks.unmarkAgain(photos)
        }
    }
}
