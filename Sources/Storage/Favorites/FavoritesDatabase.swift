import Albums
import Dispatch
import FoundationEssentials
import GRDB

/// The favorites of all libraries, in an SQLite database that instances of the program share.
///
/// The file is opened by the first question. Every change is made wholly or not at all, and is on the disk when its call
/// returns. All calls throw `FavoritesFailure`.
public actor FavoritesDatabase {
    /// Counts the changes, by this instance or another, since the database was opened.
    public private(set) var version = 0

    private let folder: String
    private let onDamage: @Sendable (Int) -> Void
    /// How many rows were left out the last time.
    private var damagedCount = 0
    private var opening: Task<FavoritesFile, any Error>?
    /// Whether the file could not be opened the last time.
    private var hasFailed = false
    private var watch: FolderWatch?
    /// SQLite's count of the changes that other connections made.
    private var othersVersion: Int?
    private var listeners: [UUID: AsyncStream<Void>.Continuation] = [:]

    /// - Parameters:
    ///   - folder: the folder of the database, made when it is missing.
    ///   - onDamage: told when other rows than before were left out of the list, because they are damaged.
    public init(folder: String = UserFolder.data.path, onDamage: @escaping @Sendable (Int) -> Void = { _ in }) {
        self.folder = folder
        self.onDamage = onDamage
    }

    /// Where the database is in a folder.
    public static func path(in folder: String) -> String {
        folder + "/favorites.sqlite"
    }

    /// All favorites, newest first, without their thumbnails.
    public func all() async throws(FavoritesFailure) -> [Favorite] {
        let (favorites, damaged) = try await file().read { try FavoriteRecord.favorites(.newestFirst, in: $0) }
        if damaged != damagedCount { onDamage(damaged) }
        damagedCount = damaged
        return favorites
    }

    /// All favorites with their thumbnails, newest first.
    public func allWithThumbnails() async throws(FavoritesFailure) -> [Favorite] {
        try await file().read {
            try FavoriteRecord.favorites(.newestFirst.select(.allColumns), in: $0).readable
        }
    }

    /// Adds those that are not there; if all of them are, takes them away.
    public func toggle(_ favorites: [Favorite]) async throws(FavoritesFailure) -> FavoriteChange {
        let change = try await file().write { db in
            if try favorites.allSatisfy({ try FavoriteRecord.exists($0.id, in: db) }) {
                let known = try favorites.compactMap { try FavoriteRecord.favorite($0.id, in: db) }
                if known.count == favorites.count {
                    for favorite in known { try FavoriteRecord.remove(favorite.id, in: db) }
                    return FavoriteChange.removed(known)
                }
            }
            return .added(try favorites.filter { try FavoriteRecord.add($0, in: db) })
        }
        changed()
        return change
    }

    /// Adds those that are not there, all of them or none; returns how many that were.
    @discardableResult
    public func add(_ favorites: [Favorite]) async throws(FavoritesFailure) -> Int {
        let count = try await file().write { db in
            try favorites.filter { try FavoriteRecord.add($0, in: db) }.count
        }
        changed()
        return count
    }

    /// The small encoded picture of a favorite; nil where there is none.
    public func thumbnail(of id: Favorite.ID) async throws(FavoritesFailure) -> [UInt8]? {
        try await file().read { try FavoriteRecord.favorite(id, in: $0)?.thumbnail }
    }

    /// The files, and the favorites of a library, that have no thumbnail.
    public func incomplete(of library: String) async throws(FavoritesFailure) -> [Favorite] {
        try await file().read { db in
            try FavoriteRecord.favorites(
                .newestFirst.filter(Column("thumbnail") == nil), in: db
            ).readable.filter { $0.library == library || $0.id.file != nil }
        }
    }

    /// What was not at hand when a photo became a favorite.
    public struct Completion: Sendable {
        public let id: Favorite.ID
        public let thumbnail: [UInt8]
        /// Nil where none was found; one that is known stays.
        public let albumTitle: String?

        public init(id: Favorite.ID, thumbnail: [UInt8], albumTitle: String?) {
            self.id = id
            self.thumbnail = thumbnail
            self.albumTitle = albumTitle
        }
    }

    /// Adds what was not at hand; a favorite that is none any more stays none.
    public func complete(_ completions: [Completion]) async throws(FavoritesFailure) {
        try await file().write { db in
            for completion in completions {
                try FavoriteRecord.with(completion.id).updateAll(
                    db, Column("thumbnail").set(to: Data(completion.thumbnail)),
                    Column("albumTitle").set(to: completion.albumTitle ?? Column("albumTitle")))
            }
        }
        changed()
    }

    /// Takes favorites away, all of them or none.
    public func remove(_ ids: [Favorite.ID]) async throws(FavoritesFailure) {
        try await file().write { db in
            for id in ids { try FavoriteRecord.remove(id, in: db) }
        }
        changed()
    }

    /// Yields at once, and after each change, also by another instance.
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

    /// The opened file. A failure is forgotten, because what caused it may be gone the next time.
    private func file() async throws(FavoritesFailure) -> FavoritesFile {
        let task = opening ?? Task { [folder] in try await Self.open(folder) }
        opening = task
        do {
            let file = try await task.value
            try await follow(file)
            if hasFailed {
                hasFailed = false
                // Those who could not read it before can now.
                changed()
            }
            return file
        } catch {
            opening = nil
            hasFailed = true
            throw error as? FavoritesFailure ?? .unavailable(path: folder, reason: "\(error)")
        }
    }

    /// On a thread that may wait, unlike those of tasks.
    private static func open(_ folder: String) async throws -> FavoritesFile {
        try await withCheckedThrowingContinuation { continuation in
            DispatchQueue.global().async { continuation.resume(with: Result { try FavoritesFile(folder: folder) }) }
        }
    }

    // MARK: Changes by others

    private func follow(_ file: FavoritesFile) async throws(FavoritesFailure) {
        guard watch == nil else { return }
        watch = FolderWatch(folder) { [weak self] in Task { await self?.lookForChanges(in: file) } }
        othersVersion = try await othersVersion(in: file)
    }

    /// Files of the database were written, perhaps by this instance, which has told of that.
    private func lookForChanges(in file: FavoritesFile) async {
        guard let now = try? await othersVersion(in: file), now != othersVersion else { return }
        othersVersion = now
        changed()
    }

    private func othersVersion(in file: FavoritesFile) async throws(FavoritesFailure) -> Int? {
        try await file.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
    }
}
