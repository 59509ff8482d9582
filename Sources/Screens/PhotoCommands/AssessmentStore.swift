import Albums
import Localization

/// The user's assessments of photos: stars, flags and color labels. Changes show at once, before they are on disk.
@MainActor
final class AssessmentStore {
    /// Called when the assessment of a photo has changed.
    var onChange: () -> Void = {}

    let labels: LabelNames
    /// Whether assessing a photo moves to the next one (auto-advance).
    var advances = false {
        didSet { onChange() }
    }
    /// Whether the user has assessed photos in this run.
    private(set) var isInUse = false
    /// Nil if photos of the library can't be assessed.
    private let editing: (any PhotoEditing)?
    private let history: UndoHistory
    private let notices: Notices
    /// The label of the key that undoes a change.
    private let undoKey: String
    /// The assessments that aren't on disk yet, with the number of pending changes.
    private var pending: [Photo.ID: (assessment: Assessment, count: Int)] = [:]
    /// The changes to write together once earlier ones are on disk, however quickly the user types.
    private var next: (changes: [PhotoChange], writing: Task<EditResult, Never>)?
    private var writing: Task<EditResult, Never>?
    private let busyIndicator: BusyIndicator

    init(
        library: any PhotoLibrary, labels: LabelNames, history: UndoHistory, notices: Notices, undoKey: String,
        clock: any Clock<Duration>
    ) {
        editing = library.editing.flatMap { $0.kinds.contains(.assessment) ? $0 : nil }
        self.labels = labels
        self.history = history
        self.notices = notices
        self.undoKey = undoKey
        busyIndicator = BusyIndicator(clock: clock)
        busyIndicator.onChange = { [notices, busyIndicator] in
            notices.show(busyIndicator.isShown ? localized("saving ratings\u{2026}") : nil, of: .assessments)
        }
    }

    /// Whether photos of the library can be assessed.
    var isAvailable: Bool { editing != nil }

    func assessment(of photo: Photo) -> Assessment {
        pending[photo.id]?.assessment ?? editing?.assessment(of: photo.id) ?? Assessment()
    }

    /// Returns the assessments of photos, without those that have none.
    func all(of photos: some Sequence<Photo>) -> [Photo.ID: Assessment] {
        guard isAvailable else { return [:] }
        return photos.reduce(into: [:]) { all, photo in
            let assessment = assessment(of: photo)
            if assessment != Assessment() { all[photo.id] = assessment }
        }
    }

    /// Returns the color of a photo's label; nil without a label or for one without a color.
    func color(of assessment: Assessment) -> ColorLabel? {
        assessment.label.flatMap { ColorLabel(name: $0, names: labels) }
    }

    /// Sets the stars of photos.
    ///
    /// - Parameter isSilent: whether the screen itself shows the result, so that no notice repeats it.
    func rate(_ photos: [Photo], _ stars: Int?, isSilent: Bool) {
        change(photos, by: .rate(stars), isSilent: isSilent)
    }

    /// Picks or rejects photos, or removes the flag if all of them have it.
    func toggle(_ flag: Assessment.Flag, of photos: [Photo], isSilent: Bool) {
        let haveFlag = photos.allSatisfy { assessment(of: $0).flag == flag }
        change(photos, by: .flag(haveFlag ? nil : flag), isSilent: isSilent)
    }

    /// Removes the flags of photos.
    func removeFlags(of photos: [Photo], isSilent: Bool) {
        change(photos, by: .flag(nil), isSilent: isSilent)
    }

    /// Labels photos, or removes the label if all of them have it.
    func toggle(_ label: ColorLabel, of photos: [Photo], isSilent: Bool) {
        let haveLabel = photos.allSatisfy { color(of: assessment(of: $0)) == label }
        change(photos, by: .label(haveLabel ? nil : labels.name(of: label)), isSilent: isSilent)
    }

    /// Waits until all changes are on disk.
    func flush() async {
        while let writing {
            _ = await writing.value
            if self.writing == writing { self.writing = nil }
        }
    }

    /// Makes an undoable change of photos.
    private func change(_ photos: [Photo], by edit: PhotoEdit, isSilent: Bool) {
        let changes = photos.map { photo in
            let old = assessment(of: photo)
            return Change(photo: photo, edit: edit, old: old, new: old.applying(edit))
        }.filter { $0.new != $0.old }
        guard !changes.isEmpty else { return }
        isInUse = true
        let writing = write(changes.map(\.forward))
        history.make { [weak self] in
            guard let self else { return nil }
            let (made, refusals) = changes.outcome(await writing.value)
            if let first = made.first, !isSilent || photos.count > 1 || !first.photo.stack.isEmpty {
                notices.post(
                    .info(UserFacingText.assessed(made.map(\.photo), first.edit, undoKey: undoKey)), about: .changes)
            }
            report(refusals)
            return made.isEmpty ? nil : undo(made)
        }
    }

