import Albums
import Basics
import CSQLite
import Dispatch
import Glibc
import Synchronization

/// An index of the photos in folders, with the values of their headers and metadata, so that no run reads them again.
///
/// An SQLite database in the cache folder, shared by all instances of the program. Its loss costs only the time to read
/// the photos again, so every failure is silent: if the disk is full or read-only, the index stays incomplete. A
/// damaged index, or one of another version, is rebuilt. Calls block; while the disk doesn't answer, as on a network
/// file system, the index is empty.
public final class PhotoIndex: Sendable {
    private enum State {
        case closed
        case open(SharedDatabase)
        case unavailable
    }

    private let folder: String
    private let onRebuild: @Sendable () -> Void
    private let state = Mutex(State.closed)
    /// The serial queue that blocking file access runs on.
    let queue = DispatchQueue(label: "tintype.photo-index", qos: .userInitiated)
    private let maxWait: DispatchTimeInterval
    private let stuck = Atomic(false)
    private let isReported = Atomic(false)

    /// - Parameters:
    ///   - folder: the folder of the database, created if missing.
    ///   - maxWait: how long a call waits for the disk.
    ///   - onRebuild: called at most once, when a damaged index or one of another version is replaced.
    public init(
        folder: String = UserFolder.cache.path, maxWait: DispatchTimeInterval = .seconds(5),
        onRebuild: @escaping @Sendable () -> Void = {}
    ) {
        self.folder = folder
        self.maxWait = maxWait
        self.onRebuild = onRebuild
    }

    /// Returns the path of the database in a folder.
    public static func path(in folder: String) -> String {
        folder + "/photos.sqlite"
    }

    /// The path of the database.
    public var path: String { Self.path(in: folder) }

    /// Whether the disk hasn't answered in time.
    public var isStuck: Bool { stuck.load(ordering: .relaxed) }

    /// Calls `use` with each photo of a folder.
    public func forEachPhoto(inFolder path: [UInt8], _ use: (IndexedPhoto) -> Void) {
        var part = Part()
        repeat {
            guard let next = perform({ [part] in try Self.part(after: part.last, ofFolder: path, in: $0) }),
                part.last.lexicographicallyPrecedes(next.last)
            else { return }
            part = next
            part.photos.forEach(use)
        } while part.isFull
    }

    /// Some photos of a folder, in the order of their names.
    private struct Part: Sendable {
        var photos: [IndexedPhoto] = []
        /// The last name.
        var last: [UInt8] = []
        /// Whether more photos may follow.
        var isFull = false
    }

    private static let partSize = 2000

    private static func part(after name: [UInt8], ofFolder path: [UInt8], in database: Database) throws -> Part {
        try database.transaction(writes: false) {
            var part = Part()
            guard let folder = try IndexSchema.folder(path, in: database) else { return part }
            var count = 0
            part.photos = try database.rows(
                IndexSchema.photos, [.init(folder), .blob(name), .init(partSize)]
            ) { row in
                count += 1
                part.last = row.blob(0) ?? part.last
                return IndexSchema.photo(row)
            }
            part.isFull = count == partSize
            return part
        }
    }

    /// The number of photos, if they can be counted, and the size on disk in bytes.
    public typealias Contents = (photos: Int?, bytes: Int)

    /// Counts the photos; nil if there is no index.
    public func contents() -> Contents? {
        guard let bytes = bytes() else { return nil }
        let photos = perform { try $0.integer("SELECT count(*) FROM photo") }
        return (photos.flatMap { $0 }, bytes)
    }

    /// Removes all photos. Returns the number of bytes that this has freed.
    public func clear() -> Int {
        guard let before = bytes() else { return 0 }
        // Instances that run have the file open, so it is emptied rather than removed.
        perform { database in
            try database.runAll(
                "DELETE FROM photo; DELETE FROM folder; DELETE FROM content; VACUUM; PRAGMA wal_checkpoint(TRUNCATE)")
        }
        return max(0, before - (bytes() ?? 0))
    }

    /// The size of the database and its log; nil if there is none.
    private func bytes() -> Int? {
        let sizes = Self.suffixes.map { suffix -> Int? in
            var status = stat()
            return stat(path + suffix, &status) == 0 ? Count(status.st_size).value : nil
        }
        return sizes.last.flatMap { $0 } == nil ? nil : sizes.compactMap { $0 }.reduce(0, +)
    }

    /// The files of the database, itself last.
    private static let suffixes = ["-wal", "-shm", ""]

