import Glibc

/// An identifier for the contents of a file. It differs once the path refers to another file, or the size or
/// modification time has changed.
struct FileVersion: Hashable, Sendable {
    private let path: [UInt8]
    private let device: dev_t
    private let inode: ino_t
    private let size: off_t
    private let seconds: time_t
    private let nanoseconds: Int

    init(path: [UInt8], _ status: stat) {
        self.path = path
        device = status.st_dev
        inode = status.st_ino
        size = status.st_size
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
    }

    /// Whether the file is unchanged. Blocks.
    var isCurrent: Bool {
        var status = stat()
        return stat(path.map(CChar.init(bitPattern:)) + [0], &status) == 0
            && FileVersion(path: path, status) == self
    }
}
