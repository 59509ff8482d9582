import Glibc

/// Identifies a file by its inode, whatever its path and contents.
public struct FileNode: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64

    public init(device: UInt64, inode: UInt64) {
        self.device = device
        self.inode = inode
    }

    public init(_ status: stat) {
        self.init(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))
    }

    /// Identifies the file that a path leads to; nil if there is none. Blocks.
    public init?(at path: [UInt8]) {
        var status = stat()
        guard path.withCPath({ stat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }
}
