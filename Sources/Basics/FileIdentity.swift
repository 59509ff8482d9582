import Glibc

/// Which file this is, and with which contents: recognizes another file at its path, and one that has been written since.
public struct FileIdentity: Hashable, Sendable {
    public let node: FileNode
    /// The size.
    public let bytes: Int
    /// The modification time in nanoseconds since 1970.
    public let modified: Int

    public init(node: FileNode, bytes: Int, modified: Int) {
        self.node = node
        self.bytes = bytes
        self.modified = modified
    }

    public init(_ status: stat) {
        self.init(node: FileNode(status), bytes: Count(status.st_size).value, modified: status.nanoseconds)
    }

    /// Identifies the file at a path, or a link itself; nil if there is none. Blocks.
    public init?(at path: [UInt8]) {
        var status = stat()
        guard path.withCPath({ lstat($0, &status) }) == 0 else { return nil }
        self.init(status)
    }

    /// Whether both are the same file with the same contents.
    ///
    /// A device gets another number when it is mounted again. Then, and on file systems that invent the numbers of files, size
    /// and time decide.
    /// - Parameter keepsInodes: whether files keep their inode numbers while they exist.
    public func isUnchanged(since other: FileIdentity, keepsInodes: () -> Bool) -> Bool {
        guard (bytes, modified) == (other.bytes, other.modified) else { return false }
        return node == other.node || node.device != other.node.device || !keepsInodes()
    }
}

/// A file that was at a path.
public struct IdentifiedFile: Hashable, Sendable {
    /// The absolute path.
    public let path: [UInt8]
    public let identity: FileIdentity

    public init(path: [UInt8], identity: FileIdentity) {
        self.path = path
        self.identity = identity
    }
}

extension stat {
    /// The modification time in nanoseconds since 1970. In-memory file systems store any number, of which only the difference
    /// counts.
    public var nanoseconds: Int { st_mtim.tv_sec &* 1_000_000_000 &+ st_mtim.tv_nsec }
}

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
