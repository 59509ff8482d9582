import Basics

/// Port for hashes of the contents of files. The functions block; they return nil if the file can't be read or has
/// changed.
public struct ContentHashes: Sendable {
    /// Returns a hash of samples of a file, which is quick. Files with different hashes are different.
    public var sample: @Sendable (IdentifiedFile) -> [UInt8]?
    /// Returns the SHA-256 of a file; nil also once the work is cancelled.
    public var whole: @Sendable (IdentifiedFile, CancellationFlag) -> [UInt8]?

    public init(
        sample: @escaping @Sendable (IdentifiedFile) -> [UInt8]?,
        whole: @escaping @Sendable (IdentifiedFile, CancellationFlag) -> [UInt8]?
    ) {
        self.sample = sample
        self.whole = whole
    }
}
