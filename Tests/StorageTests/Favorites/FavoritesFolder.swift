import FoundationEssentials
import GRDB
import Storage

/// A folder for a favorites database, removed when the test ends.
final class FavoritesFolder: Sendable {
    let path = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
    var databasePath: String { path + "/favorites.sqlite" }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens the database as a separate instance of the program would.
    func open() -> FavoritesDatabase { FavoritesDatabase(folder: path) }

    /// Writes to the database file directly.
    func write(_ change: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        // An instance that closes holds a lock for a moment.
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(60)
        try DatabaseQueue(path: databasePath, configuration: configuration).write(change)
    }
}
