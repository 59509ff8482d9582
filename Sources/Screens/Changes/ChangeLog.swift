import Albums
import FoundationEssentials
import Localization

/// The user's changes, which can be undone and redone, also in later runs.
///
/// All changes run one after another, in the order of the user's commands. The log posts the notices about them.
@MainActor
final class ChangeLog {
    /// A change; `made` is nil until it has been made.
    private struct Entry {
        let id: String
        var made: MadeChange?
    }

    /// Applies a change.
    var apply: (Change) async -> ChangeResult = { _ in ChangeResult() }
    /// Called with the photos of a change that was undone or redone.
    var onRevert: ([Photo]) -> Void = { _ in }

    private var undoable: [Entry] = []
    private var redoable: [Entry] = []
    /// The number of changes made so far, without those undone or redone.
    private var additions = 0
    /// Whether the changes of earlier runs have been loaded.
    private var hasEarlier = false
    private let port: ChangesPort
    /// Nil if the library makes no changes. Its journal of files also has those of earlier runs.
    private let editing: (any PhotoEditing)?
    private let notices: Notices
    /// The label of the key that undoes a change.
    private let undoKey: String
    private let changes = ChangeQueue()
    private let storing = ChangeQueue()

    private static let maxEntries = 1000

    init(port: ChangesPort, editing: (any PhotoEditing)?, notices: Notices, undoKey: String) {
        self.port = port
        self.editing = editing
        self.notices = notices
        self.undoKey = undoKey
    }

    /// Makes a change after the earlier ones. Changes undone before can no longer be redone.
    ///
    /// - Parameters:
    ///   - isSilent: whether the screen itself shows the result, so that no notice repeats it.
    ///   - text: the notice, if it isn't the one of the change.
    ///   - note: follows the notice.
    func make(
        isSilent: Bool = false, text: String? = nil, note: String? = nil,
        _ change: @escaping @MainActor () async -> ChangeResult
    ) {
        let id = add(nil)
        changes.add { [weak self] in
            let result = await change()
            guard let self else { return }
            report(result)
            guard let index = undoable.lastIndex(where: { $0.id == id }) else { return }
            undoable[index].made = result.made
            guard let made = result.made else { return _ = undoable.remove(at: index) }
            store(made, as: id)
            let canceled = result.refusals.count { $0.reason.isCanceled }
            guard !isSilent || canceled > 0 else { return }
            let text = withUndoKey(text ?? UserFacingText.made(made.change, fileCount: result.fileCount))
            let notice = [text, note].compactMap { $0 }.joined(separator: " \u{00B7} ")
            let done = made.change.photos.count
            post(canceled == 0 ? notice : localized("\(notice) \u{00B7} canceled after \(done) of \(done + canceled)"))
        }
    }

    /// Records a change that has just been made, without waiting for earlier ones.
    func record(_ made: MadeChange, isSilent: Bool) {
        store(made, as: add(made))
        if !isSilent { post(withUndoKey(UserFacingText.made(made.change))) }
    }

    /// Undoes the last change.
    func undo() {
        changes.add { [weak self, before = additions] in
            guard let self else { return }
            if !hasEarlier, undoable.allSatisfy({ $0.made == nil }) { await loadEarlier() }
            await revert(\.undoable, to: \.redoable, before: before, orSay: localized("Nothing to undo")) { change, _ in
                UserFacingText.undone(change)
            }
        }
    }

    /// Redoes the last undone change.
    func redo() {
        changes.add { [weak self, before = additions] in
            guard let self else { return }
            await revert(\.redoable, to: \.undoable, before: before, orSay: localized("Nothing to redo")) {
                withUndoKey(UserFacingText.made($0, fileCount: $1))
            }
        }
    }

    /// Waits until all changes have been made and logged.
    func flush() async {
        await changes.flush()
        await storing.flush()
    }

    /// The photos that undo marks again.
    var unmarked: [Photo] {
        undoable.flatMap { entry -> [Photo] in
            if case .mark(let photos) = entry.made?.inverse { photos } else { [] }
        }
    }

    /// Lets changes of marks follow photos that have other IDs now.
    func follow(_ successor: (Photo) -> Photo) {
        for (index, entry) in undoable.enumerated() {
            if case .mark(let photos) = entry.made?.inverse {
                let photos = photos.map(successor)
                undoable[index].made = MadeChange(.unmark(photos), inverse: .mark(photos))
            }
        }
    }

    private func add(_ made: MadeChange?) -> String {
        redoable = []
        additions += 1
        undoable = undoable.suffix(Self.maxEntries - 1) + [Entry(id: UUID().uuidString, made: made)]
        return undoable.last?.id ?? ""
    }

