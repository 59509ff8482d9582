import FoundationEssentials

/// Identifies a file after another program has moved or renamed it.
public struct FileTrace: Hashable, Sendable {
    public let device: UInt64
    public let inode: UInt64
    /// The size in bytes.
    public let bytes: Int
    /// The modification time in nanoseconds since 1970.
    public let modified: Int
    /// A hash of the beginning, the end and the size; nil until it is known.
    public let hash: [UInt8]?
    /// When this was read.
    public let time: Date

    public init(device: UInt64, inode: UInt64, bytes: Int, modified: Int, hash: [UInt8]?, time: Date) {
        self.device = device
        self.inode = inode
        self.bytes = bytes
        self.modified = modified
        self.hash = hash
        self.time = time
    }

    /// Whether both are traces of the same file, which hasn't changed in between.
    public func isUnchanged(since other: FileTrace) -> Bool {
        (device, inode, bytes, modified) == (other.device, other.inode, other.bytes, other.modified)
    }
}
