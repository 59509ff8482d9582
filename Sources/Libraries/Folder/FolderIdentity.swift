import Basics
import CFileShims
import Glibc

/// Identifies a folder, whatever its path or contents.
struct FolderIdentity: Hashable, Sendable {
    let node: FileNode
    /// In nanoseconds since 1970; 0 if unknown. A new folder may have the inode of one that was deleted.
    private let created: Int64

    /// Identifies the folder that a path leads to; nil with `errno` set if there is none. Blocks.
    init?(at path: BytePath) {
        guard let node = FileNode(at: path) else { return nil }
        self.node = node
        created = path.withCPath(file_birth_time)
    }

    /// Whether this folder, now at a path, has replaced the former one. Blocks.
    func replaces(_ former: FolderIdentity, at path: BytePath) -> Bool {
        if created != former.created { return true }
        if node == former.node { return false }
        // File systems without inodes number their folders anew.
        return node.device != former.node.device || path.keepsInodes
    }
}

extension BytePath {
    /// Whether files in the folder at this path keep their inode numbers. Blocks.
    var keepsInodes: Bool {
        let descriptor = withCPath { open($0, O_RDONLY | O_DIRECTORY | O_NONBLOCK | O_CLOEXEC) }
        defer { close(descriptor) }
        return file_system_keeps_inodes(descriptor) != 0
    }
}
