import Albums
import FoundationEssentials
import GRDB
import Glibc

/// The copies of the favorites from which a repair recovers lost ones: one of the last change, and one that is about a week
/// older.
struct FavoritesCopies {
    let folder: String
    /// The copy of the last change.
    var latest: String { folder + "/favorites-copy.sqlite" }
    var earlier: String { folder + "/favorites-copy-earlier.sqlite" }

    /// The age from which the latest copy becomes the earlier one, in seconds.
    private static let maxAge = 7 * 24 * 60 * 60

    /// Copies the database unless the latest copy has its last change. Keeps the former copies if the database turns out
    /// to be damaged.
    ///
    /// - Parameters:
    ///   - limit: the size in bytes up to which a database is copied.
    ///   - keepsEarlier: whether the earlier copy has favorites that the database has lost.
    func update(limit: Int = .max, keepsEarlier: Bool) throws {
        let path = FavoritesDatabase.path(in: folder)
        guard let size = SmallFile.size(of: path), size <= limit else { return }
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let database = try DatabaseQueue(path: path, configuration: FavoritesFile.configuration)
        let state = try database.read { try FavoritesState($0) }
        guard state.changes != FavoritesFile.userVersion(of: latest) else { return }
        let new = latest + ".new"
        unlink(new)
        defer { unlink(new) }
        // Created here with mode 0600, because SQLite would make the file world-readable.
        let descriptor = open(new, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StorageFailure.ofLastCall(on: new) }
        defer { close(descriptor) }
        try database.writeWithoutTransaction { try $0.execute(sql: "VACUUM INTO ?", arguments: [new]) }
        let copied = try Self.checkedState(of: new)
        guard copied.damaged == 0, copied.isIntact, copied.count >= state.count, fsync(descriptor) == 0 else { return }
        if !keepsEarlier, Self.age(of: earlier) ?? .max >= Self.maxAge { rename(latest, earlier) }
        guard rename(new, latest) == 0 else { throw StorageFailure.ofLastCall(on: latest) }
    }

    /// Keeps the latest copy as the earlier one, because the database has lost some of its favorites.
    func keepLatest() {
        rename(latest, earlier)
    }

    /// The contents of a copy.
    struct Contents {
        /// Newest first.
        let favorites: [Favorite]
        private(set) var marks: [(library: String, photo: Photo)] = []
        let state: FavoritesState
    }

    /// Reads a copy; nil if it is missing or damaged.
    static func contents(of copy: String) -> Contents? {
        guard SmallFile.exists(copy) else { return nil }
        return try? DatabaseQueue(path: copy, configuration: readOnly).read { db in
            let state = try FavoritesState(checking: db)
            guard state.isIntact, state.damaged == 0 else { return nil }
            let favorites = try FavoriteRecord.favorites(.newestFirst.select(.allColumns), in: db).readable
            var marks: [(library: String, photo: Photo)] = []
            try MarkRecord.forEach(in: db) { marks.append(($0, $1)) }
            return Contents(favorites: favorites, marks: marks, state: state)
        }
    }

    private static func checkedState(of copy: String) throws -> FavoritesState {
        try DatabaseQueue(path: copy, configuration: readOnly).read { try FavoritesState(checking: $0) }
    }

    private static var readOnly: GRDB.Configuration {
        var configuration = GRDB.Configuration()
        configuration.readonly = true
        return configuration
    }

    /// The time since a file was written, in seconds.
    private static func age(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return time(nil).subtractingReportingOverflow(status.st_mtim.tv_sec).partialValue
    }
}
