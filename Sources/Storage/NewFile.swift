import CFileShims
import Glibc
import Synchronization

/// A file that did not exist before, written under a temporary name that ends in `.part` and named once it is complete.
///
/// A file that is never published leaves nothing.
public final class NewFile: Sendable {
    private let descriptor: Int32
    private let path: String
    private let temporaryPath: String

    /// UTIME_OMIT of <sys/stat.h>, a macro that Swift does not see.
    private static let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)

    /// The temporary names of all files that are being written.
    private static let unpublished = Mutex<Set<String>>([])

    /// Creates the file, and the folders it is in.
    /// - Parameter size: the number of bytes that will be written; more than the disk has free fails at once.
    public init(at path: String, size: Int = 0) throws(StorageFailure) {
        try SmallFile.makeFolders(of: path)
        let folder = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
        guard Self.hasRoom(for: size, in: String(folder)) else {
            errno = ENOSPC
            throw .ofLastCall(on: path)
        }
        let ending = ".part"
        var template = Array("\(folder)/.tintype-XXXXXX\(ending)".utf8CString)
        descriptor = mkstemps(&template, Int32(ending.utf8.count))
        guard descriptor >= 0 else { throw .ofLastCall(on: path) }
        _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
        self.path = path
        temporaryPath = template.withUnsafeBufferPointer { String(cString: $0.baseAddress.unsafelyUnwrapped) }
        _ = Self.unpublished.withLock { [temporaryPath] in $0.insert(temporaryPath) }
    }

    deinit {
        close(descriptor)
        if Self.unpublished.withLock({ $0.remove(temporaryPath) }) != nil { unlink(temporaryPath) }
    }

    /// Appends bytes.
    public func write(_ bytes: UnsafeRawBufferPointer) throws(StorageFailure) {
        guard SmallFile.writeAll(bytes, to: descriptor) else { throw .ofLastCall(on: path) }
    }

    /// Gives the file its name, waits for the disk, and returns the path.
    ///
    /// Never replaces a file: where one has the name, the new one gets a number, as in `Dune 2.jpg`.
    /// - Parameters:
    ///   - modified: when its content was last changed; now, where that is nil.
    ///   - mode: what others may do with it, as far as the process allows.
    public func publish(modified: timespec? = nil, mode: mode_t = 0o666) throws(StorageFailure) -> String {
        // Not every file system knows permissions, or every date.
        fchmod(descriptor, mode & ~Self.creationMask)
        if let modified { futimens(descriptor, [Self.unchanged, modified]) }
        guard fsync(descriptor) == 0 else { throw .ofLastCall(on: path) }
        for number in 1...1000 {
            let name = number == 1 ? path : Self.path(path, numbered: number)
            if Self.move(temporaryPath, to: name) {
                _ = Self.unpublished.withLock { $0.remove(temporaryPath) }
                return name
            }
            guard errno == EEXIST else { throw .ofLastCall(on: name) }
        }
        throw .ofLastCall(on: path)
    }

    /// Removes all files that are being written, before a process ends that cannot wait for them.
    public static func removeUnpublished() {
        unpublished.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
        }
    }

    /// Renames a file unless the new name is taken, which sets `errno` to EEXIST.
    private static func move(_ path: String, to name: String) -> Bool {
        if link(path, name) == 0 {
            unlink(path)
            return true
        }
        if errno == EEXIST { return false }
        // FAT, exFAT and many network file systems have no hard links.
        if file_rename_exclusively(path, name) == 0 { return true }
        guard [EINVAL, ENOSYS, EOPNOTSUPP, EPERM].contains(errno) else { return false }
        let reserved = open(name, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
        guard reserved >= 0 else { return false }
        close(reserved)
        if rename(path, name) == 0 { return true }
        let error = errno
        unlink(name)
        errno = error
        return false
    }

    /// Whether a file system has so many bytes free; true where it does not say.
    private static func hasRoom(for size: Int, in folder: String) -> Bool {
        var status = statvfs()
        guard size > 0, statvfs(folder, &status) == 0, status.f_blocks > 0 else { return true }
        let (free, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore || UInt64(size) <= free
    }

    /// What the process lets nobody do with its new files; it can only be read by setting it.
    private static var creationMask: mode_t {
        let mask = umask(0o077)
        umask(mask)
        return mask
    }

    private static func path(_ path: String, numbered number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path) \(number)" }
        return "\(path[..<dot]) \(number)\(path[dot...])"
    }
}
