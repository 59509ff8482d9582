import Albums

/// A background job that finds favorites in the open folder again after another program has moved their files.
public struct MovedFavorites: Sendable {
    private let storage: any FavoritesStorage
    private let library: any PhotoLibrary

    public init(storage: any FavoritesStorage, library: any PhotoLibrary) {
        self.storage = storage
        self.library = library
    }

    /// Runs until the task is canceled.
    public func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in await storage.changes() { await recordTraces() } }
            if let folder = library as? FolderLibrary {
                group.addTask { await followMoves(in: folder) }
            }
        }
    }

    /// Records the traces of favorites whose files exist.
    private func recordTraces() async {
        guard let favorites = try? await storage.tracedFiles() else { return }
        let traces = await storage.traces(ofFilesAt: favorites.map { $0.id.file ?? [] }, hashing: false)
        let changed = zip(favorites, traces).filter { favorite, trace in
            guard let trace else { return false }
            return favorite.trace.map { trace.identity != $0.identity } ?? true
        }.map(\.0.id)
        let hashed = await storage.traces(ofFilesAt: changed.map { $0.file ?? [] }, hashing: true)
        let new = zip(changed, hashed).compactMap { id, trace in trace.map { (id, $0) } }
        if !new.isEmpty { try? await storage.record(new) }
    }

    /// Looks for missing files whenever the folder has been read.
    private func followMoves(in folder: FolderLibrary) async {
        var isComplete = false
        for await event in folder.events() {
            isComplete = isComplete || event == .completed
            guard isComplete else { continue }
            await findMissing(in: folder)
            // Limits the searches in a folder that changes continually. Further events wait in the stream.
            try? await Task.sleep(for: Self.pause)
        }
    }

    private static let pause = Duration.seconds(2)

    private func findMissing(in folder: FolderLibrary) async {
        guard let favorites = try? await storage.tracedFiles().filter({ $0.trace != nil }) else { return }
        let traces = await storage.traces(ofFilesAt: favorites.map { $0.id.file ?? [] }, hashing: false)
        let missing = zip(favorites, traces).filter { $0.1 == nil }.map(\.0)
        guard !missing.isEmpty else { return }
        let found = await folder.findMoved(missing.compactMap(\.trace), hash: storage.hash)
        for (favorite, trace) in missing {
            guard let photo = trace.flatMap({ found[$0] }) else { continue }
            let title = try? await folder.title(of: photo.albumID)
            try? await storage.move(favorite, to: photo, inAlbum: title, of: folder.address)
        }
    }
}
