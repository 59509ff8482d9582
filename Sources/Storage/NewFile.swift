import Glibc
import Synchronization

/// A new file, written under a temporary name ending in `.part` and renamed once it is complete.
///
/// An unpublished file is removed on deinit.
public final class NewFile: Sendable {
    private let descriptor: Int32
    private let path: String
    private let temporaryPath: String

    /// UTIME_OMIT of <sys/stat.h>, a macro that Swift cannot import.
    private static let unchanged = timespec(tv_sec: 0, tv_nsec: (1 << 30) - 2)

    /// The temporary paths of all unpublished files.
    private static let unpublished = Mutex<Set<String>>([])

    /// Creates the file and its parent folders.
    /// - Parameter size: the expected number of bytes. Throws at once if the disk has less free space.
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

    /// Syncs the file, renames it to its final name, and returns the path.
    ///
    /// Never replaces an existing file: if the name is taken, a number is appended, as in `Dune 2.jpg`.
    /// - Parameters:
    ///   - modified: the modification time; nil for the current time.
    ///   - mode: the file's permissions, before the umask is applied.
    public func publish(modified: timespec? = nil, mode: mode_t = 0o666) throws(StorageFailure) -> String {
        try publish(modified: modified, mode: mode, renaming: ExclusiveRename())
    }

    func publish(
        modified: timespec? = nil, mode: mode_t = 0o666, renaming: ExclusiveRename
    ) throws(StorageFailure) -> String {
        // Ignore errors: some file systems have no permissions, or cannot store every date.
        fchmod(descriptor, mode & ~Self.creationMask)
        if let modified { futimens(descriptor, [Self.unchanged, modified]) }
        guard fsync(descriptor) == 0 else { throw .ofLastCall(on: path) }
        for number in 1...1000 {
            let name = number == 1 ? path : Self.path(path, numbered: number)
            if renaming.rename(Array(temporaryPath.utf8), to: Array(name.utf8)) {
                _ = Self.unpublished.withLock { $0.remove(temporaryPath) }
                return name
            }
            guard errno == EEXIST else { throw .ofLastCall(on: name) }
        }
        throw .ofLastCall(on: path)
    }

    /// Removes all unpublished files, before an exit that cannot wait for them.
    public static func removeUnpublished() {
        unpublished.withLock { paths in
            for path in paths { unlink(path) }
            paths = []
        }
    }

    /// Whether the file system has `size` bytes free; true if it does not report free space.
    private static func hasRoom(for size: Int, in folder: String) -> Bool {
        var status = statvfs()
        guard size > 0, statvfs(folder, &status) == 0, status.f_blocks > 0 else { return true }
        let (free, isMore) = UInt64(status.f_bavail).multipliedReportingOverflow(by: UInt64(status.f_frsize))
        return isMore || UInt64(size) <= free
    }

    /// The umask of the process, read from the kernel, or the strictest if unknown. umask(2) can read it only by
    /// setting it; files that other threads create at that moment would get the wrong permissions.
    private static let creationMask: mode_t = {
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("Umask:") }
        return line.flatMap { mode_t($0.dropFirst(6).trimmingPrefix(while: \.isWhitespace), radix: 8) } ?? 0o077
    }()

    private static func path(_ path: String, numbered number: Int) -> String {
        let name = path.lastIndex(of: "/").map { path[path.index(after: $0)...] } ?? path[...]
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path) \(number)" }
        return "\(path[..<dot]) \(number)\(path[dot...])"
    }
}
