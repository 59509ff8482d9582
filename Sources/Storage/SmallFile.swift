import Glibc

/// Reads and writes whole files of limited size.
enum SmallFile {
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// Returns the size of a regular file in bytes; nil for anything else.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// Returns the contents of a regular file; nil if it cannot be read or exceeds `limit` bytes.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        read(path, atMost: limit, in: AT_FDCWD, followsLinks: true)?.bytes
    }

    /// Returns the contents and permissions of a regular file, both from one descriptor; nil if it cannot be read or
    /// exceeds `limit` bytes.
    ///
    /// - Parameter folder: the descriptor of the folder that relative paths start from.
    static func read(
        _ path: String, atMost limit: Int, in folder: Int32, followsLinks: Bool
    ) -> (bytes: [UInt8], permissions: mode_t)? {
        // Nonblocking, because opening a FIFO would block until it has a writer.
        let flags = O_RDONLY | O_CLOEXEC | O_NONBLOCK | (followsLinks ? 0 : O_NOFOLLOW)
        let descriptor = openat(folder, path, flags)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
            (0...max(0, limit)).contains(Int(status.st_size))
        else { return nil }
        var bytes = [UInt8](repeating: 0, count: Int(status.st_size))
        let count = bytes.withUnsafeMutableBytes { Glibc.read(descriptor, $0.baseAddress, $0.count) }
        return count < 0 ? nil : (Array(bytes.prefix(count)), status.st_mode & 0o7777)
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
