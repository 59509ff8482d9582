import Albums

/// A background job that generates thumbnails and looks up album titles of new favorites, so that adding one waits for
/// neither.
///
/// Processes files, and photos of the open library. The next run picks up unfinished work.
public struct FavoriteBackfill: Sendable {
    /// Returns the encoded thumbnail of a picture.
    public typealias Thumbnail = @Sendable (PhotoVersion, PictureSource) async throws -> [UInt8]

    private let storage: any FavoritesStorage
    private let library: any PhotoLibrary
    private let thumbnail: Thumbnail

    public init(storage: any FavoritesStorage, library: any PhotoLibrary, thumbnail: @escaping Thumbnail) {
        self.storage = storage
        self.library = library
        self.thumbnail = thumbnail
    }

    /// Completes favorites after each change of the storage, until the task is cancelled.
    public func run() async {
        var failed: Set<Favorite.ID> = []
        for await _ in await storage.changes() {
            guard let incomplete = try? await storage.incomplete(of: library.address) else { continue }
            var completions: [FavoriteCompletion] = []
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
                try? await storage.complete(completions)
                completions = []
                lastWrite = .now
            }
            if !completions.isEmpty { try? await storage.complete(completions) }
        }
    }

    private func completion(of favorite: Favorite) async throws -> FavoriteCompletion {
        let isOpen = favorite.library == library.address
        let picture =
            if let file = favorite.id.file { PictureSource.file(path: file) } else {
                try await library.picture(of: favorite.photo)
            }
        let thumbnail = try await thumbnail(
            isOpen ? favorite.photo.pixelVersion : PhotoVersion(of: favorite.id.photo), picture)
        let title = isOpen ? try? await library.title(of: favorite.photo.albumID) : nil
        return FavoriteCompletion(id: favorite.id, thumbnail: thumbnail, albumTitle: title)
    }
}

extension PhotoLibrary {
    /// Returns the title of an album; nil if it isn't found.
    func title(of album: Album.ID) async throws -> String? {
        guard let index = try await index(of: album, in: .everyone, matching: .everything) else { return nil }
        let found = try await albums(in: .everyone, matching: .everything, in: index..<index + 1).items.first
        return found?.id == album ? found?.title : nil
    }
}
