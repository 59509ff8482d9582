import FoundationEssentials

@testable import Storage

/// A folder for a favorites database, removed when the test ends.
final class FavoritesFolder: Sendable {
    let path: String
    var databasePath: String { path + "/favorites.sqlite" }

    /// - Parameter inMemory: whether the folder is in memory, for tests that would mostly wait for the disk.
    init(inMemory: Bool = false) {
        let parent = inMemory ? "/dev/shm" : FileManager.default.temporaryDirectory.path
        path = parent + "/tintype-tests-\(UUID().uuidString)"
    }

    /// Creates a folder with copies of files, as a backup or a killed run leaves them.
    convenience init(copying names: [String], from folder: String) throws {
        self.init()
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        for name in names {
            try FileManager.default.copyItem(atPath: folder + "/" + name, toPath: path + "/" + name)
        }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Opens the database as a separate instance of the program would.
    func open() -> FavoritesDatabase { FavoritesDatabase(folder: path) }

    /// Writes to the database file directly.
    func write(_ change: (Database) throws -> Void) throws {
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
        let database = try opened()
        try database.transaction { try change(database) }
    }

    /// Moves all changes from the log into the database file.
    func emptyLog() throws { try opened().run("PRAGMA wal_checkpoint(TRUNCATE)") }

    /// An instance that closes holds a lock for a moment.
    private func opened() throws -> Database { try Database(path: databasePath, busyTimeout: 60) }
}
