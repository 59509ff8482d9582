import Albums
import Libraries
import Pictures
import Screens
import Storage

extension FavoritesPort {
    /// Creates the port for a favorites database and the library that shows its contents.
    init(database: FavoritesDatabase, library: FavoritesLibrary, loader: PictureLoader) {
        self.init(
            shown: ShownLibrary(
                library: library, pictures: PicturePort(loader: loader, library: library)),
            id: { library.id(of: $0) }, ids: { library.ids() },
            toggle: { photos in
                let change = try await library.toggle(photos)
                switch change {
                case .added(let favorites):
                    return FavoriteToggle(areFavorites: true, count: favorites.count) {
                        try await database.remove(favorites.map(\.id))
                    }
                case .removed(let favorites):
                    return FavoriteToggle(areFavorites: false, count: favorites.count) {
                        try await database.add(favorites)
                    }
                }
            }, close: { await database.close() })
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

extension MarksPort {
    init(_ database: FavoritesDatabase, ofLibraryAt address: String) {
        // A list of paths cannot be opened again.
        if address == PathListLibrary.noAddress {
            self.init()
        } else {
            self.init(
                load: { try await database.marks(in: address) },
                add: { try await database.addMarks(of: $0, in: address) },
                remove: { try await database.removeMarks(of: $0, in: address) })
        }
    }
}
