import Basics
import CFileShims
import Glibc

/// A version of a file, to recognize it after it has been moved.
struct FileVersion: Codable, Equatable {
    let device: UInt64
    let inode: UInt64
    let size: Int
    let seconds: Int
    let nanoseconds: Int

    init(_ status: stat) {
        let file = FileIdentity(status)
        (device, inode) = (file.device, file.inode)
        size = Int(status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    /// Whether the file at a place is this version. Its device has another number after it was mounted again.
    func matches(_ status: stat, at place: FilePlace) -> Bool {
        let other = FileVersion(status)
        guard hasSameContents(as: other) else { return false }
        return inode == other.inode || device != other.device || file_system_keeps_inodes(place.folder) == 0
    }

    /// Whether a file is this version or a copy of it, which keeps the time as precisely as its file system can.
    func isCopied(as status: stat) -> Bool {
        let other = FileVersion(status)
        if hasSameContents(as: other) { return true }
        let (difference, overflows) = seconds.subtractingReportingOverflow(other.seconds)
        // FAT counts in steps of two seconds.
        return size == other.size && other.nanoseconds == 0 && !overflows && (-2...2).contains(difference)
    }

    private func hasSameContents(as other: FileVersion) -> Bool {
        (size, seconds, nanoseconds) == (other.size, other.seconds, other.nanoseconds)
    }
}
