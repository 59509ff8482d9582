import FoundationEssentials

/// The file that remembers a few things between runs.
public struct StateFile: Sendable {
    /// Larger files are not of the program's making, in bytes.
    private static let maxSize = 1 << 20

    private let folder: String
    private let path: String

    /// - Parameter folder: the folder that the file is in, made when it is first written; normally `UserFolder.state`.
    public init(folder: String = UserFolder.state.path) {
        self.folder = folder
        path = folder + "/state.json"
    }

    /// What was remembered last; nothing where the file is missing or damaged.
    public func load() -> RememberedState {
        guard let bytes = SmallFile.read(path, atMost: Self.maxSize) else { return RememberedState() }
        return (try? JSONDecoder().decode(RememberedState.self, from: Data(bytes))) ?? RememberedState()
    }

    /// Changes what is remembered, and leaves alone what another instance of the program has changed meanwhile.
    ///
    /// Waits for the disk, and for other instances. The file is either the old or the new one whatever happens.
    public func update(_ change: (inout RememberedState) -> Void) throws(StorageFailure) {
        try SmallFile.makeFolders(of: path)
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let before = load()
        var state = before
        change(&state)
        guard state != before else { return }
        // A file that cannot be read again would forget everything, so the owners of other libraries go first.
        var others = (before.owners ?? [:]).filter { $1 == state.owners?[$0] }.map(\.key)
        var bytes = Self.encoded(state)
        while bytes.count > Self.maxSize, !others.isEmpty {
            for address in others.suffix((others.count + 1) / 2) { state.owners?[address] = nil }
            others.removeLast((others.count + 1) / 2)
            bytes = Self.encoded(state)
        }
        try SmallFile.write(bytes, to: path)
    }

    private static func encoded(_ state: RememberedState) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array((try? encoder.encode(state)) ?? Data("{}".utf8))
    }
}
