import TerminalUI

/// Input that is typed ahead: it waits for code that asks the user, until a dialog opens, and after the answer until the
/// asker has continued.
@MainActor
final class TypeAhead {
    /// Handles input that has waited.
    var handle: (InputEvent) -> Void = { _ in }

    private var waiting: [InputEvent] = []
    /// The numbers of the holds in effect.
    private var holds: Set<Int> = []
    private var lastHold = 0
    /// The last lookup, which can be canceled while it holds input.
    private var lookup: (hold: Int, task: Task<Void, Never>)?

    /// Keeps input while something holds it. Returns whether it was kept.
    func keep(_ event: InputEvent) -> Bool {
        if !holds.isEmpty { waiting.append(event) }
        return !holds.isEmpty
    }

    /// Lets input wait until it is released, or a dialog opens.
    func hold() -> Int {
        lastHold += 1
        holds.insert(lastHold)
        return lastHold
    }

    /// Handles the input that has waited, unless something else holds it, or does so again.
    func release(from hold: Int) {
        holds.remove(hold)
        release()
    }

    /// Handles the input that has waited for a dialog.
    func dialogOpened() {
        holds = []
        release()
    }

    private func release() {
        guard holds.isEmpty else { return }
        let events = waiting
        waiting = []
        for event in events { handle(event) }
    }

    /// Runs code that holds input; while it does, `cancelLookup` can cancel it.
    func lookUp(_ lookUp: @escaping @MainActor () async -> Void) {
        let hold = hold()
        let task = start(lookUp, releasing: hold)
        if holds.contains(hold) { lookup = (hold, task) }
    }

    /// Runs code that holds input, and that the user can't cancel.
    func run(_ dialogue: @escaping @MainActor () async -> Void) {
        start(dialogue, releasing: hold())
    }

    @discardableResult
    private func start(
        _ code: @escaping @MainActor () async -> Void, releasing hold: Int
    ) -> Task<Void, Never> {
        // The task begins later if no other task runs, as when a key has been read.
        Task.immediate {
            await code()
            release(from: hold)
        }
    }

    /// Cancels the lookup for which input waits, and drops that input. Returns whether there was one.
    func cancelLookup() -> Bool {
        guard let lookup, holds.remove(lookup.hold) != nil else { return false }
        lookup.task.cancel()
        waiting = []
        return true
    }
}
