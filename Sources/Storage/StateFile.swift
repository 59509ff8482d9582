import FoundationEssentials

/// The file that remembers a few things between runs.
public struct StateFile: Sendable {
    /// Larger files are not of the program's making.
    private static let greatestSize = 64 * 1024

    private let path: String

    /// - Parameter folder: the folder that the file is in, made when it is first written; normally `UserFolder.state`.
    public init(folder: String = UserFolder.state.path) {
        path = folder + "/state.json"
    }

    /// What was remembered last; nothing where the file is missing or damaged.
    public func load() -> RememberedState {
        guard let bytes = SmallFile.read(path, atMost: Self.greatestSize) else { return RememberedState() }
        return (try? JSONDecoder().decode(RememberedState.self, from: Data(bytes))) ?? RememberedState()
    }

    /// Changes what is remembered, and leaves alone what another instance of the program has changed meanwhile.
    ///
    /// Waits for the disk. The file is either the old or the new one whatever happens.
    public func update(_ change: (inout RememberedState) -> Void) throws(StorageFailure) {
        let before = load()
        var state = before
        change(&state)
        guard state != before else { return }
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        guard let data = try? encoder.encode(state) else { return }
        try SmallFile.write(Array(data), to: path)
    }
}
