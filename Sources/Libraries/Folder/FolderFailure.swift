import Glibc

/// The reason a folder cannot be read.
public enum FolderFailure: Error, Hashable, Sendable {
    case missing
    /// Neither a folder nor a picture: a text file, or a FIFO or device, which is never opened.
    case notAFolder
    /// The folder cannot be opened or read; `reason` is the system's message, such as `Permission denied`.
    case unreadable(reason: String)

    /// Returns the failure of the system call that has just set `errno`.
    static func ofLastCall() -> FolderFailure {
        switch errno {
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        default: .unreadable(reason: String(cString: strerror(errno)))
        }
    }
}
