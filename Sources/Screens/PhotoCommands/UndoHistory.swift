import Albums
import Localization

/// The user's changes that can be undone, and the undone ones that can be redone.
///
/// All changes run one after another, in the order of the user's commands.
@MainActor
final class UndoHistory {
    /// Undoes a change.
    typealias Step = @MainActor () async -> Outcome

    /// The result of undoing a change.
    enum Outcome {
        /// The notice, the photos, and the step that redoes the change.
        case reverted(String, [Photo], Step)
        /// Nothing is left to undo; the change before it is undone instead.
        case gone
        /// The change can never be undone, which has been reported.
        case lost
        /// The failure has been reported, and the step may be tried again.
        case failed
    }

    /// A change; its step is nil until it has been made.
    private struct Entry {
        let id: Int
        var step: Step?
    }

    /// Returns the steps that undo changes of earlier runs, the latest last. Called once, when this run's changes are
    /// all undone.
    var loadEarlier: (() async -> [Step])?

    /// Called with the photos of a change that was undone or redone.
    var onRevert: ([Photo]) -> Void = { _ in }

    private var undoable: [Entry] = []
    private var redoable: [Entry] = []
    private var lastID = 0
    private let changes = ChangeQueue()
    private let notices: Notices

    private static let maxEntries = 1000

    init(notices: Notices) {
        self.notices = notices
    }

    /// Records a change that the user has just made. Changes undone before can no longer be redone.
    func record(_ step: @escaping Step) {
        _ = add(step)
    }

    /// Makes a change after the earlier ones.
    ///
    /// - Parameter change: returns the step that undoes it; nil if it has failed, which it has reported.
    func make(_ change: @escaping @MainActor () async -> Step?) {
        let id = add(nil)
        changes.add { [weak self] in
            let step = await change()
            guard let self, let index = undoable.lastIndex(where: { $0.id == id }) else { return }
            if let step { undoable[index].step = step } else { undoable.remove(at: index) }
        }
    }

    /// Undoes the last change.
    func undo() {
        changes.add { [weak self] in
            guard let self else { return }
            if undoable.isEmpty, let loadEarlier {
                self.loadEarlier = nil
                for step in await loadEarlier() {
                    lastID += 1
                    undoable.append(Entry(id: lastID, step: step))
                }
            }
            await revert(\.undoable, to: \.redoable, orSay: localized("Nothing to undo"))
        }
    }

    /// Redoes the last undone change.
    func redo() {
        changes.add { [weak self] in await self?.revert(\.redoable, to: \.undoable, orSay: localized("Nothing to redo"))
        }
    }

    /// Waits until all changes have been made.
    func flush() async {
        await changes.flush()
    }

    private func add(_ step: Step?) -> Int {
        lastID += 1
        redoable = []
        undoable = undoable.suffix(Self.maxEntries - 1) + [Entry(id: lastID, step: step)]
        return lastID
    }

    private func revert(
        _ entries: ReferenceWritableKeyPath<UndoHistory, [Entry]>,
        to others: ReferenceWritableKeyPath<UndoHistory, [Entry]>, orSay text: String
    ) async {
        while let last = self[keyPath: entries].last(where: { $0.step != nil }), let step = last.step {
            let outcome = await step()
            if case .failed = outcome { return }
            self[keyPath: entries].removeAll { $0.id == last.id }
            if case .lost = outcome { return }
            guard case .reverted(let sentence, let photos, let inverse) = outcome else { continue }
            self[keyPath: others].append(Entry(id: last.id, step: inverse))
            notices.post(.info(sentence), about: .changes)
            return onRevert(photos)
        }
        notices.post(.info(text), about: .changes)
    }
}

/// Runs changes one after another, in the order of the user's commands.
@MainActor
final class ChangeQueue {
    private var last: Task<Void, Never>?
    /// The number of changes that aren't done yet.
    private(set) var count = 0

    /// Runs a change once those before it are done.
    func add(_ change: @escaping @MainActor () async -> Void) {
        count += 1
        last = Task { [before = last] in
            await before?.value
            await change()
            count -= 1
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
