import Glibc

/// An advisory lock on a folder, by which instances of the program change its files one after the other (flock(2)).
final class FolderLock {
    private let descriptor: Int32

    /// Locks an existing folder; waits for others, but not for ever.
    init(_ folder: String) throws(StorageFailure) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofLastCall(on: folder) }
        for _ in 0..<Self.maxAttempts {
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { return }
            // Some network file systems have no locks, and nobody else can have one there.
            guard errno == EWOULDBLOCK || errno == EINTR else { return }
            usleep(Self.pause)
        }
        errno = EWOULDBLOCK
        throw .ofLastCall(on: folder)
    }

    deinit {
        close(descriptor)
    }

    /// In microseconds.
    private static let pause: UInt32 = 20_000
    /// Others hold the lock for some milliseconds; five seconds in all.
    private static let maxAttempts = 250
}
