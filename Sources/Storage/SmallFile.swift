import Basics
import Glibc

/// Reads and writes whole files of limited size.
enum SmallFile {
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The size of a file in bytes; nil if it is missing.
    static func size(of path: String) -> Int? {
        var status = stat()
        return stat(path, &status) == 0 ? Count(status.st_size).value : nil
    }

    /// The contents of a file, its owner and its permissions, all from one descriptor: the path may lead to another
    /// file at any time.
    struct Contents {
        let bytes: [UInt8]
        let owner: uid_t
        let permissions: mode_t

        /// Whether the file belongs to `user` or root.
        func belongs(to user: uid_t) -> Bool { [user, 0].contains(owner) }

        /// Whether only `user` and root can have written the file.
        func isTrustworthy(for user: uid_t) -> Bool { belongs(to: user) && permissions & 0o022 == 0 }
    }

    enum ReadFailure: Error {
        case missing
        /// The file cannot be read, or is not a regular file.
        case unreadable
        case tooLarge
    }

    /// Returns the contents of a regular file; nil if it cannot be read or exceeds `limit` bytes.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        (try? contents(of: path, atMost: limit))?.bytes
    }

    /// Reads a regular file of at most `limit` bytes.
    ///
    /// - Parameter folder: the descriptor of the folder that relative paths start from.
    static func contents(
        of path: String, atMost limit: Int, in folder: Int32 = AT_FDCWD, followsLinks: Bool = true
    ) throws(ReadFailure) -> Contents {
        // Nonblocking, because opening a FIFO would block until it has a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = openat(folder, path, flags)
        guard descriptor >= 0 else { throw errno == ENOENT ? .missing : .unreadable }
        defer { close(descriptor) }
        return try contents(of: descriptor, atMost: limit)
    }

    static func contents(of descriptor: Int32, atMost limit: Int) throws(ReadFailure) -> Contents {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size >= 0 else {
            throw .unreadable
        }
        guard status.st_size <= limit else { throw .tooLarge }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        guard count >= 0 else { throw .unreadable }
        return Contents(
            bytes: Array(bytes.prefix(count)), owner: status.st_uid, permissions: status.st_mode & 0o7777)
    }

    /// Replaces the file at `path` atomically, with mode 0600, and creates its parent folders.
    ///
    /// Syncs the file before renaming it: readers see the old or the new contents, even after a power failure.
    static func write(_ bytes: [UInt8], to path: String) throws(StorageFailure) {
        try makeFolders(of: path)
        var temporaryPath = Array("\(path).XXXXXX".utf8CString)
        let descriptor = mkstemp(&temporaryPath)
        guard descriptor >= 0 else { throw .ofLastCall(on: path) }
        let isWritten = bytes.withUnsafeBytes { writeAll($0, to: descriptor) } && fsync(descriptor) == 0
        let failure = StorageFailure.ofLastCall(on: path)
        guard close(descriptor) == 0, isWritten else {
            unlink(temporaryPath)
            throw failure
        }
        guard rename(temporaryPath, path) == 0 else {
            let failure = StorageFailure.ofLastCall(on: path)
            unlink(temporaryPath)
            throw failure
        }
    }

    /// Replaces a file in an open folder atomically, with mode 0600; returns false with `errno` set on failure.
    ///
    /// Doesn't sync: after a power failure, the file may be damaged.
    static func replace(_ name: String, with bytes: [UInt8], in folder: Int32) -> Bool {
        guard let (temporaryName, descriptor) = makeTemporary(for: name, in: folder) else { return false }
        let isWritten = bytes.withUnsafeBytes { writeAll($0, to: descriptor) }
        var error = isWritten ? 0 : errno
        if close(descriptor) != 0, error == 0 { error = errno }
        if error == 0, renameat(folder, temporaryName, folder, name) != 0 { error = errno }
        guard error != 0 else { return true }
        unlinkat(folder, temporaryName, 0)
        errno = error
        return false
    }

    /// Whether the part of a name after a dot is that of a temporary file.
    static func isTemporarySuffix(_ suffix: some StringProtocol) -> Bool {
        suffix.utf8.count == suffixLength && suffix.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
    }

    /// The length of a temporary file's random suffix.
    private static let suffixLength = 6
    private static let suffixCharacters = Array("abcdefghijklmnopqrstuvwxyz0123456789")

    private static func makeTemporary(for name: String, in folder: Int32) -> (name: String, descriptor: Int32)? {
        for _ in 0..<100 {
            let suffix = String((0..<suffixLength).compactMap { _ in suffixCharacters.randomElement() })
            let descriptor = openat(folder, "\(name).\(suffix)", O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
            if descriptor >= 0 { return ("\(name).\(suffix)", descriptor) }
            guard errno == EEXIST else { return nil }
        }
        return nil
    }

    /// Writes all bytes; returns false with `errno` set on failure.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var remainder = bytes
        while !remainder.isEmpty {
            let count = Glibc.write(descriptor, remainder.baseAddress, remainder.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            remainder = UnsafeRawBufferPointer(rebasing: remainder[count...])
        }
        return true
    }

    /// Creates the missing parent folders of `path` with mode 0700, as the XDG specification requires.
    static func makeFolders(of path: String) throws(StorageFailure) {
        var folder = ""
        for component in path.split(separator: "/").dropLast() {
            folder += "/" + component
            guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
            // On a read-only file system, mkdir of an existing folder may fail with EROFS instead of EEXIST.
            guard access(folder, F_OK) != 0 else { continue }
            throw .ofLastCall(on: folder)
        }
    }
}

/// The reason a file or folder could not be written.
public struct StorageFailure: Error, Hashable, Sendable {
    /// The path of the file or folder.
    public let path: String
    /// The system's message, such as `No space left on device`.
    public let reason: String

    /// Whether another process holds the lock.
    var isLocked: Bool { reason == Self.message(for: EWOULDBLOCK) }

    /// Whether the file system doesn't accept the name of the file.
    public var isOfName: Bool { [ENAMETOOLONG, EINVAL, EILSEQ].map(Self.message).contains(reason) }

    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall(on path: String) -> StorageFailure {
        StorageFailure(path: path, reason: message(for: errno))
    }

    private static func message(for error: Int32) -> String { String(cString: strerror(error)) }
}
