import Albums
import Basics
import CSQLite
import Glibc

/// The repair of a damaged favorites database, and its result.
public struct FavoritesRepair: Hashable, Sendable {
    /// The path of the backup made before the repair.
    public let backup: String
    /// The number of favorites after the repair.
    public let kept: Int
    /// The number of favorites that lost unreadable parts, such as tags.
    public let repaired: Int
    /// The number of favorites that were recovered from copies. The user may have removed some of them since.
    public let restored: Int
    /// The number of favorites that could not be recovered; nil if unknown.
    public let lost: Int?

    /// Backs up the database, then writes a new one with everything that can be recovered from it and its copies.
    /// Returns nil if there is nothing to repair: the database is intact, from a later version, or missing without ever
    /// having had favorites.
    public init?(folder: String = UserFolder.data.path) throws(FavoritesFailure) {
        let path = FavoritesDatabase.path(in: folder)
        guard SmallFile.exists(folder) else { return nil }
        do {
            let lock = try FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            // Read before SQLite opens the files and drops damaged parts of the log.
            let database = try Self.contents(of: path)
            let log = try Self.contents(of: path + "-wal")
            let tally = FavoritesTally.read(in: folder)
            guard try Self.isDamaged(folder, tally: tally) else { return nil }
            backup = try Self.backUp(path, database: database, log: log)
            let copies = FavoritesCopies(folder: folder)
            let isMissing = tally?.missing ?? 0 > 0
            let recovery = try FavoritesRecovery(
                database: try? Database(path: path, busyTimeout: 5), tally: tally,
                copies: (isMissing ? [copies.earlier, copies.latest] : [copies.latest, copies.earlier])
                    .compactMap(FavoritesCopies.open))
            kept = try Self.replace(path, with: recovery)
            (repaired, restored, lost) = (recovery.repairedCount, recovery.restoredCount, recovery.lostCount)
            FavoritesTally(changes: recovery.changes + 1, count: kept).write(in: folder)
            FavoritesDatabaseFile.touch(path)
        } catch let failure as FavoritesFailure {
            throw failure
        } catch let failure as StorageFailure {
            throw failure.isLocked ? .locked(path: folder) : .unavailable(path: failure.path, reason: failure.reason)
        } catch {
            throw .unavailable(path: path, reason: "\(error)")
        }
    }

    /// Whether every favorite was recovered unchanged.
    public var isLossless: Bool { repaired == 0 && lost == 0 }

    private static func contents(of path: String) throws(StorageFailure) -> [UInt8] {
        do {
            return try SmallFile.contents(of: path, atMost: maxSize).bytes
        } catch .missing {
            return []
        } catch .tooLarge {
            errno = EFBIG
        } catch {
            errno = EACCES
        }
        throw .ofLastCall(on: path)
    }

    /// In bytes; larger than any database of favorites, and about as much as a single call reads.
    private static let maxSize = 2_000_000_000

    private static func isDamaged(_ folder: String, tally: FavoritesTally?) throws(FavoritesFailure) -> Bool {
        let path = FavoritesDatabase.path(in: folder)
        guard SmallFile.size(of: path) ?? 0 > 0 else { return tally?.count ?? 0 > 0 }
        do {
            let database = try FavoritesDatabaseFile.connect(to: path)
            // A file of a later version is not damaged, but this version cannot read it.
            guard try !FavoritesSchema.migrations.areSuperseded(in: database) else { return false }
            // Fails if the header says that the file can't be written.
            try FavoritesSchema.migrations.apply(to: database)
            let state = try FavoritesState(checking: path)
            guard state.isIntact, state.damaged == 0 else { return true }
            return tally.map { $0.missing > 0 || $0.lostCount(in: state) != nil } ?? false
        } catch let error as DatabaseError where error.code == SQLITE_BUSY {
            throw .locked(path: path)
        } catch {
            return true
        }
    }

    /// Replaces the database with a new one, which other instances open once they notice; returns the number of
    /// favorites.
    private static func replace(_ path: String, with recovery: FavoritesRecovery) throws -> Int {
        let new = path + ".new"
        unlink(new)
        close(open(new, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
        let kept = try fill(new, with: recovery)
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else { throw StorageFailure.ofLastCall(on: path) }
        return kept
    }

    /// Writes a new database; returns the number of favorites. Uses no write-ahead log: renaming the file could leave
    /// changes behind in it.
    private static func fill(_ path: String, with recovery: FavoritesRecovery) throws -> Int {
        let database = try Database(path: path)
        try FavoritesSchema.migrations.apply(to: database)
        return try database.transaction {
            for (library, photo) in recovery.marks { try MarkRecord.add(photo, in: library, database) }
            let count = try recovery.favorites.filter { try FavoriteRecord.add($0.withCanonicalFile, in: database) }
                .count
            for (identity, trace) in recovery.traces { try TraceRecord.add(trace, of: identity, in: database) }
            try TraceRecord.removeUnused(in: database)
            try database.runAll("PRAGMA user_version = \(min(recovery.changes + 1, Int(Int32.max)))")
            return count
        }
    }

    /// Writes a copy of the damaged file and its log; returns the path of the copy.
    private static func backUp(_ path: String, database: [UInt8], log: [UInt8]) throws -> String {
        let backup = try write(database, to: path.replacing(".sqlite", with: "-backup.sqlite"))
        if !log.isEmpty { _ = try write(log, to: backup + "-wal") }
        return backup
    }

    private static func write(_ bytes: [UInt8], to path: String) throws -> String {
        let file = try NewFile(at: path)
        try bytes.withUnsafeBytes { try file.write($0) }
        return try file.publish(mode: 0o600)
    }
}