    /// Returns the step that undoes changes.
    private func undo(_ changes: [Change]) -> UndoHistory.Step {
        { [weak self] in
            guard let self else { return .gone }
            let result = await write(changes.map(\.backward)).value
            let (made, refusals) = changes.outcome(result)
            report(refusals)
            // Later changes by other programs stay, and must not block the undo of older ones.
            guard let first = made.first else { return refusals.allSatisfy(\.1.isFinal) ? .lost : .failed }
            let photos = made.map(\.photo)
            return .reverted(UserFacingText.restored(photos, first.edit), photos, redo(made))
        }
    }

    /// Returns the step that redoes changes.
    private func redo(_ changes: [Change]) -> UndoHistory.Step {
        { [weak self] in
            guard let self else { return .gone }
            let (made, refusals) = changes.outcome(await write(changes.map(\.again)).value)
            report(refusals)
            guard let first = made.first else { return refusals.allSatisfy(\.1.isFinal) ? .lost : .failed }
            let photos = made.map(\.photo)
            return .reverted(
                UserFacingText.assessed(photos, first.edit, undoKey: undoKey), photos, undo(made))
        }
    }

    /// Shows assessments, and writes the changes that lead to them.
    private func write(_ steps: [Change.Step]) -> Task<EditResult, Never> {
        for step in steps {
            pending[step.photo.id] = (step.assessment, (pending[step.photo.id]?.count ?? 0) + 1)
        }
        busyIndicator.update(isBusy: true)
        let writing = submit(steps.flatMap(\.changes))
        Task { [weak self] in
            _ = await writing.value
            self?.didWrite(steps.map(\.photo.id))
        }
        onChange()
        return writing
    }

    private func didWrite(_ photos: [Photo.ID]) {
        for photo in photos {
            guard let known = pending[photo] else { continue }
            pending[photo] = known.count > 1 ? (known.assessment, known.count - 1) : nil
        }
        if pending.isEmpty { busyIndicator.update(isBusy: false) }
        onChange()
    }

    /// Adds changes to those that are written next.
    private func submit(_ changes: [PhotoChange]) -> Task<EditResult, Never> {
        if let next {
            self.next = (next.changes + changes, next.writing)
            return next.writing
        }
        let task = Task { [weak self, editing, before = writing] in
            _ = await before?.value
            guard let self, let editing, let next else { return EditResult() }
            self.next = nil
            return await editing.apply(next.changes)
        }
        next = (changes, task)
        writing = task
        return task
    }

    private func report(_ refusals: [(Photo, EditRefusal)]) {
        guard let (photo, reason) = refusals.first else { return }
        notices.post(.failure(UserFacingText.refused(photo, reason, count: refusals.count)), about: .changes)
    }
}

/// A change of one photo.
private struct Change {
    let photo: Photo
    let edit: PhotoEdit
    let old: Assessment
    let new: Assessment

    /// The assessment to show, and the changes to write.
    typealias Step = (assessment: Assessment, photo: Photo, changes: [PhotoChange])

    var forward: Step { (new, photo, [PhotoChange(photo, edit)]) }

    var backward: Step {
        (old, photo, new.edits(to: old).map { PhotoChange(photo, $0, isUndo: true, expected: new) })
    }

    /// The step that redoes the change.
    var again: Step { (new, photo, [PhotoChange(photo, edit, expected: old)]) }
}

extension EditRefusal {
    /// Whether a later attempt would be refused, too.
    fileprivate var isFinal: Bool {
        switch self {
        case .replaced, .sidecar(_, .otherValues): true
        default: false
        }
    }
}

