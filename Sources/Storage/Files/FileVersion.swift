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
        let file = FileNode(status)
        (device, inode) = (file.device, file.inode)
        size = Int(status.st_size)
        (seconds, nanoseconds) = (status.st_mtim.tv_sec, status.st_mtim.tv_nsec)
    }

    var modified: timespec { timespec(tv_sec: seconds, tv_nsec: nanoseconds) }

    /// Whether the file at a place is this version. Its device number may differ, because it changes with each mount.
    func matches(_ status: stat, at place: FilePlace) -> Bool {
        let other = FileVersion(status)
        guard hasSameContents(as: other) else { return false }
        return inode == other.inode || device != other.device || file_system_keeps_inodes(place.folder) == 0
    }

    /// Whether a file has the same device, inode, size and time.
    func isExactly(_ status: stat) -> Bool { self == FileVersion(status) }

    /// Whether another version is the same file with the same size; the times may differ.
    func isSame(_ other: FileVersion) -> Bool {
        (device, inode, size) == (other.device, other.inode, other.size)
    }

    private func hasSameContents(as other: FileVersion) -> Bool {
        (size, seconds, nanoseconds) == (other.size, other.seconds, other.nanoseconds)
    }
}
