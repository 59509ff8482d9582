import Glibc

/// Why something could not be kept.
public struct StorageFailure: Error, Hashable, Sendable {
    /// What was being written or made.
    public let path: String
    /// The system's word for it, such as `No space left on device`.
    public let reason: String

    /// Whether another program holds a lock.
    var isLocked: Bool { reason == Self.words(for: EWOULDBLOCK) }

    /// The failure of the system call that has just set `errno`.
    static func ofLastCall(on path: String) -> StorageFailure {
        StorageFailure(path: path, reason: words(for: errno))
    }

    private static func words(for error: Int32) -> String { String(cString: strerror(error)) }
}