    /// Stores photos of a folder, in one transaction.
    public func store(_ photos: [IndexedPhoto], inFolder path: [UInt8]) {
        perform { database in
            try database.transaction {
                let folder = try IndexSchema.addFolder(path, in: database)
                for photo in photos { try IndexSchema.write(photo, folder: folder, in: database) }
            }
        }
    }

    /// Replaces the average colors of photos in a folder, by name; ignores photos that aren't in the index.
    public func setColors(_ colors: [[UInt8]: AverageColor], inFolder path: [UInt8]) {
        perform { database in
            try database.transaction {
                guard let folder = try IndexSchema.folder(path, in: database) else { return }
                for (name, color) in colors {
                    try IndexSchema.setColor(color, ofPhotoNamed: name, folder: folder, in: database)
                }
            }
        }
    }

    /// Returns nil if the work fails or the disk doesn't answer in time.
    @discardableResult
    func perform<Value: Sendable>(_ work: @escaping @Sendable (Database) throws -> Value) -> Value? {
        if isStuck { return nil }
        let answer = Answer<Value>()
        // A weak reference, so that the database is closed once the owner releases the index.
        queue.async { [weak self] in
            let value = self?.performNow(work)
            answer.state.withLock { state in
                state = (value, true)
                self?.stuck.store(false, ordering: .relaxed)
            }
            answer.isThere.signal()
        }
        _ = answer.isThere.wait(timeout: .now() + maxWait)
        return answer.state.withLock { state in
            if !state.isThere { stuck.store(true, ordering: .relaxed) }
            return state.value
        }
    }

    private final class Answer<Value: Sendable>: Sendable {
        let state = Mutex<(value: Value?, isThere: Bool)>((nil, false))
        let isThere = DispatchSemaphore(value: 0)
    }

    private func performNow<Value: Sendable>(_ work: (Database) throws -> Value) -> Value? {
        for _ in 0..<2 {
            guard let database = opened() else { return nil }
            do {
                return try database.use(work)
            } catch let error as DatabaseError where error.isDamageOfIndex {
                rebuild(database)
            } catch {
                return nil
            }
        }
        return nil
    }

    private func opened() -> SharedDatabase? {
        state.withLock { state in
            if case .closed = state {
                state = (try? open()).map { .open($0) } ?? .unavailable
            }
            guard case .open(let database) = state else { return nil }
            return database
        }
    }

    private func open() throws -> SharedDatabase {
        let path = Self.path(in: folder)
        try SmallFile.makeFolders(of: path)
        // The lock serializes creation and replacement across instances.
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        do {
            return try Self.database(at: path)
        } catch let error as DatabaseError where error.isDamageOfIndex {
            try remove()
            return try Self.database(at: path)
        } catch is OtherVersion {
            try remove()
            return try Self.database(at: path)
        }
    }

    /// Replaces a database that has turned out to be damaged, unless another thread has.
    private func rebuild(_ damaged: SharedDatabase) {
        state.withLock { state in
            guard case .open(let database) = state, database === damaged else { return }
            let lock = try? FolderLock(folder)
            defer { withExtendedLifetime(lock) {} }
            state = (try? remove()) == nil ? .unavailable : .closed
        }
    }

    private func remove() throws {
        if isReported.compareExchange(expected: false, desired: true, ordering: .relaxed).exchanged { onRebuild() }
        for suffix in Self.suffixes where unlink(path + suffix) != 0 && errno != ENOENT {
            throw StorageFailure.ofLastCall(on: path)
        }
    }

    private struct OtherVersion: Error {}

    private static func database(at path: String) throws -> SharedDatabase {
        // Created here with mode 0600, because SQLite would make the file and its log world-readable.
        close(Glibc.open(path, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600))
        return try SharedDatabase {
            let database = try Database(path: path, busyTimeout: 5)
            // After a power failure, the index may be damaged and is rebuilt.
            try database.runAll(
                "PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -2000")
            try database.transaction {
                let version = try database.integer("PRAGMA user_version") ?? 0
                guard version != IndexSchema.version else { return }
                guard version == 0, try database.integer("SELECT count(*) FROM sqlite_master") == 0 else {
                    throw OtherVersion()
                }
                try database.runAll(IndexSchema.tables)
            }
            // Needs no new `version`: programs that don't know this table ignore it.
            try database.run(ContentTable.creation)
            return database
        }
    }
}

extension DatabaseError {
    /// Whether the file is no database, or not the expected one.
    fileprivate var isDamageOfIndex: Bool { isDamage || code == SQLITE_ERROR }
}
