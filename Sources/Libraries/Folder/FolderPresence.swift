import Basics
import Glibc

/// Whether the opened folder is there. A card may have been pulled out.
struct FolderPresence: Sendable {
    private let root: BytePath
    /// The folder at the last look; nil if it didn't exist then.
    private var identity: FolderIdentity?
    /// Whether the library waits for the return of the folder.
    var isAwaited = false
    private var isReplaced = false

    init(of root: BytePath) {
        self.root = root
        identity = FolderIdentity(at: root)
    }

    /// Returns whether the folder is there; true if it never was, because its contents come from elsewhere then.
    mutating func check() -> Bool {
        guard let identity else { return true }
        guard let current = FolderIdentity(at: root) else { return false }
        // A card's mount point remains as an empty folder when the card is pulled out.
        guard current.node.device == identity.node.device || !isEmpty else { return false }
        if current.replaces(identity, at: root) { isReplaced = true }
        self.identity = current
        return true
    }

    /// Returns whether `check` has found another folder since the last call.
    mutating func takeReplacement() -> Bool {
        defer { isReplaced = false }
        return isReplaced
    }

    private var isEmpty: Bool {
        guard let folder = root.withCPath({ opendir($0) }) else { return true }
        defer { closedir(folder) }
        var isEmpty = true
        FolderEntries.read(folder) { _, _, _ in isEmpty = false }
        return isEmpty
    }
}
