import CSQLite
import Glibc

/// How many favorites a database has, and after how many changes.
struct FavoritesState {
    /// The number of transactions.
    let changes: Int
    let count: Int
    /// The number of damaged rows, if the database was checked.
    private(set) var damaged = 0
    /// Whether SQLite finds no damage, if the database was checked.
    private(set) var isIntact = true

    init(_ database: Database) throws {
        changes = try database.integer("PRAGMA user_version") ?? 0
        count = try FavoriteRecord.count(in: database)
    }

    /// Reads the whole database.
    init(checking database: Database) throws {
        try self.init(database)
        isIntact = try database.rows("PRAGMA integrity_check") { $0.text(0) } == ["ok"]
        damaged = try FavoriteRecord.favorites(withThumbnails: true, in: database).damaged
    }

    /// Reads a whole database that other instances may have open. A damaged header may claim a later version of SQLite,
    /// which makes the database read-only; such a database is not intact.
    init(checking path: String) throws {
        let database = try FavoritesDatabaseFile.connect(to: path)
        let state = try database.transaction(writes: false) { try FavoritesState(checking: database) }
        self = state
        if try !Self.isWritable(database), access(path, W_OK) == 0 { isIntact = false }
    }

    private static func isWritable(_ database: Database) throws -> Bool {
        do throws(DatabaseError) {
            try database.runAll("BEGIN IMMEDIATE; PRAGMA user_version = 0; ROLLBACK")
            return true
        } catch {
            // A busy database is writable: another instance may be writing.
            if error.code != SQLITE_READONLY, error.code != SQLITE_BUSY { throw error }
            return error.code != SQLITE_READONLY
        }
    }

    /// Counts a transaction, and returns the state after it.
    static func count(_ database: Database) throws -> FavoritesState {
        let changes = try database.integer("PRAGMA user_version") ?? 0
        // Starts again after 2^31 changes.
        try database.runAll("PRAGMA user_version = \(changes < Int(Int32.max) ? changes + 1 : 0)")
        return try FavoritesState(database)
    }
}
