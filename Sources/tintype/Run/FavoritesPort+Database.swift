import Albums
import Libraries
import Pictures
import Screens
import Storage

extension FavoritesPort {
    /// The favorites of a database, as a library that shows them.
    init(database: FavoritesDatabase, library: FavoritesLibrary, loader: PictureLoader) {
        self.init(
            shown: ShownLibrary(
                library: library, pictures: PicturePort(loader: loader, library: library)),
            ids: { library.ids() },
            toggle: { photo in
                let change = try await library.toggle(photo)
                return FavoriteToggle(isFavorite: change.isAddition) { try await database.undo(change) }
            })
    }
}

extension FavoritesSource {
    init(_ database: FavoritesDatabase) {
        self.init(
            version: { await database.version }, all: { try await database.all() },
            thumbnail: { try await database.thumbnail(of: $0) }, toggle: { try await database.toggle($0) },
            changes: { await database.changes() })
    }
}

extension FavoritesDatabase {
    fileprivate func undo(_ change: FavoriteChange) async throws(FavoritesFailure) {
        switch change {
        case .added(let favorite): try await remove(favorite.id)
        case .removed(let favorite): try await add([favorite])
        }
    }
}

extension FavoriteChange {
    fileprivate var isAddition: Bool {
        if case .added = self { true } else { false }
    }
}
