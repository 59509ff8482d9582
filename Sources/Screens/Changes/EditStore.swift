import Albums
import Localization

/// The edits that show at once, before the library has made them: all but those of files (`FilesStore`), and favorites only
/// if the library stores them.
@MainActor
final class EditStore {
    /// Called when the assessment of a photo has changed.
    var onChange: () -> Void = {}

    let labels: LabelNames
    /// Whether assessing a photo moves to the next one (auto-advance).
    var advances = false {
        didSet { onChange() }
    }
    /// Whether the user has assessed photos in this run.
    private(set) var isInUse = false
    /// The last change of tags, to repeat.
    private(set) var lastTags: TagChange?
    /// Nil if the library makes none of these edits.
    private let editing: (any PhotoEditing)?
    private let log: ChangeLog
    /// The edits of photos that the library hasn't made yet, in their order.
    private var pending: [Photo.ID: [PhotoEdit]] = [:]
    /// The changes to make together once earlier ones are made, however quickly the user types. No photo has two
    /// changes among them.
    private var next: Batch?
    private var writing: Task<EditResult, Never>?
    /// The changes that can be canceled, whether or not they have begun.
    private var cancelable: [Batch] = []
    private var preparing: Task<[PhotoChange]?, Never>?
    private let busyIndicator: BusyIndicator

    /// Changes that the library makes together.
    private final class Batch {
        var changes: [PhotoChange]
        var photos: Set<Photo.ID>
        /// Whether these are changes of properties, not of assessments, which are made one by one.
        let isCancelable: Bool
        var task: Task<EditResult, Never>?

        init(_ changes: [PhotoChange]) {
            self.changes = changes
            photos = Set(changes.map(\.photo))
            isCancelable = changes.count > 1 && changes.allSatisfy(\.edit.kind.isProperty)
        }
    }

