import Basics

/// A version of a file to hash.
public struct HashedFile: Hashable, Sendable {
    /// The absolute path.
    public let path: [UInt8]
    public let identity: FileIdentity
    /// The size in bytes.
    public let bytes: Int
    /// The modification time in nanoseconds since 1970.
    public let modified: Int

    public init(path: [UInt8], identity: FileIdentity, bytes: Int, modified: Int) {
        self.path = path
        self.identity = identity
        self.bytes = bytes
        self.modified = modified
    }
}

/// Port for hashes of the contents of files. Its functions block; they return nil for a file that can't be read, or has changed.
public struct ContentHashes: Sendable {
    /// Returns a hash of samples of a file, which is quick. Files with different ones are different.
    public var sample: @Sendable (HashedFile) -> [UInt8]?
    /// Returns the SHA-256 of a file; nil also once the work is cancelled.
    public var whole: @Sendable (HashedFile, CancellationFlag) -> [UInt8]?

    public init(
        sample: @escaping @Sendable (HashedFile) -> [UInt8]?,
        whole: @escaping @Sendable (HashedFile, CancellationFlag) -> [UInt8]?
    ) {
        self.sample = sample
        self.whole = whole
    }
}