extension [Change] {
    /// Divides the changes into those that were made and those that were refused.
    fileprivate func outcome(_ result: EditResult) -> (made: [Change], refused: [(Photo, EditRefusal)]) {
        let reasons = Dictionary(result.refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
        var (made, refused) = ([Change](), [(Photo, EditRefusal)]())
        for change in self {
            if let reason = reasons[change.photo.id] {
                refused.append((change.photo, reason))
            } else {
                made.append(change)
            }
        }
        return (made, refused)
    }
}

extension UserFacingText {
    /// Describes a change of assessments.
    fileprivate static func assessed(_ photos: [Photo], _ edit: PhotoEdit, undoKey: String) -> String {
        let count = photos.count
        let title = photos.count == 1 ? nameInBurst(photos[0]) : nil
        switch edit {
        case .rate(let stars?):
            let stars = Self.stars(stars)
            if let title { return localized("Rated \u{201C}\(title)\u{201D} \(stars) (press \(undoKey) to undo)") }
            return localized(
                count, one: "Rated \(count) photo \(stars) (press \(undoKey) to undo)",
                other: "Rated \(count) photos \(stars) (press \(undoKey) to undo)")
        case .rate(nil):
            if let title {
                return localized("Removed the stars of \u{201C}\(title)\u{201D} (press \(undoKey) to undo)")
            }
            return localized(
                count, one: "Removed the stars of \(count) photo (press \(undoKey) to undo)",
                other: "Removed the stars of \(count) photos (press \(undoKey) to undo)")
        case .flag(.rejected?):
            if let title { return localized("Rejected \u{201C}\(title)\u{201D} (press \(undoKey) to undo)") }
            return localized(
                count, one: "Rejected \(count) photo (press \(undoKey) to undo)",
                other: "Rejected \(count) photos (press \(undoKey) to undo)")
        case .flag(.picked?):
            if let title { return localized("Picked \u{201C}\(title)\u{201D} (press \(undoKey) to undo)") }
            return localized(
                count, one: "Picked \(count) photo (press \(undoKey) to undo)",
                other: "Picked \(count) photos (press \(undoKey) to undo)")
        case .flag(nil):
            if let title {
                return localized("Removed the flag of \u{201C}\(title)\u{201D} (press \(undoKey) to undo)")
            }
            return localized(
                count, one: "Removed the flag of \(count) photo (press \(undoKey) to undo)",
                other: "Removed the flags of \(count) photos (press \(undoKey) to undo)")
        case .label(let label?):
            if let title {
                return localized("Labeled \u{201C}\(title)\u{201D} \u{201C}\(label)\u{201D} (press \(undoKey) to undo)")
            }
            return localized(
                count, one: "Labeled \(count) photo \u{201C}\(label)\u{201D} (press \(undoKey) to undo)",
                other: "Labeled \(count) photos \u{201C}\(label)\u{201D} (press \(undoKey) to undo)")
        default:
            if let title {
                return localized("Removed the label of \u{201C}\(title)\u{201D} (press \(undoKey) to undo)")
            }
            return localized(
                count, one: "Removed the label of \(count) photo (press \(undoKey) to undo)",
                other: "Removed the labels of \(count) photos (press \(undoKey) to undo)")
        }
    }

    /// Describes that a change of assessments was undone.
    fileprivate static func restored(_ photos: [Photo], _ edit: PhotoEdit) -> String {
        let count = photos.count
        let title = photos.count == 1 ? name(photos[0].titleOfStack) : nil
        switch edit {
        case .rate:
            if let title { return localized("Restored the stars of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the stars of \(count) photo", other: "Restored the stars of \(count) photos")
        case .flag(.rejected?):
            if let title { return localized("Undid rejecting \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Undid rejecting \(count) photo", other: "Undid rejecting \(count) photos")
        case .flag(.picked?):
            if let title { return localized("Undid picking \u{201C}\(title)\u{201D}") }
            return localized(count, one: "Undid picking \(count) photo", other: "Undid picking \(count) photos")
        case .flag(nil):
            if let title { return localized("Restored the flag of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the flag of \(count) photo", other: "Restored the flags of \(count) photos")
        default:
            if let title { return localized("Restored the label of \u{201C}\(title)\u{201D}") }
            return localized(
                count, one: "Restored the label of \(count) photo", other: "Restored the labels of \(count) photos")
        }
    }

    /// `★★★`.
    static func stars(_ count: Int) -> String { String(repeating: "\u{2605}", count: count) }

    /// Describes why photos weren't changed.
    ///
    /// - Parameter count: the number of photos, of which `photo` is the first.
    fileprivate static func refused(_ photo: Photo, _ reason: EditRefusal, count: Int) -> String {
        let (title, reason) = (name(photo.titleOfStack), failure(reason))
        guard count > 1 else { return localized("Couldn't change \u{201C}\(title)\u{201D}: \(reason)") }
        return localized(
            count - 1, one: "Couldn't change \u{201C}\(title)\u{201D} and \(count - 1) other: \(reason)",
            other: "Couldn't change \u{201C}\(title)\u{201D} and \(count - 1) others: \(reason)")
    }
}
