import Albums

/// What a folder library asks of an index of pictures. Paths are absolute.
public struct PictureIndex: Sendable {
    /// What is known about a file of a certain content.
    public typealias Known = (stamp: FileStamp, facts: PhotoFacts)

    /// Passes what earlier runs have read in a folder, with the name of each file. Blocks.
    public var known: @Sendable (_ folder: [UInt8], _ use: (_ name: [UInt8], Known) -> Void) -> Void
    /// Reads files of a folder, in the background, and remembers the result for later runs. Returns the facts in the
    /// order of the files; nil for those that should be read another time.
    public var read: @Sendable (_ folder: [UInt8], _ files: [(name: [UInt8], stamp: FileStamp)]) async -> [PhotoFacts?]

    public init(
        known: @escaping @Sendable (_ folder: [UInt8], _ use: (_ name: [UInt8], Known) -> Void) -> Void,
        read:
            @escaping @Sendable (_ folder: [UInt8], _ files: [(name: [UInt8], stamp: FileStamp)]) async ->
            [PhotoFacts?]
    ) {
        self.known = known
        self.read = read
    }
}
