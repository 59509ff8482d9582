import Albums
import Basics
import CSQLite
import Dispatch
import Glibc

/// The open database file, with one connection. Other processes may write through their own.
struct FavoritesDatabaseFile: Sendable {
    private let database: SharedDatabase
    /// Changes happen in the order of the calls.
    private let queue = DispatchQueue(label: "tintype.favorites", qos: .userInitiated)
    let path: String
    private let folder: String
    private let identity: FileNode?

    /// Opens the file or creates it. Blocks on the disk, and on other instances that do the same.
    init(folder: String) throws(FavoritesFailure) {
        self.folder = folder
        path = FavoritesDatabase.path(in: folder)
        do {
            try SmallFile.makeFolders(of: path)
        } catch {
            throw .unavailable(path: error.path, reason: error.reason)
        }
        // The lock serializes creation and migrations across instances.
        let lock: FolderLock
        do {
            lock = try FolderLock(folder)
        } catch {
            throw error.isLocked ? .locked(path: folder) : .unavailable(path: folder, reason: error.reason)
        }
        defer { withExtendedLifetime(lock) {} }
        // Created here with mode 0600, because SQLite would make the file and its log world-readable.
        close(Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
        do {
            database = try SharedDatabase { [path] in
                let database = try Self.connect(to: path)
                guard try !FavoritesSchema.migrations.areSuperseded(in: database) else {
                    throw FavoritesFailure.laterVersion(path: path)
                }
                try FavoritesSchema.migrations.apply(to: database)
                return database
            }
        } catch {
            throw FavoritesFailure(error, path: path)
        }
        identity = FileNode(at: Array(path.utf8))
        emptyLog()
    }

    /// Opens a connection. In a read-only folder, opens a database with an empty log for reading only.
    static func connect(to path: String) throws -> Database {
        do {
            return try open(path)
        } catch let error as DatabaseError {
            let folder = String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
            guard access(folder, W_OK) != 0, SmallFile.size(of: path + "-wal") ?? 0 == 0 else { throw error }
            // `immutable` keeps SQLite from creating a log.
            return try Database(
                path: FileAddress.make(path: Array(path.utf8)) + "?immutable=1", isReadOnly: true,
                busyTimeout: timeout)
        }
    }

    /// Opens a connection for reading and writing.
    static func open(_ path: String) throws -> Database {
        let database = try Database(path: path, busyTimeout: timeout)
        let mode = try database.first("PRAGMA journal_mode = WAL") { $0.text(0) }
        guard mode == "wal" else {
            throw DatabaseError(code: SQLITE_CANTOPEN, message: "no write-ahead log")
        }
        // A confirmed favorite must survive a power failure; changes are rare. Deleted rows are overwritten, so that a
        // repair, which reads damaged rows, can't bring removed favorites back.
        try database.runAll("PRAGMA synchronous = FULL; PRAGMA secure_delete = ON")
        return database
    }

    /// Reads the `user_version` of a database file, without its log.
    static func userVersion(of path: String) -> Int? {
        let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 4)
        let count = pread(descriptor, &bytes, bytes.count, positionOfVersion)
        return count == bytes.count ? bytes.bigEndian(4, at: 0) : nil
    }

    /// In the header of the file: https://www.sqlite.org/fileformat2.html#user_version_number
    private static let positionOfVersion: off_t = 60

    /// Moves the log's changes into the database file, so that a backup of the file is complete. Skipped while another
    /// instance is reading or writing.
    func emptyLog() {
        guard SmallFile.size(of: path + "-wal") ?? 0 > 0 else { return }
        try? database.use { database in
            database.busyTimeout = 0
            defer { database.busyTimeout = Self.timeout }
            try database.run("PRAGMA wal_checkpoint(TRUNCATE)")
        }
    }

    /// Reads everything, and compares it with the tally of the last run. Blocks.
    ///
    /// Other instances may change favorites at the same time.
    func check() throws -> FavoritesDamage? {
        // Read before the database, as in `write`.
        let tally = FavoritesTally.read(in: folder)
        let state = try FavoritesState(checking: path)
        guard state.isIntact else { return .file(path: path) }
        guard state.damaged == 0 else { return .rows(state.damaged) }
        var new = FavoritesTally(changes: state.changes, count: state.count, missing: tally?.missing ?? 0)
        let copies = FavoritesCopies(folder: folder)
        let lost = tally?.lostCount(in: state)
        if let lost, lost > 0 {
            new.missing += lost
            copies.keepLatest()
        }
        let isRecoverable = SmallFile.exists(copies.earlier)
        // Without a copy, later runs need not report the loss again.
        let missing = new.missing
        if !isRecoverable { new.missing = 0 }
        if new != tally { new.write(in: folder) }
        if missing > 0 { return .missing(missing, isRecoverable: isRecoverable) }
        return lost == nil ? nil : .outdated(path: path)
    }

