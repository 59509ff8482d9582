import Glibc

/// Why a folder cannot be read.
public enum FolderFailure: Error, Hashable, Sendable {
    case missing
    /// Neither a folder nor a picture: a text, or a FIFO or a device, which is never opened.
    case notAFolder
    /// The system refused; `reason` is its word for it, such as `Permission denied`.
    case unreadable(reason: String)

    /// The failure of the system call that has just set `errno`.
    static func ofLastCall() -> FolderFailure {
        switch errno {
        case ENOENT: .missing
        case ENOTDIR: .notAFolder
        default: .unreadable(reason: String(cString: strerror(errno)))
        }
    }
}
