import Glibc

/// The reason a file or folder could not be written.
public struct StorageFailure: Error, Hashable, Sendable {
    /// The path of the file or folder.
    public let path: String
    /// The system's message, such as `No space left on device`.
    public let reason: String

    /// Whether another process holds the lock.
    var isLocked: Bool { reason == Self.words(for: EWOULDBLOCK) }

    /// Whether the file system doesn't accept the name of the file.
    public var isOfName: Bool { [ENAMETOOLONG, EINVAL, EILSEQ].map(Self.words).contains(reason) }

    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall(on path: String) -> StorageFailure {
        StorageFailure(path: path, reason: words(for: errno))
    }

    private static func words(for error: Int32) -> String { String(cString: strerror(error)) }
}
