import Basics
import FoundationEssentials

/// Identifies a file after another program has moved or renamed it.
public struct FileTrace: Hashable, Sendable {
    public let identity: FileIdentity
    /// A hash of the beginning, the end and the size; nil until it is known.
    public let hash: [UInt8]?
    /// When this was read.
    public let time: Date

    public init(identity: FileIdentity, hash: [UInt8]?, time: Date) {
        self.identity = identity
        self.hash = hash
        self.time = time
    }
}
