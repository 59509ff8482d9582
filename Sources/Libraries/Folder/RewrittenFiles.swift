import Basics
import Dispatch
import Glibc
import Synchronization

/// The pictures to which the library has written metadata. They look as before, so nothing has to be decoded again when the
/// change is noticed, and changes of the photos that were listed before may be made to them.
final class RewrittenFiles: Sendable {
    private struct File {
        let identity: FileIdentity
        /// The files that it has replaced.
        let former: Set<FileNode>
    }

    private let files = Mutex<[BytePath: File]>([:])
    private let writing = DispatchGroup()

    /// Call this before writing files. Their changes may be noticed before `endWriting`.
    func beginWriting() { writing.enter() }

    /// Adds the files that have been written since `beginWriting`; blocks.
    ///
    /// - Parameter written: their paths, with the files that were there before; nil for unknown ones.
    func endWriting(_ written: [(path: BytePath, old: FileNode?)]) {
        for (path, old) in written {
            let identity = FileIdentity(at: path)
            files.withLock { files in
                let known = files[path].flatMap { $0.identity.node == old ? $0.former : nil } ?? []
                files[path] = identity.map { File(identity: $0, former: known.union(old.map { [$0] } ?? [])) }
            }
        }
        writing.leave()
    }

    /// Returns the inode of a file at a path that the library has written.
    func inode(at path: BytePath) -> ino_t? { files.withLock { $0[path].map { ino_t($0.identity.node.inode) } } }

    /// Whether the library wrote this file in place of another one.
    func has(_ file: FileIdentity, at path: BytePath, madeOf old: FileNode) -> Bool {
        files.withLock { $0[path].map { $0.identity == file && $0.former.contains(old) } ?? false }
    }

    /// How long to wait for files that are being written. A disk may hang.
    private static let maxWait = DispatchTimeInterval.seconds(5)

    /// Returns the pictures that other programs have changed. Blocks, also while files are being written.
    ///
    /// - Parameter pictures: the names of changed pictures, by folder.
    func removed(from pictures: [BytePath: Set<BytePath>], in root: BytePath) -> [BytePath: Set<BytePath>] {
        _ = writing.wait(timeout: .now() + Self.maxWait)
        let files = files.withLock { $0 }
        guard !files.isEmpty else { return pictures }
        return Dictionary(
            uniqueKeysWithValues: pictures.map { folder, names in
                let path = root.appending(folder)
                return (
                    folder,
                    names.filter { name in
                        guard let file = files[path.appending(name)] else { return true }
                        return FileIdentity(at: path.appending(name)) != file.identity
                    }
                )
            })
    }
}
