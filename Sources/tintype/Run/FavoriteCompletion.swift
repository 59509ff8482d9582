import Albums
import Pictures
import Storage

/// Gives favorites of the open library what was not at hand when they became that: a thumbnail, and their album's title.
///
/// So a key press waits for neither, and what a run did not come to, the next one does.
struct FavoriteCompletion: Sendable {
    let database: FavoritesDatabase
    let library: any PhotoLibrary
    let loader: PictureLoader

    /// Works as long as the task runs.
    func run() async {
        var missed: Set<Favorite.ID> = []
        for await _ in await database.changes() {
            guard let incomplete = try? await database.incomplete(of: library.address) else { continue }
            for favorite in incomplete where !missed.contains(favorite.id) {
                do {
                    try await complete(favorite)
                } catch {
                    // A picture that cannot be had now is asked for once in a run.
                    missed.insert(favorite.id)
                }
            }
        }
    }

    private func complete(_ favorite: Favorite) async throws {
        let picture = try await library.picture(of: favorite.photo)
        let thumbnail = try await loader.encodedThumbnail(of: favorite.photo.id, from: picture)
        let title = try? await library.title(of: favorite.photo.albumID)
        try await database.complete(favorite.id, thumbnail: thumbnail, albumTitle: title)
    }
}

extension PhotoLibrary {
    fileprivate func title(of album: Album.ID) async throws -> String? {
        guard let index = try await index(of: album, of: nil, matching: .everything) else { return nil }
        let found = try await albums(of: nil, matching: .everything, in: index..<index + 1).items.first
        return found?.id == album ? found?.title : nil
    }
}
