import Glibc

/// Why something could not be kept.
public struct StorageFailure: Error, Hashable, Sendable {
    /// What was being written or made.
    public let path: String
    /// The system's word for it, such as `No space left on device`.
    public let reason: String

    /// The failure of the system call that has just set `errno`.
    static func ofLastCall(on path: String) -> StorageFailure {
        StorageFailure(path: path, reason: String(cString: strerror(errno)))
    }
}
