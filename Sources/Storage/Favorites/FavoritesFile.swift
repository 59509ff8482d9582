import Albums
import GRDB
import Glibc

/// The open database file, with one connection. Other processes may write through their own.
struct FavoritesFile: Sendable {
    let connection: DatabaseQueue
    let path: String

    /// Opens the file or creates it. Blocks on the disk, and on other instances that do the same.
    init(folder: String) throws(FavoritesFailure) {
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

    /// Runs a transaction; its changes are durable when this returns.
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

    /// Notifies other instances of new data. SQLite's own writes trigger inotify too early: a change becomes visible
    /// only once the log is on disk and the shared-memory index is updated, and inotify does not report that update.
    static func touch(_ path: String) {
        utimensat(AT_FDCWD, path, nil, 0)
    }

    private static var configuration: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // There are few favorites, and each must survive a power failure once its addition is confirmed.
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

    /// SQLite reports an I/O error when the disk has no space for its shared-memory file.
    private static func isDiskFull(around path: String) -> Bool {
        var status = statvfs()
        return statvfs(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]), &status) == 0
            && status.f_bavail == 0
    }
}
