import Albums
import Glibc

/// Two copies of the favorites, for repairs: one of the last change, and one about a week older.
struct FavoritesCopies {
    let folder: String
    /// The copy of the last change.
    var latest: String { folder + "/favorites-copy.sqlite" }
    var earlier: String { folder + "/favorites-copy-earlier.sqlite" }

    /// The age from which the latest copy becomes the earlier one, in seconds.
    private static let maxAge = 7 * 24 * 60 * 60

    /// Copies the database if it has changed since the latest copy. A damaged database leaves the copies as they are.
    ///
    /// - Parameters:
    ///   - limit: the size in bytes up to which a database is copied.
    ///   - keepsEarlier: whether the earlier copy must stay, because it has favorites that the database has lost.
    func update(limit: Int = .max, keepsEarlier: Bool) throws {
        let path = FavoritesDatabase.path(in: folder)
        guard let size = SmallFile.size(of: path), size <= limit else { return }
        let lock = try FolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let database = try FavoritesDatabaseFile.open(path)
        let state = try database.transaction(writes: false) { try FavoritesState(database) }
        guard state.changes != FavoritesDatabaseFile.userVersion(of: latest) else { return }
        let new = latest + ".new"
        unlink(new)
        defer { unlink(new) }
        // Created here with mode 0600, because SQLite would make the file world-readable.
        let descriptor = Glibc.open(new, O_CREAT | O_RDWR | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw StorageFailure.ofLastCall(on: new) }
        defer { close(descriptor) }
        try database.run("VACUUM INTO ?", [.text(new)])
        guard let copied = Self.open(new)?.state, copied.count >= state.count, fsync(descriptor) == 0 else { return }
        if !keepsEarlier, Self.age(of: earlier) ?? .max >= Self.maxAge { rename(latest, earlier) }
        guard rename(new, latest) == 0 else { throw StorageFailure.ofLastCall(on: latest) }
    }

    /// Keeps the latest copy as the earlier one, because the database has lost some of its favorites.
    func keepLatest() {
        rename(latest, earlier)
    }

    /// Opens a copy; nil if it is missing or damaged.
    static func open(_ copy: String) -> (database: Database, state: FavoritesState)? {
        guard SmallFile.exists(copy), let database = try? Database(path: copy, isReadOnly: true),
            let state = try? FavoritesState(checking: database), state.isIntact, state.damaged == 0
        else { return nil }
        return (database, state)
    }

    /// The time since a file was written, in seconds.
    private static func age(of path: String) -> Int? {
        var status = stat()
        guard stat(path, &status) == 0 else { return nil }
        return time(nil).subtractingReportingOverflow(status.st_mtim.tv_sec).partialValue
    }
}
