import FoundationEssentials
import GRDB
import Storage

/// A folder for a database of favorites, gone when the test ends.
final class FavoritesFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    var databasePath: String { path + "/favorites.sqlite" }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// The database as an instance of the program sees it.
    func open() -> FavoritesDatabase { FavoritesDatabase(folder: path) }

    /// Writes to the database file past the program.
    func write(_ change: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        try DatabaseQueue(path: databasePath).write(change)
    }
}
