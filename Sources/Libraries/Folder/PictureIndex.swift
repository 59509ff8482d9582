import Albums

/// Port for the index of the pictures in folders. Paths are absolute.
public struct PictureIndex: Sendable {
    /// The facts about a file, and the version of the file they are from.
    public typealias Known = (stamp: FileStamp, facts: PhotoFacts)
    /// The name and the version of a file to read, and the names of its sidecars and of videos that may belong to it.
    public typealias ReadFile = (name: [UInt8], stamp: FileStamp, sidecars: [[UInt8]], videos: [[UInt8]])

    /// Passes the facts about a folder that earlier runs have stored, with the name of each file. Blocks.
    public var known: @Sendable (_ folder: [UInt8], _ use: (_ name: [UInt8], Known) -> Void) -> Void
    /// Reads files of a folder in the background, and stores the facts for later runs. Returns them in the order of the
    /// files; nil for a file to read again later.
    public var read: @Sendable (_ folder: [UInt8], _ files: [ReadFile]) async -> [PhotoFacts?]

    /// Hashes of the contents of files; nil if they aren't read.
    public var contents: ContentHashes?

    public init(
        known: @escaping @Sendable (_ folder: [UInt8], _ use: (_ name: [UInt8], Known) -> Void) -> Void,
        read: @escaping @Sendable (_ folder: [UInt8], _ files: [ReadFile]) async -> [PhotoFacts?],
        contents: ContentHashes? = nil
    ) {
        self.known = known
        self.read = read
        self.contents = contents
    }
}
