import Basics
import Dispatch
import Glibc
import Synchronization

/// The pictures to which the library has written metadata. They look the same, so noticing the write need not decode
/// them again, and photos listed before the write can still be changed.
final class RewrittenFiles: Sendable {
    private struct File {
        let identity: FileIdentity
        /// The files that this file has replaced.
        let former: Set<FileNode>
    }

    private let files = Mutex<[BytePath: File]>([:])
    private let writing = DispatchGroup()

    /// Call this before writing files. Their changes may be noticed before `endWriting`.
    func beginWriting() { writing.enter() }

    /// Adds the files that have been written since `beginWriting`; blocks.
    ///
    /// - Parameter written: the paths of the files, each with the file that it replaced; nil if unknown.
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

    /// Returns the inode of a file that the library has written at a path.
    func inode(at path: BytePath) -> ino_t? { files.withLock { $0[path].map { ino_t($0.identity.node.inode) } } }

    /// Whether the library wrote this file in place of another one.
    func has(_ file: FileIdentity, at path: BytePath, madeOf old: FileNode) -> Bool {
        files.withLock { $0[path].map { $0.identity == file && $0.former.contains(old) } ?? false }
    }

    /// How long to wait for files that are being written. A disk may hang.
    private static let maxWait = DispatchTimeInterval.seconds(5)

    /// Returns the pictures that other programs have changed. Blocks, and waits for files that are being written.
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
