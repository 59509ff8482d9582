import Albums
import FoundationEssentials
import GRDB
import Glibc

/// The repair of a damaged favorites database, and its result.
public struct FavoritesRepair: Hashable, Sendable {
    /// The path of the backup made before the repair.
    public let backup: String
    /// The number of favorites after the repair.
    public let kept: Int
    /// The number of favorites that lost unreadable parts, such as tags.
    public let repaired: Int
    /// The number of rows that could not be recovered, and are left only in the backup.
    public let lost: Int

    /// Backs up the database, then repairs or removes damaged rows. If the file itself is damaged, writes a new one.
    /// Returns nil if the database is missing, intact, or from a later version.
    public init?(folder: String = UserFolder.data.path) throws(FavoritesFailure) {
        let path = FavoritesDatabase.path(in: folder)
        guard SmallFile.exists(path) else { return nil }
        do {
            let lock = try FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            guard let damage = try Self.damage(of: path) else { return nil }
            backup = try Self.backUp(path)
            (kept, repaired, lost) =
                damage == .rows
                ? try Self.repairRows(of: DatabaseQueue(path: path, configuration: Self.configuration))
                : try Self.rewrite(path, from: backup)
            FavoritesFile.touch(path)
        } catch let failure as FavoritesFailure {
            throw failure
        } catch let failure as StorageFailure {
            throw failure.isLocked ? .locked(path: folder) : .unavailable(path: failure.path, reason: failure.reason)
        } catch {
            throw .unavailable(path: path, reason: "\(error)")
        }
    }

    private enum Damage {
        case rows, file
    }

