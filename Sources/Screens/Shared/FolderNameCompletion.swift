/// Completes the name of a folder in a path that the user types.
@MainActor
final class FolderNameCompletion {
    private let copies: CopyPort
    private let notices: Notices
    private var completing: Task<Void, Never>?

    init(copies: CopyPort, notices: Notices) {
        self.copies = copies
        self.notices = notices
    }

    /// Completes the folder name before the cursor to the common prefix of all matches.
    ///
    /// - Parameters:
    ///   - current: returns the path at that moment; if the user has typed on, nothing happens.
    ///   - show: called with the new path and, if there are several, the matching folders.
    func complete(
        _ typed: TextField, current: @escaping @MainActor () -> TextField?,
        show: @escaping @MainActor (_ path: TextField, _ matches: [String]) -> Void
    ) {
        cancel()
        completing = Task { [copies, notices] in
            let folders = await copies.folders(typed.head)
            guard !Task.isCancelled, current() == typed else { return }
            guard let first = folders.first else { return notices.explain(.noSuchFolder) }
            var path = typed
            path.complete(folders.dropFirst().reduce(first) { $0.commonPrefix(with: $1) })
            show(path, folders.count > 1 ? folders : [])
        }
    }

    func cancel() {
        completing?.cancel()
    }
}
