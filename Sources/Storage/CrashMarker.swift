import Basics
import Glibc

/// A lock file that exists while the program runs.
///
/// An unlocked lock file was left behind by a run that crashed or was killed.
/// The kernel releases the lock however the process ends, so process IDs need not be compared.
public final class CrashMarker {
    private static let prefix = "running-"
    /// The prefix of a file that isn't locked yet.
    static let hiddenPrefix = ".running-"
    /// In bytes; larger than any address.
    private static let maxSize = 64 << 10

    private let descriptor: Int32
    private let path: String

    /// Creates the lock file of this process, with the address of its library; nil if that fails.
    public init?(library: String, folder: String = UserFolder.state.path) {
        path = "\(folder)/\(Self.prefix)\(getpid())"
        // Created under a hidden name, so that other instances cannot find the file before it is locked.
        let hidden = "\(folder)/\(Self.hiddenPrefix)\(getpid())"
        guard (try? SmallFile.makeFolders(of: path)) != nil else { return nil }
        descriptor = open(hidden, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { return nil }
        let isMarked =
            flock(descriptor, LOCK_EX | LOCK_NB) == 0
            && Array(library.utf8).withUnsafeBytes { SmallFile.writeAll($0, to: descriptor) }
            && rename(hidden, path) == 0
        guard isMarked else {
            unlink(hidden)
            return nil
        }
    }

    /// Removes the lock file on a normal exit.
    public func remove() {
        unlink(path)
    }

    deinit {
        close(descriptor)
    }

    /// Returns the libraries of runs that ended unexpectedly, and removes their lock files.
    public static func collectCrashedLibraries(in folder: String = UserFolder.state.path) -> Set<String> {
        guard let stream = opendir(folder) else { return [] }
        defer { closedir(stream) }
        var libraries: Set<String> = []
        FolderEntries.read(stream) { name, _, _ in
            let name = String(decoding: name, as: UTF8.self)
            guard name.hasPrefix(prefix) else { return }
            let path = "\(folder)/\(name)"
            let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW)
            guard descriptor >= 0 else { return }
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { return }
            if let file = try? SmallFile.contents(of: descriptor, atMost: maxSize), !file.bytes.isEmpty,
                file.isTrustworthy(for: geteuid())
            {
                libraries.insert(String(decoding: file.bytes, as: UTF8.self))
            }
            unlink(path)
        }
        return libraries
    }
}