    /// Copies the database unless the copy has its last change. Blocks.
    func updateCopies(limit: Int = .max) {
        let keepsEarlier = FavoritesTally.read(in: folder)?.missing ?? 0 > 0
        try? FavoritesCopies(folder: folder).update(limit: limit, keepsEarlier: keepsEarlier)
    }

    /// Whether the path still leads to the opened file; a repair replaces it.
    var isCurrent: Bool { FileNode(at: Array(path.utf8)) == identity }

    /// Reads in a transaction.
    func read<Value: Sendable>(
        _ value: @escaping @Sendable (Database) throws -> Value
    ) async throws(FavoritesFailure) -> Value {
        do {
            return try await queue.runBlocking { [database] in
                try database.use { database in try database.transaction(writes: false) { try value(database) } }
            }
        } catch {
            throw FavoritesFailure(error, path: path)
        }
    }

    /// Runs a transaction; its changes are durable when this returns.
    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(FavoritesFailure) -> Value {
        do {
            return try await queue.runBlocking { [self] in try database.use { try write(change, to: $0) } }
        } catch {
            throw FavoritesFailure(error, path: path)
        }
    }

    private func write<Value>(_ change: (Database) throws -> Value, to database: Database) throws -> Value {
        // Read the tally first: then the database is behind it only if changes were lost.
        let tally = FavoritesTally.read(in: folder)
        let changesBefore = database.changeCount
        let (value, before, after) = try database.transaction {
            let before = try FavoritesState(database)
            let value = try change(database)
            return (value, before, database.changeCount == changesBefore ? nil : try FavoritesState.count(database))
        }
        if let after {
            let lost = tally?.lostCount(in: before) ?? 0
            if lost > 0 { FavoritesCopies(folder: folder).keepLatest() }
            FavoritesTally(changes: after.changes, count: after.count, missing: (tally?.missing ?? 0) + lost)
                .write(in: folder)
        }
        Self.touch(path)
        return value
    }

    /// Notifies other instances of new data. SQLite's own writes trigger inotify too early: a change becomes visible
    /// only once the log is on disk and the shared-memory index is updated, and inotify does not report that update.
    static func touch(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    /// How long a call waits for other instances, in seconds.
    private static let timeout = 5
}

/// Damage to favorites that can still be read.
public enum FavoritesDamage: Hashable, Sendable {
    /// Rows are unreadable, or don't match their checksums.
    case rows(Int)
    /// The structure of the file is damaged.
    case file(path: String)
    /// This many favorites were lost since an earlier run. `isRecoverable` if an earlier copy exists.
    case missing(Int, isRecoverable: Bool)
    /// The last changes are lost, although there are no fewer favorites than after them.
    case outdated(path: String)
}

extension FavoritesFailure {
    init(_ error: any Error, path: String) {
        switch error {
        case let failure as FavoritesFailure:
            self = failure
        case let error as DatabaseError:
            switch error.code {
            case _ where error.isDamage: self = .damaged(path: path)
            case SQLITE_FULL: self = .diskFull
            case SQLITE_IOERR where Self.isDiskFull(around: path): self = .diskFull
            case SQLITE_CANTOPEN where Self.isDiskFull(around: path): self = .diskFull
            // By its header, the file is of a later version of SQLite.
            case SQLITE_READONLY where access(path, W_OK) == 0: self = .damaged(path: path)
            case SQLITE_BUSY: self = .locked(path: path)
            default: self = .unavailable(path: path, reason: error.message)
            }
        default:
            self = .unavailable(path: path, reason: "\(error)")
        }
    }

    /// SQLite reports an I/O error when the disk has no space for its shared-memory file.
    private static func isDiskFull(around path: String) -> Bool {
        var status = statvfs()
        return statvfs(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), &status) == 0
            && status.f_bavail == 0
    }
}
