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
