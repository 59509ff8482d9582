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
            toggle: { photos throws(FavoritesFailure) in try await library.toggle(photos) },
            undo: { change throws(FavoritesFailure) in try await database.undo(change) },
            restore: { photos in
                try await database.add(
                    photos.map { photo, added in
                        Favorite(photo: photo, library: library.openedAddress, file: photo.file, added: added)
                    })
            },
            follow: { moves in
                try await database.move(
                    moves.map { (library.favorite(of: $0.from), $0.to) }, of: library.openedAddress)
            },
            close: { await database.close() })
    }
}

extension FavoritesDatabase: FavoritesStorage {}

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
