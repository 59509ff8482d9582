import Basics
import Glibc

/// Whether the opened folder is there. A card may have been pulled out.
struct FolderPresence: Sendable {
    private let root: BytePath
    /// The device at the last look; nil if the folder didn't exist then.
    private var device: dev_t?
    /// Whether the library waits for the return of the folder.
    var isAwaited = false

    init(of root: BytePath) {
        self.root = root
        device = Self.device(of: root)
    }

    /// Returns whether the folder is there; true if it never was, because its contents come from elsewhere then.
    mutating func check() -> Bool {
        guard let device else { return true }
        guard let current = Self.device(of: root) else { return false }
        // The mount point of a card stays when that is pulled out.
        guard current == device || !isEmpty else { return false }
        self.device = current
        return true
    }

    private static func device(of root: BytePath) -> dev_t? {
        var status = stat()
        return root.withCPath { stat($0, &status) } == 0 ? status.st_dev : nil
    }

    private var isEmpty: Bool {
        guard let folder = root.withCPath({ opendir($0) }) else { return true }
        defer { closedir(folder) }
        var isEmpty = true
        FolderEntries.read(folder) { _, _, _ in isEmpty = false }
        return isEmpty
    }
}
