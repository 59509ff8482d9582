import Albums
import FoundationEssentials
import GRDB
import Glibc
import Synchronization

/// An index of the photos in folders: what their headers and metadata say, so that no run reads them again.
///
/// An SQLite database in the cache folder, shared by all instances of the program. Its loss costs only the time to read
/// the photos again, so every failure is silent: if the disk is full or read-only, the index has what it could store. A
/// damaged index, or one of another version, is rebuilt. Calls block.
public final class PhotoIndex: Sendable {
    private enum State {
        case closed
        case open(DatabaseQueue)
        case unavailable
    }

    private let folder: String
    private let onRebuild: @Sendable () -> Void
    private let state = Mutex(State.closed)
    private let isReported = Atomic(false)

    /// - Parameters:
    ///   - folder: the folder of the database, created if missing.
    ///   - onRebuild: called at most once, when a damaged index or one of another version is replaced.
    public init(folder: String = UserFolder.cache.path, onRebuild: @escaping @Sendable () -> Void = {}) {
        self.folder = folder
        self.onRebuild = onRebuild
    }

    /// Returns the path of the database in a folder.
    public static func path(in folder: String) -> String {
        folder + "/photos.sqlite"
    }

    /// Calls `use` with each photo of a folder, without its exposure and time zone.
    public func forEachPhoto(inFolder path: [UInt8], _ use: (IndexedPhoto) -> Void) {
        perform { database in
            try database.read { db in
                guard let folder = try IndexSchema.folder(path, in: db) else { return }
                let rows = try Row.fetchCursor(db.cachedStatement(sql: IndexSchema.photos), arguments: [folder])
                while let row = try rows.next() {
                    if let photo = IndexSchema.photo(row) { use(photo) }
                }
            }
        }
    }

    /// Stores photos of a folder, in one transaction.
    public func store(_ photos: [IndexedPhoto], inFolder path: [UInt8]) {
        perform { database in
            try database.write { db in
                let folder = try IndexSchema.addFolder(path, in: db)
                for photo in photos { try IndexSchema.write(photo, folder: folder, in: db) }
            }
        }
    }

    @discardableResult
    private func perform<Value>(_ work: (DatabaseQueue) throws -> Value) -> Value? {
        for _ in 0..<2 {
            guard let database = opened() else { return nil }
            do {
                return try work(database)
            } catch let error as DatabaseError where error.isDamage {
                rebuild(database)
            } catch {
                return nil
            }
        }
        return nil
    }

    private func opened() -> DatabaseQueue? {
        state.withLock { state in
            if case .closed = state {
                state = (try? open()).map { .open($0) } ?? .unavailable
            }
            guard case .open(let database) = state else { return nil }
            return database
        }
    }

    private func open() throws -> DatabaseQueue {
        let path = Self.path(in: folder)
        try SmallFile.makeFolders(of: path)
        // The lock serializes creation and replacement across instances.
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        do {
            return try Self.database(at: path)
        } catch let error as DatabaseError where error.isDamage {
            try remove()
            return try Self.database(at: path)
        } catch is OtherVersion {
            try remove()
            return try Self.database(at: path)
        }
    }

    /// Replaces a database that has turned out to be damaged, unless another thread has.
    private func rebuild(_ damaged: DatabaseQueue) {
        state.withLock { state in
            guard case .open(let database) = state, database === damaged else { return }
            try? database.close()
            let lock = try? FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            state = (try? remove()) == nil ? .unavailable : .closed
        }
    }

    private func remove() throws {
        if isReported.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged { onRebuild() }
        let path = Self.path(in: folder)
        for suffix in ["-wal", "-shm", ""] where unlink(path + suffix) != 0 && errno != ENOENT {
            throw StorageFailure.ofLastCall(on: path)
        }
    }

    private struct OtherVersion: Error {}

    private static func database(at path: String) throws -> DatabaseQueue {
        // Created here with mode 0600, because SQLite would make the file and its log world-readable.
        close(Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600))
        var configuration = GRDB.Configuration()
        configuration.journalMode = .wal
        configuration.busyMode = .timeout(5)
        configuration.prepareDatabase { db in
            // After a power failure, the index may be damaged and is rebuilt.
            try db.execute(sql: "PRAGMA synchronous = OFF; PRAGMA cache_size = -2000")
        }
        let database = try DatabaseQueue(path: path, configuration: configuration)
        try database.write { db in
            let version = try Int.fetchOne(db, sql: "PRAGMA user_version") ?? 0
            guard version != IndexSchema.version else { return }
            guard version == 0, try Int.fetchOne(db, sql: "SELECT count(*) FROM sqlite_master") == 0 else {
                throw OtherVersion()
            }
            try db.execute(sql: IndexSchema.tables)
        }
        return database
    }
}

extension DatabaseError {
    /// Whether the file is no database, or not the expected one.
    fileprivate var isDamage: Bool {
        [.SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR].contains(resultCode)
    }
}
