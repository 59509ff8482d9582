import Albums
import Dispatch
import Libraries
import Storage

/// A background job that finds favorites in the open folder again after another program has moved their files.
struct FavoriteFiles: Sendable {
    let database: FavoritesDatabase
    let library: any PhotoLibrary

    /// Runs until the task is canceled.
    func run() async {
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in await database.changes() { await recordTraces() } }
            if let folder = library as? FolderLibrary {
                group.addTask { await followMoves(in: folder) }
            }
        }
    }

    /// Records what identifies the files of favorites that are there.
    private func recordTraces() async {
        guard let favorites = try? await database.tracedFiles() else { return }
        let new = await DispatchQueue.runBlocking(qos: .utility) {
            favorites.compactMap { favorite, known -> (Favorite.ID, FileTrace)? in
                guard let path = favorite.file, let trace = FileTrace(of: path, hashing: false),
                    known.map({ !trace.isUnchanged(since: $0) }) ?? true,
                    let hashed = FileTrace(of: path, hashing: true)
                else { return nil }
                return (favorite, hashed)
            }
        }
        if !new.isEmpty { try? await database.record(new) }
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
        guard let favorites = try? await database.tracedFiles() else { return }
        let missing = await DispatchQueue.runBlocking(qos: .utility) {
            favorites.filter { favorite, trace in
                trace != nil && favorite.file.map { FileTrace(of: $0, hashing: false) == nil } == true
            }
        }
        let traces = missing.compactMap(\.trace)
        guard !traces.isEmpty else { return }
        let found = await folder.findMoved(traces, hash: FileTrace.hash)
        for (favorite, trace) in missing {
            guard let photo = trace.flatMap({ found[$0] }) else { continue }
            let title = try? await folder.title(of: photo.albumID)
            try? await database.move(favorite, to: photo, inAlbum: title, of: folder.address)
        }
    }
}
