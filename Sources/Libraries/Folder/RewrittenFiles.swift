import Basics
import Dispatch
import Glibc
import Synchronization

/// The pictures to which the library has written metadata. They look as before, so nothing has to be decoded again when the
/// change is noticed.
final class RewrittenFiles: Sendable {
    private struct Version: Equatable {
        let file: FileNode
        let bytes: off_t
        let modified: [Int]
        let changed: [Int]

        /// Blocks; nil if there is no file.
        init?(_ path: BytePath) {
            var status = stat()
            guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
            file = FileNode(status)
            bytes = status.st_size
            modified = [status.st_mtim.tv_sec, status.st_mtim.tv_nsec]
            changed = [status.st_ctim.tv_sec, status.st_ctim.tv_nsec]
        }
    }

    private let versions = Mutex<[BytePath: Version]>([:])
    private let writing = DispatchGroup()

    /// Call this before writing files. Their changes may be noticed before `endWriting`.
    func beginWriting() { writing.enter() }

    /// Adds the files that have been written since `beginWriting`; blocks.
    func endWriting(_ paths: [BytePath]) {
        for path in paths {
            let version = Version(path)
            versions.withLock { $0[path] = version }
        }
        writing.leave()
    }

    /// How long to wait for files that are being written. A disk may hang.
    private static let maxWait = DispatchTimeInterval.seconds(5)

    /// Returns the pictures that other programs have changed. Blocks, also while files are being written.
    ///
    /// - Parameter pictures: the names of changed pictures, by folder.
    func removed(from pictures: [BytePath: Set<BytePath>], in root: BytePath) -> [BytePath: Set<BytePath>] {
        _ = writing.wait(timeout: .now() + Self.maxWait)
        let versions = versions.withLock { $0 }
        guard !versions.isEmpty else { return pictures }
        return Dictionary(
            uniqueKeysWithValues: pictures.map { folder, names in
                let path = root.appending(folder)
                return (
                    folder,
                    names.filter { name in
                        guard let version = versions[path.appending(name)] else { return true }
                        return Version(path.appending(name)) != version
                    }
                )
            })
    }
}
