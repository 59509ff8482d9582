import FoundationEssentials
import Glibc

/// The JSON file with the state saved between runs.
public struct StateFile: Sendable {
    /// In bytes; the program never writes a larger file.
    private static let maxSize = 1 << 20

    private let folder: String
    private let path: String
    private let user: uid_t

    /// - Parameters:
    ///   - folder: the file's folder, created on the first write; by default `UserFolder.state`.
    ///   - user: the only permitted writer of the file besides root.
    public init(folder: String = UserFolder.state.path, user: uid_t = geteuid()) {
        self.folder = folder
        self.user = user
        path = folder + "/state.json"
    }

    /// Loads the saved state; empty if the file is missing or damaged, or if other users can have written it.
    public func load() -> RememberedState {
        (try? read()) ?? RememberedState()
    }

    /// Throws if other users can have written the file: the program would open a library of their choice, and overwrite
    /// the file.
    private func read() throws(StorageFailure) -> RememberedState {
        guard let file = try? SmallFile.contents(of: path, atMost: Self.maxSize) else { return RememberedState() }
        guard file.isTrustworthy(for: user) else {
            errno = EPERM
            throw .ofLastCall(on: path)
        }
        return (try? JSONDecoder().decode(RememberedState.self, from: Data(file.bytes))) ?? RememberedState()
    }

    /// Updates the saved state in a read-modify-write cycle, so that changes by other instances survive.
    ///
    /// Blocks on the disk and on other instances. The file is replaced atomically.
    public func update(_ change: (inout RememberedState) -> Void) throws(StorageFailure) {
        try SmallFile.makeFolders(of: path)
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let before = try read()
        var state = before
        change(&state)
        guard state != before else { return }
        // A file beyond `maxSize` could not be read again, so drop the owners and folders of other libraries first.
        var others = Set((before.owners ?? [:]).filter { $1 == state.owners?[$0] }.keys)
            .union((before.folders ?? [:]).filter { $1 == state.folders?[$0] }.keys)
            .union((before.listOrders ?? [:]).filter { $1 == state.listOrders?[$0] }.keys)
            .union((before.foldedLists ?? [:]).filter { $1 == state.foldedLists?[$0] }.keys).sorted()
        var bytes = Self.encoded(state)
        while bytes.count > Self.maxSize, !others.isEmpty {
            for address in others.suffix((others.count + 1) / 2) {
                state.owners?[address] = nil
                state.folders?[address] = nil
                state.listOrders?[address] = nil
                state.foldedLists?[address] = nil
            }
            others.removeLast((others.count + 1) / 2)
            bytes = Self.encoded(state)
        }
        if bytes.count > Self.maxSize {
            state.folders = nil
            state.listOrders = nil
            state.foldedLists = nil
            bytes = Self.encoded(state)
        }
        try SmallFile.write(bytes, to: path)
    }

    /// Removes the temporary files of updates that didn't end, because their programs were killed.
    func removeAbandoned() {
        // Updates hold the lock until their temporary file has its final name.
        guard SmallFile.exists(folder), let lock = try? FolderLock(folder), lock.isHeld else { return }
        defer { withExtendedLifetime(lock) {} }
        let prefix = "state.json."
        AbandonedFiles.forEachFile(in: folder) { name, descriptor in
            let suffix = name.dropFirst(prefix.count)
            // A lowercase word, such as `backup`, was chosen by the user.
            guard name.hasPrefix(prefix), SmallFile.isTemporarySuffix(suffix), !suffix.allSatisfy(\.isLowercase) else {
                return
            }
            unlinkat(descriptor, name, 0)
        }
    }

    private static func encoded(_ state: RememberedState) -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array((try? encoder.encode(state)) ?? Data("{}".utf8))
    }
}

/// The state saved between runs.
public struct RememberedState: Codable, Hashable, Sendable {
    /// The address of the library opened last, such as `demo:` or `/home/ada/Pictures`.
    public var lastLibrary: String?
    /// The width of grid tiles in cells.
    public var tileWidth: Int?
    /// Whether dates stand below the titles of photos.
    public var showsDates: Bool?
    /// Whether the viewer shows a strip of the neighbors.
    public var showsStrip: Bool?
    /// Whether the notice about tmux's passthrough was shown.
    public var knowsPassthrough: Bool?
    /// The owner chosen last, `everyone` or an owner's ID, by the library's address.
    public var owners: [String: String]?
    /// The orders of albums and of photos, by the library's address.
    public var albumOrders: [String: String]?
    public var photoOrders: [String: String]?
    /// The orders of photos in albums, by the library's address and the ID of the album. An empty ID means all photos.
    public var listOrders: [String: [String: String]]?
    /// Whether bursts are folded in albums, by the library's address and the ID of the album as in `listOrders`.
    public var foldedLists: [String: [String: Bool]]?
    /// Whether the albums are in one list instead of their folders, by the library's address.
    public var flatLists: [String: Bool]?
    /// The folders that the user opened (true) or closed, by the library's address and the ID of the folder.
    public var folders: [String: [String: Bool]]?
    /// The latest target folders of moved or copied photos, newest first.
    public var recentFolders: [String]?

    public init(
        lastLibrary: String? = nil, tileWidth: Int? = nil, showsDates: Bool? = nil, owners: [String: String]? = nil,
        albumOrders: [String: String]? = nil, photoOrders: [String: String]? = nil
    ) {
        self.lastLibrary = lastLibrary
        self.tileWidth = tileWidth
        self.showsDates = showsDates
        self.owners = owners
        self.albumOrders = albumOrders
        self.photoOrders = photoOrders
    }
}
