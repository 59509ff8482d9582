import Albums
import Basics
import Dispatch
import FoundationEssentials

/// The favorites and the marks of all libraries, in an SQLite database shared by all instances of the program.
///
/// The file is opened on first use. Every change is atomic and durable once its call returns. All methods throw
/// `FavoritesFailure`.
public actor FavoritesDatabase {
    /// The number of changes since the database was opened, by any instance.
    public private(set) var version = 0

    private let folder: String
    private let onDamage: @Sendable (FavoritesDamage) -> Void
    private let idleTime: Duration
    /// The number of damaged rows at the last fetch.
    private var damagedCount = 0
    private var opening: Task<FavoritesDatabaseFile, any Error>?
    /// Whether the last attempt to open the file failed.
    private var hasFailed = false
    private var watch: FolderWatch?
    /// SQLite's `data_version`, which counts changes by other connections.
    private var othersVersion: Int?
    /// Empties the log and updates the copies once no change has followed for a while.
    private var tidying: Task<Void, Never>?
    private var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// - Parameters:
    ///   - folder: the folder of the database, created if missing.
    ///   - idleTime: the time without changes after which the log is emptied and the copy is updated.
    ///   - onDamage: called with the number of damaged rows whenever it changes.
    public init(
        folder: String = UserFolder.data.path, idleTime: Duration = .seconds(10),
        onDamage: @escaping @Sendable (FavoritesDamage) -> Void = { _ in }
    ) {
        self.folder = folder
        self.idleTime = idleTime
        self.onDamage = onDamage
    }

    /// Returns the path of the database in a folder.
    public static func path(in folder: String) -> String {
        folder + "/favorites.sqlite"
    }

    /// Returns all favorites, newest first, without thumbnails.
    public func all() async throws(FavoritesFailure) -> [Favorite] {
        let (favorites, damaged) = try await file().read { try FavoriteRecord.favorites(in: $0) }
        if damaged != damagedCount { onDamage(.rows(damaged)) }
        damagedCount = damaged
        return favorites
    }

    /// Returns all favorites with thumbnails, newest first.
    public func allWithThumbnails() async throws(FavoritesFailure) -> [Favorite] {
        try await file().read { try FavoriteRecord.favorites(withThumbnails: true, in: $0).readable }
    }

    /// Adds the favorites that are missing; if none are, removes all of them.
    public func toggle(_ favorites: [Favorite]) async throws(FavoritesFailure) -> FavoriteChange {
        let change = try await write { db in
            if try favorites.allSatisfy({ try FavoriteRecord.exists($0.id, in: db) }) {
                let existing = try favorites.compactMap { try FavoriteRecord.favorite($0.id, in: db) }
                if existing.count == favorites.count {
                    for favorite in existing { try FavoriteRecord.remove(favorite.id, in: db) }
                    return FavoriteChange.removed(existing)
                }
            }
            return .added(try favorites.filter { try FavoriteRecord.add($0, in: db) })
        }
        changed()
        return change
    }

    /// Adds the favorites that are missing, in one transaction; returns the number added.
    @discardableResult
    public func add(_ favorites: [Favorite]) async throws(FavoritesFailure) -> Int {
        let count = try await write { db in
            try favorites.filter { try FavoriteRecord.add($0, in: db) }.count
        }
        changed()
        return count
    }

    /// Undoes a change.
    public func undo(_ change: FavoriteChange) async throws(FavoritesFailure) {
        switch change {
        case .added(let favorites): try await remove(favorites.map(\.id))
        case .removed(let favorites): try await add(favorites)
        }
    }

    /// Returns the encoded thumbnail of a favorite, nil if it has none.
    public func thumbnail(of id: Favorite.ID) async throws(FavoritesFailure) -> [UInt8]? {
        try await file().read { try FavoriteRecord.favorite(id, in: $0)?.thumbnail }
    }

    /// Returns the favorites without a thumbnail that are files or belong to a library.
    public func incomplete(of library: String) async throws(FavoritesFailure) -> [Favorite] {
        try await file().read { db in
            try FavoriteRecord.favorites("WHERE thumbnail IS NULL \(FavoriteRecord.newestFirst)", in: db)
                .readable.filter { $0.library == library || $0.id.file != nil }
        }
    }

    /// Stores completions. Has no effect on favorites removed since.
    public func complete(_ completions: [FavoriteCompletion]) async throws(FavoritesFailure) {
        try await write { db in
            for completion in completions { try FavoriteRecord.complete(completion, in: db) }
        }
        changed()
    }

    /// Removes favorites in one transaction.
    public func remove(_ ids: [Favorite.ID]) async throws(FavoritesFailure) {
        try await write { db in
            for id in ids { try FavoriteRecord.remove(id, in: db) }
        }
        changed()
    }

    // MARK: Files

    /// Returns the favorites that are files, each with the trace from when the file was last seen.
    public func tracedFiles() async throws(FavoritesFailure) -> [(id: Favorite.ID, trace: FileTrace?)] {
        let favorites = try await all().compactMap { $0.id.file == nil ? nil : $0.id }
        return try await file().read { db in
            let traces = try TraceRecord.all(in: db)
            return favorites.map { ($0, traces[FavoriteRecord.identity(of: $0)]) }
        }
    }

    /// Returns the current trace of each file; nil if it is missing.
    ///
    /// - Parameter hashing: whether to read the hashes, for which up to 128 KB of each file are read.
    public func traces(ofFilesAt paths: [[UInt8]], hashing: Bool) async -> [FileTrace?] {
        await DispatchQueue.global(qos: .utility).runBlocking { paths.map { FileTrace(of: $0, hashing: hashing) } }
    }

    /// Returns the hash of a file as in its trace; nil if it can't be read. Blocks.
    public nonisolated func hash(ofFileAt path: [UInt8]) -> [UInt8]? { FileTrace.hash(of: path) }

    /// Records the traces of favorites' files.
    public func record(_ traces: [(id: Favorite.ID, trace: FileTrace)]) async throws(FavoritesFailure) {
        try await write { db in
            try TraceRecord.removeUnused(in: db)
            for (id, trace) in traces {
                try TraceRecord.add(trace, of: FavoriteRecord.identity(of: id), in: db)
            }
        }
    }

    /// Replaces a favorite after its file was moved; removes it if the file at the new path is a favorite already.
    ///
    /// - Parameter library: the address of the library that has the photo.
    public func move(
        _ id: Favorite.ID, to photo: Photo, inAlbum albumTitle: String?, of library: String
    ) async throws(FavoritesFailure) {
        try await move([(id, photo)], inAlbum: albumTitle, of: library)
    }

    /// Replaces favorites in one transaction, because their files may have swapped names.
    public func move(
        _ moves: [(id: Favorite.ID, photo: Photo)], inAlbum albumTitle: String? = nil, of library: String
    ) async throws(FavoritesFailure) {
        try await write { db in
            let former = try moves.map { try FavoriteRecord.favorite($0.id, in: db) }
            for (id, _) in moves { try FavoriteRecord.remove(id, in: db) }
            for (former, move) in zip(former, moves) {
                guard let former else { continue }
                _ = try FavoriteRecord.add(
                    Favorite(
                        photo: move.photo, library: library, albumTitle: albumTitle, file: move.photo.file,
                        added: former.added, thumbnail: former.thumbnail), in: db)
            }
        }
        changed()
    }

    // MARK: Marks

    /// Returns the photos that are marked in a library, in the order they were marked. Skips damaged rows.
    public func marks(in library: String) async throws(FavoritesFailure) -> [Photo] {
        try await file().read { try MarkRecord.photos(markedIn: library, in: $0) }
    }

    /// Marks photos, each with everything needed to show it.
    public func addMarks(of photos: [Photo], in library: String) async throws(FavoritesFailure) {
        try await write { db in
            for photo in photos { try MarkRecord.add(photo, in: library, db) }
        }
    }

    public func removeMarks(of photos: [Photo.ID], in library: String) async throws(FavoritesFailure) {
        try await write { db in
            for photo in photos { try MarkRecord.remove(photo, in: library, db) }
        }
    }

    // MARK: Upkeep

    /// Reads the whole database, compares it with the tally of the last run, and updates the copies if all is well.
    ///
    /// - Returns: the damaged or missing parts; nil if all is well.
    public func check() async throws(FavoritesFailure) -> FavoritesDamage? {
        let file = try await file()
        do {
            let damage = try await DispatchQueue.global().runBlocking { try file.check() }
            if damage == nil { await DispatchQueue.global().runBlocking { file.updateCopies() } }
            return damage
        } catch {
            throw FavoritesFailure(error, path: file.path)
        }
    }

    /// Updates the copy of a small database, moves the log into the database, and closes the file. Later calls open it
    /// again.
    public func close() async {
        tidying?.cancel()
        guard let file = try? await opening?.value else { return }
        opening = nil
        watch = nil
        await DispatchQueue.global().runBlocking {
            file.updateCopies(limit: Self.maxSizeOfCopyAtEnd)
            // SQLite removes the log once the connection is released, unless another instance has the file open.
            file.emptyLog()
        }
    }

    /// In bytes. The next run copies larger databases, so that quitting doesn't wait for the disk.
    private static let maxSizeOfCopyAtEnd = 8 << 20

    private func tidyLater() {
        tidying?.cancel()
        tidying = Task { [weak self, idleTime] in
            guard (try? await Task.sleep(for: idleTime)) != nil else { return }
            await self?.tidy()
        }
    }

    private func tidy() async {
        guard let file = try? await opening?.value else { return }
        await DispatchQueue.global().runBlocking {
            file.emptyLog()
            file.updateCopies()
        }
    }

    /// Runs a transaction.
    private func write<Value: Sendable>(
        _ change: @escaping @Sendable (Database) throws -> Value
    ) async throws(FavoritesFailure) -> Value {
        await reopenIfReplaced(try await file())
        let value = try await file().write(change)
        tidyLater()
        return value
    }

    // MARK: Listening

    /// Returns a stream that yields immediately, and after every change by any instance.
    public func changes() -> AsyncStream<Void> {
        let (stream, listener) = AsyncStream.makeStream(of: Void.self, bufferingPolicy: .bufferingNewest(1))
        let id = UUID()
        listeners[id] = listener
        listener.onTermination = { [weak self] _ in Task { await self?.forget(id) } }
        listener.yield()
        return stream
    }

    private func forget(_ id: UUID) {
        listeners[id] = nil
    }

    private func changed() {
        version += 1
        for listener in listeners.values { listener.yield() }
    }

    /// Returns the opened file. A failure is not cached, because its cause may go away.
    private func file() async throws(FavoritesFailure) -> FavoritesDatabaseFile {
        let task = opening ?? Task { [folder] in try await Self.open(folder) }
        opening = task
        do {
            let file = try await task.value
            try await follow(file)
            if hasFailed {
                hasFailed = false
                // Consumers that failed to read the file can now retry.
                changed()
            }
            return file
        } catch {
            opening = nil
            hasFailed = true
            throw error as? FavoritesFailure ?? .unavailable(path: folder, reason: "\(error)")
        }
    }

    private static func open(_ folder: String) async throws -> FavoritesDatabaseFile {
        try await DispatchQueue.global().runBlocking { try FavoritesDatabaseFile(folder: folder) }
    }

    // MARK: Changes by other instances

    private func follow(_ file: FavoritesDatabaseFile) async throws(FavoritesFailure) {
        guard watch == nil else { return }
        watch = FolderWatch(folder) { [weak self] in Task { await self?.checkForChanges(in: file) } }
        othersVersion = try await othersVersion(in: file)
    }

    /// Called on any write to the database files. Ignores writes by this instance, which it has already announced.
    private func checkForChanges(in file: FavoritesDatabaseFile) async {
        if await reopenIfReplaced(file) { return changed() }
        guard let now = try? await othersVersion(in: file), now != othersVersion else { return }
        othersVersion = now
        changed()
    }

    /// Makes the next call reopen the file if a repair has replaced it; returns whether that is the case.
    @discardableResult
    private func reopenIfReplaced(_ file: FavoritesDatabaseFile) async -> Bool {
        guard await !DispatchQueue.global().runBlocking({ file.isCurrent }) else { return false }
        opening = nil
        watch = nil
        return true
    }

    private func othersVersion(in file: FavoritesDatabaseFile) async throws(FavoritesFailure) -> Int? {
        try await file.read { try $0.integer("PRAGMA data_version") }
    }
}