    /// Waits for other instances, which lock the file for a moment, such as when they quit and empty its log.
    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.busyMode = .timeout(5)
        return configuration
    }

    private static func damage(of path: String) throws(FavoritesFailure) -> Damage? {
        let read = { (db: Database) throws -> Damage? in
            guard try String.fetchAll(db, sql: "PRAGMA integrity_check") == ["ok"] else { return Damage.file }
            // A file of a later version is not damaged, but this version cannot read it.
            guard try !FavoritesSchema.migrator.hasBeenSuperseded(db), try db.tableExists("favorite") else {
                return nil
            }
            return try FavoriteRecord.favorites(.newestFirst.select(.allColumns), in: db).damaged > 0 ? .rows : nil
        }
        do {
            return try DatabaseQueue(path: path, configuration: configuration).read(read)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            throw .locked(path: path)
        } catch {
            return .file
        }
    }

    private typealias Counts = (kept: Int, repaired: Int, lost: Int)

    /// Repairs rows in place rather than replacing the file, because other instances may have it open.
    private static func repairRows(of connection: DatabaseQueue) throws -> Counts {
        try FavoritesSchema.migrator.migrate(connection)
        return try connection.write { db in
            var (repaired, lost) = (0, 0)
            for row in try Row.fetchAll(db, sql: "SELECT rowid AS number, * FROM favorite") {
                guard (try? FavoriteRecord(row: row).favorite) == nil else { continue }
                try db.execute(
                    sql: "DELETE FROM favorite WHERE rowid = ?", arguments: [row["number"] as Int64?])
                if let favorite = FavoriteRecord(repairing: row)?.favorite {
                    _ = try FavoriteRecord.add(favorite, in: db)
                    repaired += 1
                } else {
                    lost += 1
                }
            }
            return (try FavoriteRecord.fetchCount(db), repaired, lost)
        }
    }

    /// Replaces the damaged file, which no instance can read, with a new one that contains the recovered favorites.
    private static func rewrite(_ path: String, from backup: String) throws -> Counts {
        let (favorites, repaired, lost) = salvage(backup)
        let marks = salvageMarks(backup)
        let new = path + ".new"
        unlink(new)
        close(open(new, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
        let connection = try DatabaseQueue(path: new)
        try FavoritesSchema.migrator.migrate(connection)
        let kept = try connection.write { db in
            // Oldest first, to preserve the order of insertion.
            for (library, photo) in marks { try MarkRecord.add(photo, in: library, db) }
            return try favorites.reversed().filter { try FavoriteRecord.add($0.withCanonicalFile, in: db) }.count
        }
        try connection.close()
        for suffix in ["-wal", "-shm"] { unlink(path + suffix) }
        guard rename(new, path) == 0 else { throw StorageFailure.ofLastCall(on: path) }
        return (kept, repaired, lost)
    }

    /// Copies the file and its write-ahead log; returns the path of the copy.
    private static func backUp(_ path: String) throws(StorageFailure) -> String {
        let backup = try copy(path, to: path.replacing(".sqlite", with: "-backup.sqlite"))
        if SmallFile.exists(path + "-wal") { _ = try copy(path + "-wal", to: backup + "-wal") }
        return backup
    }

    private static func copy(_ path: String, to target: String) throws(StorageFailure) -> String {
        let descriptor = open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { throw .ofLastCall(on: path) }
        defer { close(descriptor) }
        let file = try NewFile(at: target)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 20, alignment: 16)
        defer { buffer.deallocate() }
        while true {
            let count = read(descriptor, buffer.baseAddress, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw .ofLastCall(on: path) }
            if count == 0 { break }
            try file.write(UnsafeRawBufferPointer(rebasing: buffer[..<count]))
        }
        return try file.publish(mode: 0o600)
    }

    /// Reads favorites from each end of the table up to a damaged page; returns them newest first.
    private static func salvage(_ path: String) -> (favorites: [Favorite], repaired: Int, lost: Int) {
        var favorites: [Favorite.ID: Favorite] = [:]
        var repaired = 0
        var lost = 0
        var seen: Set<Int64> = []
        for order in ["ASC", "DESC"] {
            try? DatabaseQueue(path: path).read { db in
                let rows = try Row.fetchCursor(
                    db, sql: "SELECT rowid AS number, * FROM favorite ORDER BY rowid \(order)")
                while let row = try rows.next() {
                    if let number = Int64.fromDatabaseValue(row["number"]), !seen.insert(number).inserted { continue }
                    if let favorite = try? FavoriteRecord(row: row).favorite {
                        favorites[favorite.id] = favorite
                    } else if let favorite = FavoriteRecord(repairing: row)?.favorite {
                        favorites[favorite.id] = favorite
                        repaired += 1
                    } else {
                        lost += 1
                    }
                }
            }
        }
        return (favorites.values.sorted { $0.added > $1.added }, repaired, lost)
    }

    /// Reads marks up to a damaged page.
    private static func salvageMarks(_ path: String) -> [(library: String, photo: Photo)] {
        var marks: [(library: String, photo: Photo)] = []
        try? DatabaseQueue(path: path).read { db in
            try MarkRecord.forEach(in: db) { marks.append(($0, $1)) }
        }
        return marks
    }
}

extension FavoriteRecord {
    /// Creates a record from the readable columns of a damaged row; returns nil if the library or the photo is
    /// unreadable.
    fileprivate init?(repairing row: Row) {
        func text(_ column: String) -> String? { String.fromDatabaseValue(row[column] ?? .null) }
        guard let library = text("library"), let photo = text("photo") else { return nil }
        identity = nil
        self.library = library
        self.photo = photo
        album = text("album") ?? ""
        albumTitle = text("albumTitle")
        title = text("title") ?? ""
        tags = text("tags").flatMap { try? JSONDecoder().decode([String].self, from: Data($0.utf8)) } ?? []
        author = text("author")
        description = text("description")
        date = Int64.fromDatabaseValue(row["date"] ?? .null).map(Date.init(milliseconds:))
        dateKind = text("dateKind")
        aspect = Double.fromDatabaseValue(row["aspect"] ?? .null)
        placeholder = text("placeholder")
        link = text("link")
        attribution = text("attribution")
        authorLink = text("authorLink")
        file = text("file")
        let added = Int64.fromDatabaseValue(row["added"] ?? .null).map(Date.init(milliseconds:))
        self.added = added.flatMap(Timestamp.init)?.date ?? .now
        thumbnail = Data.fromDatabaseValue(row["thumbnail"] ?? .null)
    }
}