    init(
        library: any PhotoLibrary, labels: LabelNames, log: ChangeLog, notices: Notices, clock: any Clock<Duration>
    ) {
        editing = library.editing
        self.labels = labels
        self.log = log
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [weak self, notices] in
            guard let self else { return }
            let escape = isBusy ? " \(UserFacingText.escapeCancels)" : ""
            notices.show(
                busyIndicator.isShown ? localized("saving changes\u{2026}") + escape : nil, of: .edits)
        }
    }

    /// Whether a change takes long that Esc cancels: tags, texts, dates or orientations of several photos.
    var isBusy: Bool { busyIndicator.isShown && (preparing != nil || !cancelable.isEmpty) }

    /// Cancels changes. The photos that have changed until then stay so.
    func cancel() {
        preparing?.cancel()
        for batch in cancelable { batch.task?.cancel() }
    }

    /// Whether photos of the library can be assessed.
    var canAssess: Bool { editing?.kinds.contains(.assessment) == true }

    func tags(of photo: Photo) -> [String] {
        (pending[photo.id] ?? []).reduce(editing?.tags(of: photo.id) ?? photo.tags) { tags, edit in
            if case .tag(let change) = edit { change.applied(to: tags) } else { tags }
        }
    }

    func assessment(of photo: Photo) -> Assessment {
        (pending[photo.id] ?? []).reduce(editing?.assessment(of: photo.id) ?? Assessment()) { $0.applying($1) }
    }

    /// Returns whether a photo is a favorite of the library; nil if the library doesn't store that.
    func isFavorite(_ photo: Photo) -> Bool? {
        editing?.isFavorite(photo.id).map { isFavorite in
            (pending[photo.id] ?? []).reduce(isFavorite) { if case .favorite(let new) = $1 { new } else { $0 } }
        }
    }

    /// Returns the assessments of photos, without those that have none.
    func all(of photos: some Sequence<Photo>) -> [Photo.ID: Assessment] {
        photos.reduce(into: [:]) { all, photo in
            let assessment = assessment(of: photo)
            if assessment != Assessment() { all[photo.id] = assessment }
        }
    }

    /// Returns the color of a photo's label; nil without a label or for one without a color.
    func color(of assessment: Assessment) -> ColorLabel? {
        assessment.label.flatMap { ColorLabel(name: $0, names: labels) }
    }

    /// Picks or rejects photos, or removes the flag if all of them have it.
    func toggle(_ flag: Assessment.Flag, of photos: [Photo], isSilent: Bool) {
        let haveFlag = photos.allSatisfy { assessment(of: $0).flag == flag }
        change(photos, by: .flag(haveFlag ? nil : flag), isSilent: isSilent)
    }

    /// Labels photos, or removes the label if all of them have it.
    func toggle(_ label: ColorLabel, of photos: [Photo], isSilent: Bool) {
        let haveLabel = photos.allSatisfy { color(of: assessment(of: $0)) == label }
        change(photos, by: .label(haveLabel ? nil : labels.name(of: label)), isSilent: isSilent)
    }

    /// Adds tags to photos, and removes others.
    func tag(_ photos: [Photo], _ tags: TagChange) {
        lastTags = tags
        change(photos, by: .tag(tags))
    }

    /// Sets properties of photos that take a while to find, as one change. Photos without any stay as they are.
    func set(_ photos: [Photo], to properties: @escaping @MainActor (Photo) async -> PhotoValues?) {
        log.make { [weak self] in
            guard let self else { return ChangeResult() }
            busyIndicator.update(isBusy: true)
            let preparing = Task { () -> [PhotoChange]? in
                var changes: [PhotoChange] = []
                for photo in photos {
                    if let found = await properties(photo) { changes.append(PhotoChange(photo, .set(found))) }
                    if Task.isCancelled { return nil }
                }
                return changes
            }
            self.preparing = preparing
            let changes = await preparing.value
            self.preparing = nil
            guard let changes else {
                busyIndicator.update(isBusy: !pending.isEmpty)
                return ChangeResult(canceling: photos)
            }
            let changed = Set(changes.map(\.photo))
            return await apply(.edit(photos.filter { changed.contains($0.id) }, changes))
        }
    }

    /// Changes texts, tags and dates of photos, as one change.
    func edit(_ photos: [Photo], _ changes: [PhotoChange]) {
        make(.edit(photos, changes), isSilent: false)
    }

    /// Rejects photos, and removes a rejection of the kept one, as one change.
    ///
    /// - Parameter note: follows the notice.
    func keep(_ kept: Photo, rejecting others: [Photo], note: String? = nil) {
        let rejected = others.filter { changes($0, by: .flag(.rejected)) }
        let restored = assessment(of: kept).flag == .rejected ? [kept] : []
        let change = Change.edit(
            rejected + restored,
            rejected.map { PhotoChange($0, .flag(.rejected)) } + restored.map { PhotoChange($0, .flag(nil)) })
        make(change, isSilent: false, text: UserFacingText.kept(kept, rejected: rejected.count), note: note)
    }

    /// Adds photos to an album of the library, or removes them.
    func setMembership(of photos: [Photo], in album: Album, to isMember: Bool) {
        change(photos, by: .album(album.id, name: album.title, isMember: isMember))
    }

    /// Makes an edit of the photos on which it has an effect.
    ///
    /// - Parameter isSilent: whether the screen itself shows the result, so that no notice repeats it.
    func change(_ photos: [Photo], by edit: PhotoEdit, isSilent: Bool = false) {
        let change = Change(edit, of: photos.filter { changes($0, by: edit) })
        make(change, isSilent: isSilent && photos.count == 1 && photos[0].stack.isEmpty)
    }

    /// Makes an undoable change of photos, if there are any.
    private func make(_ change: Change, isSilent: Bool, text: String? = nil, note: String? = nil) {
        guard let edit = change.edit else { return }
        isInUse = isInUse || edit.kind == .assessment
        let writing = write(change)
        log.make(isSilent: isSilent, text: text, note: note) { ChangeResult(await writing.value, of: change) }
    }

    /// Whether an edit has an effect on a photo.
    private func changes(_ photo: Photo, by edit: PhotoEdit) -> Bool {
        switch edit {
        case .favorite(let new): return isFavorite(photo) != new
        case .tag(let change): return change.applied(to: tags(of: photo)) != tags(of: photo)
        case .set, .album: return true
        default: break
        }
        let old = assessment(of: photo)
        return old.applying(edit) != old
    }

    /// Makes a change again, or its inverse.
    func apply(_ change: Change) async -> ChangeResult {
        ChangeResult(await write(change).value, of: change)
    }

    /// Shows a change, and starts to write it.
    private func write(_ change: Change) -> Task<EditResult, Never> {
        guard case .edit(_, let changes) = change else { return Task { EditResult() } }
        for change in changes { pending[change.photo, default: []].append(change.edit) }
        busyIndicator.update(isBusy: true)
        let writing = submit(changes)
        Task { [weak self] in
            _ = await writing.value
            self?.didWrite(changes)
        }
        onChange()
        return writing
    }

    private func didWrite(_ changes: [PhotoChange]) {
        for change in changes {
            pending[change.photo]?.removeFirst()
            if pending[change.photo]?.isEmpty == true { pending[change.photo] = nil }
        }
        // Esc also cancels a change whose properties are still being found.
        if pending.isEmpty, preparing == nil { busyIndicator.update(isBusy: false) }
        onChange()
    }

    /// Adds changes to those that are written next.
    private func submit(_ changes: [PhotoChange]) -> Task<EditResult, Never> {
        let batch = Batch(changes)
        if let next, let writing, !next.isCancelable, !batch.isCancelable, next.photos.isDisjoint(with: batch.photos) {
            next.changes += changes
            next.photos.formUnion(batch.photos)
            return writing
        }
        let task = Task { [weak self, editing, before = writing] in
            _ = await before?.value
            if self?.next === batch { self?.next = nil }
            let result = await editing?.apply(batch.changes) ?? EditResult()
            self?.cancelable.removeAll { $0 === batch }
            return result
        }
        batch.task = task
        if batch.isCancelable { cancelable.append(batch) }
        (next, writing) = (batch, task)
        return task
    }
}
