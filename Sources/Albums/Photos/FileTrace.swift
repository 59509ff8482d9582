import Basics
import FoundationEssentials

/// Identifies a file after another program has moved or renamed it.
public struct FileTrace: Hashable, Sendable {
    public let identity: FileIdentity
    /// The size in bytes.
    public let bytes: Int
    /// The modification time in nanoseconds since 1970.
    public let modified: Int
    /// A hash of the beginning, the end and the size; nil until it is known.
    public let hash: [UInt8]?
    /// When this was read.
    public let time: Date

    public init(identity: FileIdentity, bytes: Int, modified: Int, hash: [UInt8]?, time: Date) {
        self.identity = identity
        self.bytes = bytes
        self.modified = modified
        self.hash = hash
        self.time = time
    }

    /// Whether both are traces of the same file, which hasn't changed in between.
    public func isUnchanged(since other: FileTrace) -> Bool {
        (identity, bytes, modified) == (other.identity, other.bytes, other.modified)
    }
}
