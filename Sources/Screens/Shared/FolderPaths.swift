import Albums
import Basics

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
            path.complete(folders.dropFirst().reduce(first) { String(zip($0, $1).prefix { $0 == $1 }.map(\.0)) })
            show(path, folders.count > 1 ? folders : [])
        }
    }

    func cancel() {
        completing?.cancel()
    }
}

/// The paths of folders as the user types and reads them: `~` is the home folder, and a relative path begins in the folder of
/// the photo.
struct FolderPaths: Sendable {
    let home: String
    /// The folder of the photo, with a trailing slash; that of the user if its path isn't UTF-8.
    private let folder: String

    init(home: String, photo: Photo) {
        self.home = home
        let path = photo.file?.lastIndex(of: UInt8(ascii: "/")).flatMap { end in
            photo.file.flatMap { String(validating: $0[...end], as: UTF8.self) }
        }
        folder = path ?? home + "/"
    }

    /// The path that the user continues.
    var start: String { HomePath.abbreviated(folder, home: home) }

    /// Returns the absolute path of a typed one, without a trailing slash.
    func absolute(_ typed: String) -> String {
        var path = HomePath.absolute(typed, in: folder, home: home)
        while path.count > 1, path.hasSuffix("/") { path.removeLast() }
        return path
    }

    /// Whether a path contains `.`, `..` or repeated slashes.
    static func hasDots(_ path: String) -> Bool {
        path != "/"
            && path.split(separator: "/", omittingEmptySubsequences: false).dropFirst().contains {
                ["", ".", ".."].contains($0)
            }
    }
}
