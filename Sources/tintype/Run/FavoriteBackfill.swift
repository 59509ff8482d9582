import Albums
import Pictures
import Storage

/// A background job that generates thumbnails and looks up album titles of new favorites, so that adding one waits for
/// neither.
///
/// Processes files, and photos of the open library. The next run picks up unfinished work.
struct FavoriteBackfill: Sendable {
    let database: FavoritesDatabase
    let library: any PhotoLibrary
    let loader: PictureLoader

    /// Completes favorites after each change of the database, until the task is cancelled.
    func run() async {
        var failed: Set<Favorite.ID> = []
        for await _ in await database.changes() {
            guard let incomplete = try? await database.incomplete(of: library.address) else { continue }
            var completions: [FavoritesDatabase.Completion] = []
            var lastWrite = ContinuousClock.now
            for favorite in incomplete where !failed.contains(favorite.id) {
                do {
                    completions.append(try await completion(of: favorite))
                } catch {
                    // Try an unavailable picture only once per run.
                    failed.insert(favorite.id)
                }
                // Write in batches, because each write makes every screen reload the list.
                guard !completions.isEmpty, lastWrite.duration(to: .now) > .seconds(1) else { continue }
                try? await database.complete(completions)
                completions = []
                lastWrite = .now
            }
            if !completions.isEmpty { try? await database.complete(completions) }
        }
    }

    private func completion(of favorite: Favorite) async throws -> FavoritesDatabase.Completion {
        let isOpen = favorite.library == library.address
        let picture =
            if let file = favorite.id.file { PictureSource.file(path: file) } else {
                try await library.picture(of: favorite.photo)
            }
        let thumbnail = try await loader.encodedThumbnail(
            of: isOpen ? favorite.photo.id : favorite.id.photo, from: picture)
        let title = isOpen ? try? await library.title(of: favorite.photo.albumID) : nil
        return FavoritesDatabase.Completion(id: favorite.id, thumbnail: thumbnail, albumTitle: title)
    }
}

extension PhotoLibrary {
    /// Returns the title of an album; nil if it isn't found.
    func title(of album: Album.ID) async throws -> String? {
        guard let index = try await index(of: album, of: nil, matching: .everything) else { return nil }
        let found = try await albums(of: nil, matching: .everything, in: index..<index + 1).items.first
        return found?.id == album ? found?.title : nil
    }
}
