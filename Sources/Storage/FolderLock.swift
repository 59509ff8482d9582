import Basics
import Glibc

/// An advisory lock on a folder (flock(2)) that serializes changes by several instances of the program.
final class FolderLock {
    private let descriptor: Int32
    /// Whether other instances can't lock the folder; false if its file system doesn't support locks.
    let isHeld: Bool

    /// Locks an existing folder. Waits up to five seconds for other instances.
    convenience init(_ folder: String) throws(StorageFailure) {
        try self.init(Array(folder.utf8))
    }

    /// Locks a folder with any name.
    init(_ path: [UInt8]) throws(StorageFailure) {
        descriptor = path.withCPath { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        let folder = String(decoding: path, as: UTF8.self)
        guard descriptor >= 0 else { throw .ofLastCall(on: folder) }
        for _ in 0..<Self.maxAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
                isHeld = true
                return
            }
            // Some network file systems don't support locks, so no other instance can hold one either.
            guard errno == EWOULDBLOCK || errno == EINTR else {
                isHeld = false
                return
            }
            usleep(Self.pause)
        }
        isHeld = false
        errno = EWOULDBLOCK
        throw .ofLastCall(on: folder)
    }

    deinit {
        close(descriptor)
    }

    /// Syncs the names in the folder to the disk. Returns false with `errno` set on failure.
    func sync() -> Bool {
        // Some file systems sync only files.
        fsync(descriptor) == 0 || errno == EINVAL || errno == ENOTSUP
    }

    /// The pause between attempts, in microseconds.
    private static let pause: UInt32 = 20_000
    /// 250 attempts take five seconds. Other instances hold the lock only for milliseconds.
    private static let maxAttempts = 250
}
