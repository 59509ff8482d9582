import Glibc

/// Files small enough to be read and written at once.
enum SmallFile {
    static func exists(_ path: String) -> Bool {
        access(path, F_OK) == 0
    }

    /// The number of bytes of a regular file; nil for anything else.
    static func size(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return Int(status.st_size)
    }

    /// The bytes of a regular file; nil when it cannot be read or has more than `limit`.
    static func read(_ path: String, atMost limit: Int) -> [UInt8]? {
        read(path, atMost: limit, in: AT_FDCWD, followsLinks: true)?.bytes
    }

    /// The bytes and permissions of a regular file, both of the one that was opened; nil when it cannot be read or has more
    /// than `limit`.
    ///
    /// - Parameter folder: the descriptor of the folder that a relative path starts from.
    static func read(
        _ path: String, atMost limit: Int, in folder: Int32, followsLinks: Bool
    ) -> (bytes: [UInt8], permissions: mode_t)? {
        // Not blocking, or opening a FIFO would wait for somebody to write to it.
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

    /// Replaces the file at `path` by one of these bytes that only its owner can read, and makes the folders it is in.
    ///
    /// Waits for the disk: readers see the old file or the new one, never a part of it, even after a power failure.
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

    /// Writes all of the bytes; where that fails, `errno` says why.
    static func writeAll(_ bytes: UnsafeRawBufferPointer, to descriptor: Int32) -> Bool {
        var rest = bytes
        while !rest.isEmpty {
            let count = Glibc.write(descriptor, rest.baseAddress, rest.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        return true
    }

    /// Makes what is missing of the folders above `path`, for their owner alone as the XDG specification wants it.
    static func makeFolders(of path: String) throws(StorageFailure) {
        var folder = ""
        for component in path.split(separator: "/").dropLast() {
            folder += "/" + component
            guard mkdir(folder, 0o700) != 0, errno != EEXIST else { continue }
            // On a read-only file system a folder that exists may fail with that and not with EEXIST.
            guard access(folder, F_OK) != 0 else { continue }
            throw .ofLastCall(on: folder)
        }
    }
}