    /// Applies the inverse of the last change that has one, and moves that change to the other list.
    ///
    /// - Parameter before: the number of additions when the user pressed the key.
    private func revert(
        _ entries: ReferenceWritableKeyPath<ChangeLog, [Entry]>,
        to others: ReferenceWritableKeyPath<ChangeLog, [Entry]>,
        before: Int, orSay text: String, words: (_ change: Change, _ fileCount: Int) -> String
    ) async {
        while let last = self[keyPath: entries].last(where: { $0.made != nil }), let made = last.made {
            let result = await apply(made.inverse)
            report(result)
            // Changes by other programs stay, and must not block the undo of older ones.
            guard result.made != nil || result.refusals.allSatisfy(\.reason.isFinal) else { return }
            self[keyPath: entries].removeAll { $0.id == last.id }
            if isLogged(made.change) {
                let files = result.made?.inverse.files ?? [:]
                storing.add { [port] in await port.remove(last.id, files) }
            }
            guard let reverted = result.made else {
                // Without a refusal, nothing was left to undo.
                if result.refusals.isEmpty { continue }
                return
            }
            let change = made.change.limited(to: reverted.change.photos)
            let again = MadeChange(change, inverse: reverted.inverse)
            // Changes made since the key press stay the latest ones, and nothing can be redone after them.
            let newer = additions - before
            if others == \.undoable {
                undoable.insert(Entry(id: last.id, made: again), at: max(0, undoable.count - newer))
                store(again, as: last.id)
            } else if newer == 0 {
                redoable.append(Entry(id: last.id, made: again))
            }
            post(words(change, result.fileCount))
            return onRevert(reverted.change.photos)
        }
        post(text)
    }

    /// Reports photos that weren't changed, unless the user has canceled the change.
    private func report(_ result: ChangeResult) {
        let refusals = result.refusals.filter { !$0.reason.isCanceled }
        if let (photo, reason) = refusals.first {
            // Another notice reports the photos that were changed.
            notices.post(
                .failure(UserFacingText.refused(result.edit, photo, reason, count: refusals.count)),
                about: result.made == nil ? .changes : nil)
        } else if !result.refusals.isEmpty, result.made == nil {
            post(localized("Canceled"))
        }
    }

    private func withUndoKey(_ text: String) -> String { localized("\(text) (press \(undoKey) to undo)") }

    private func post(_ text: String) {
        notices.post(.info(text), about: .changes)
    }

    /// Keeps a change for later runs.
    private func store(_ made: MadeChange, as id: String) {
        guard isLogged(made.change) else { return }
        let logged = LoggedChange(id: id, date: .now, made: made)
        storing.add { [port] in await port.add(logged) }
    }

    /// Whether the log keeps a change for later runs. The journal of files keeps changes of files.
    private func isLogged(_ change: Change) -> Bool {
        switch change {
        case .edit: change.edit?.kind.isOfFiles == false && editing?.keepsChanges == true
        case .favorites: true
        case .restore, .mark, .unmark: false
        }
    }

    /// Loads the changes of earlier runs, the latest last.
    private func loadEarlier() async {
        hasEarlier = true
        await storing.flush()
        let logged = await port.load()
        let ofFiles = await (editing?.earlierChanges() ?? []).map { change in
            LoggedChange(
                id: UUID().uuidString, date: change.date ?? .distantPast,
                made: MadeChange(Change(change.edit, of: change.photos), inverse: .restore(change)))
        }
        let earlier = (logged + ofFiles).sorted { $0.date < $1.date }.map { Entry(id: $0.id, made: $0.made) }
        // The user may have made changes meanwhile.
        undoable = earlier + undoable
    }
}

/// The result of applying a change.
struct ChangeResult {
    /// The requested edit; nil for changes outside the library, such as marks.
    var edit: PhotoEdit?
    /// The part that was made; nil if none was.
    var made: MadeChange?
    /// The photos that weren't changed, and why.
    var refusals: [(photo: Photo, reason: EditRefusal)] = []
    /// The number of files that were moved or copied.
    var fileCount = 0
}

extension ChangeResult {
    /// The result of a change that the user has canceled before it was made.
    init(canceling photos: [Photo]) {
        refusals = photos.map { ($0, .canceled) }
    }

    /// The part of a library's result that concerns a change.
    init(_ result: EditResult, of change: Change) {
        let reasons = Dictionary(result.refusals.map { ($0.key.photo, $0.value) }) { first, _ in first }
        edit = change.edit
        refusals = change.photos.compactMap { photo in reasons[photo.id].map { (photo, $0) } }
        fileCount = result.fileCount
        let ids = Set(result.inverse.map(\.photo)).subtracting(reasons.keys)
        let changed = change.photos.filter { ids.contains($0.id) }
        guard !changed.isEmpty else { return }
        let concerned = Set(changed.map(\.id))
        made = MadeChange(
            change.limited(to: changed),
            inverse: .edit(changed, result.inverse.filter { concerned.contains($0.photo) }))
    }
}

/// Runs changes one after another, in the order of the user's commands.
@MainActor
final class ChangeQueue {
    private var last: Task<Void, Never>?

    /// Runs a change once those before it are done.
    func add(_ change: @escaping @MainActor () async -> Void) {
        last = Task { [before = last] in
            await before?.value
            await change()
        }
    }

    /// Waits until all changes are done.
    func flush() async {
        while let last {
            await last.value
            if self.last == last { self.last = nil }
        }
    }
}
