import GRDB
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

    init(_ db: Database) throws {
        changes = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        count = try FavoriteRecord.fetchCount(db)
    }

    /// Reads the whole database.
    init(checking db: Database) throws {
        try self.init(db)
        isIntact = try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"]
        damaged = try FavoriteRecord.favorites(.newestFirst.select(.allColumns), in: db).damaged
    }

    /// Reads a whole database that other instances may have open. By its header, a damaged one may look like a file of a
    /// later version of SQLite, which can be read but not written.
    init(checking path: String) throws {
        let connection = try FavoritesFile.connect(to: path)
        self = try connection.read { try FavoritesState(checking: $0) }
        do {
            try connection.inTransaction(.immediate) { db in
                try db.execute(sql: "PRAGMA user_version = 0")
                return .rollback
            }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
            if access(path, W_OK) == 0 { isIntact = false }
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            // Another instance writes.
        }
    }

    /// Counts a transaction, and returns the state after it.
    static func count(_ db: Database) throws -> FavoritesState {
        let changes = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
        // Starts again after 2^31 changes.
        try db.execute(sql: "PRAGMA user_version = \(changes < Int(Int32.max) ? changes + 1 : 0)")
        return try FavoritesState(db)
    }
}
