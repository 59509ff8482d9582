import Albums
import GRDB
import Glibc

/// The database file of favorites, opened: one connection, which others' connections may write beside.
struct FavoritesFile: Sendable {
    let connection: DatabaseQueue
    let path: String

    /// Opens the file, or makes it; waits for the disk, and for another instance that does the same.
    init(folder: String) throws(FavoritesFailure) {
        path = FavoritesDatabase.path(in: folder)
        do {
            try SmallFile.makeFolders(of: path)
        } catch {
            throw .unavailable(path: error.path, reason: error.reason)
        }
        // Two instances that make the file, or change its tables, do so one after the other.
        let lock: FolderLock
        do {
            lock = try FolderLock(folder)
        } catch {
            throw error.isLocked ? .locked(path: folder) : .unavailable(path: folder, reason: error.reason)
        }
        defer { withExtendedLifetime(lock) {} }
        // Made by SQLite, it and its log would be for everyone to read.
        close(Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC, 0o600))
        do {
            connection = try DatabaseQueue(path: path, configuration: Self.configuration)
            let isLater = try connection.read { try FavoritesSchema.migrator.hasBeenSuperseded($0) }
            guard !isLater else { throw FavoritesFailure.laterVersion(path: path) }
            try FavoritesSchema.migrator.migrate(connection)
        } catch {
            throw FavoritesFailure(error, path: path)
        }
    }

    func read<Value: Sendable>(
        _ value: @escaping @Sendable (Database) throws -> Value
    ) async throws(FavoritesFailure) -> Value {
        do {
            return try await connection.read(value)
        } catch {
            throw FavoritesFailure(error, path: path)
        }
    }

    /// Changes all or nothing; what was changed is on the disk when this returns.
    func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(FavoritesFailure) -> Value {
        do {
            let value = try await connection.write(change)
            Self.touch(path)
            return value
        } catch {
            throw FavoritesFailure(error, path: path)
        }
    }

    /// Tells other instances that there is something new to read. What SQLite writes does so too early: a change can be read
    /// once the log is on the disk and memory that they share says so, and of that the system tells nobody.
    static func touch(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // Favorites are few, and a person who was told that one is kept has it after a power failure too.
            try db.execute(sql: "PRAGMA synchronous = FULL")
        }
        return configuration
    }
}

extension FavoritesFailure {
    fileprivate init(_ error: any Error, path: String) {
        switch error {
        case let failure as FavoritesFailure:
            self = failure
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_FULL: self = .diskFull
            case .SQLITE_IOERR where Self.isDiskFull(around: path): self = .diskFull
            case .SQLITE_CANTOPEN where Self.isDiskFull(around: path): self = .diskFull
            case .SQLITE_NOTADB, .SQLITE_CORRUPT: self = .damaged(path: path)
            case .SQLITE_BUSY: self = .locked(path: path)
            default: self = .unavailable(path: path, reason: error.message ?? "\(error.resultCode)")
            }
        default:
            self = .unavailable(path: path, reason: "\(error)")
        }
    }

    /// SQLite calls it an input or output error when there is no room for the memory that connections share.
    private static func isDiskFull(around path: String) -> Bool {
        var status = statvfs()
        return statvfs(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), &status) == 0
            && status.f_bavail == 0
    }
}
