import Albums
import Basics
import FoundationEssentials
import Glibc
import Synchronization
import Testing

@testable import Storage

@Suite("Favorites database")
struct FavoritesDatabaseTests {
    private let folder = FavoritesFolder()

    @Test("Starts empty")
    func empty() async throws {
        #expect(try await folder.open().all() == [])
    }

    @Test("A favorite persists across runs with all its details")
    func kept() async throws {
        let favorite = Favorite.sample()
        #expect(try await folder.open().toggle([favorite]) == .added([favorite]))
        #expect(try await folder.open().all() == [favorite])
    }

    @Test("A favorite with few details is stored too")
    func littleKnown() async throws {
        let photo = Photo(id: Photo.ID("7"), albumID: Album.ID("1"), title: "")
        let favorite = Favorite(photo: photo, library: "demo:", added: Date(timeIntervalSince1970: 1))
        _ = try await folder.open().toggle([favorite])
        #expect(try await folder.open().all() == [favorite])
    }

    @Test("A favorite keeps what its date means; in older databases, files have modification times")
    func dateKind() async throws {
        func favorite(_ name: String, _ kind: Photo.DateKind) -> Favorite {
            let photo = Photo(
                id: Photo.ID(name), albumID: Album.ID("1"), title: "", date: Date(timeIntervalSince1970: 1),
                dateKind: kind)
            return Favorite(
                photo: photo, library: "/photos", file: Array("/photos/\(name)".utf8),
                added: Date(timeIntervalSince1970: 1))
        }
        try await folder.open().add([favorite("a", .taken), favorite("b", .modified)])
        func kinds() async throws -> Set<String> {
            Set(try await folder.open().all().map { "\($0.photo.id.rawValue) \($0.photo.dateKind)" })
        }
        #expect(try await kinds() == ["a taken", "b modified"])
        try folder.write { db in
            try db.runAll(
                """
                ALTER TABLE favorite DROP COLUMN dateKind;
                DELETE FROM grdb_migrations WHERE identifier = 'dateKinds';
                """)
        }
        #expect(try await kinds() == ["a modified", "b modified"])
    }

    @Test(
        "A BlurHash is kept as one, even if it starts like a color, and a ThumbHash too",
        arguments: [Placeholder.blurHash("LKO2?U%2Tw=w]~RBVZRi"), .blurHash("#00000"), .thumbHash([27, 0, 255])])
    func hashes(placeholder: Placeholder) async throws {
        let photo = Photo(id: Photo.ID("7"), albumID: Album.ID("1"), title: "", placeholder: placeholder)
        try await folder.open().add([
            Favorite(photo: photo, library: "demo:", added: Date(timeIntervalSince1970: 1))
        ])
        #expect(try await folder.open().all().first?.photo.placeholder == placeholder)
    }

    @Test("The second toggle removes the favorite and returns it")
    func removes() async throws {
        let database = folder.open()
        let favorite = Favorite.sample()
        _ = try await database.toggle([favorite])
        #expect(try await database.toggle([.sample(added: 1_800_000_000)]) == .removed([favorite]))
        #expect(try await database.all() == [])
        try await database.add([favorite])
        try await database.remove([favorite.id])
        #expect(try await database.all() == [])
    }

    @Test("Toggling several adds the missing ones; if none is missing, it removes all")
    func several() async throws {
        let database = folder.open()
        let favorites = [Favorite.sample("a"), .sample("b"), .sample("c")]
        try await database.add([favorites[1]])
        #expect(try await database.toggle(favorites) == .added([favorites[0], favorites[2]]))
        #expect(try await database.toggle(favorites) == .removed(favorites))
        #expect(try await database.all() == [])
    }

    @Test("Favorites whose files have exchanged their names stay favorites")
    func exchanged() async throws {
        let database = folder.open()
        let (a, b, c) = (Favorite.sample("a", added: 1), Favorite.sample("b", added: 2), Favorite.sample("c"))
        try await database.add([a, b])
        try await database.move([(a.id, b.photo), (b.id, c.photo), (c.id, a.photo)], of: a.library)
        #expect(try await Set(database.all().map(\.photo.id.rawValue)) == ["b", "c"])
        #expect(try await database.all().map(\.added) == [b.added, a.added])
    }

    @Test("The newest comes first; of those added at the same moment, the last one")
    func order() async throws {
        let database = folder.open()
        let favorites = [Favorite.sample("b", added: 1), .sample("c", added: 3), .sample("a", added: 3)]
        for favorite in favorites { _ = try await database.toggle([favorite]) }
        #expect(try await database.all().map(\.photo.id.rawValue) == ["a", "c", "b"])
    }

    @Test("Photos of two libraries with the same ID are separate favorites")
    func libraries() async throws {
        let database = folder.open()
        try await database.add([.sample(library: "demo:"), .sample(library: "unsplash:")])
        try await database.remove([Favorite.ID(library: "demo:", photo: Photo.ID("sea/surf.jpg"))])
        #expect(try await database.all().map(\.id.library) == ["unsplash:"])
    }

    @Test("Adding keeps existing favorites and returns the number of new ones")
    func adding() async throws {
        let database = folder.open()
        let old = Favorite.sample("a", added: 1)
        #expect(try await database.add([old]) == 1)
        #expect(try await database.add([.sample("a", added: 2), .sample("b", added: 3)]) == 1)
        #expect(try await database.all().last == old)
    }

    @Test("Files are private to their owner")
    func permissions() async throws {
        let database = folder.open()
        _ = try await database.toggle([.sample()])
        for (path, mode) in [
            (folder.path, mode_t(0o700)), (folder.databasePath, 0o600), (folder.databasePath + "-wal", 0o600),
        ] {
            var status = stat()
            try #require(stat(path, &status) == 0)
            #expect(status.st_mode & 0o777 == mode)
        }
    }

    @Test("A file that is not a database is reported and left unchanged")
    func noDatabase() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let text = Data(String(repeating: "not a database ", count: 400).utf8)
        try text.write(to: URL(filePath: folder.databasePath))
        let path = folder.databasePath
        await #expect(throws: FavoritesFailure.damaged(path: path)) { try await folder.open().all() }
        #expect(try Data(contentsOf: URL(filePath: path)) == text)
    }

    @Test("An uncreatable folder is reported with the reason and can be retried")
    func noFolder() async throws {
        try Data().write(to: URL(filePath: folder.path))
        let database = folder.open()
        await #expect(throws: FavoritesFailure.unavailable(path: folder.path, reason: "Not a directory")) {
            try await database.all()
        }
        try FileManager.default.removeItem(atPath: folder.path)
        #expect(try await database.all() == [])
    }

    @Test("A database of a later version is reported and left unchanged")
    func laterVersion() async throws {
        _ = try await folder.open().toggle([.sample()])
        try folder.write { try $0.runAll("INSERT INTO grdb_migrations VALUES ('of 2040')") }
        let path = folder.databasePath
        await #expect(throws: FavoritesFailure.laterVersion(path: path)) { try await folder.open().all() }
    }

    @Test("Many instances can open a new database at once")
    func openedAtOnce() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for number in 1...12 {
                group.addTask { [folder] in _ = try await folder.open().toggle([.sample("\(number)")]) }
            }
            try await group.waitForAll()
        }
        #expect(try await folder.open().all().count == 12)
    }

    @Test("An instance is notified of changes by itself and by others", .timeLimit(.minutes(60)))
    func changes() async throws {
        let one = folder.open()
        let other = folder.open()
        var changes = await one.changes().makeAsyncIterator()
        await changes.next()
        let mine = Favorite.sample("mine", added: 1)
        _ = try await one.toggle([mine])
        await changes.next()
        #expect(try await one.all() == [mine])
        let before = await one.version
        let theirs = Favorite.sample("theirs", added: 2)
        _ = try await other.toggle([theirs])
        while await one.version == before { await changes.next() }
        #expect(try await one.all() == [theirs, mine])
    }

    @Test("No change by another instance is missed", .timeLimit(.minutes(60)))
    func manyChanges() async throws {
        let one = folder.open()
        let other = folder.open()
        var changes = await one.changes().makeAsyncIterator()
        let favorite = Favorite.sample("theirs", added: 1)
        for count in 1...100 {
            _ = try await other.toggle([favorite])
            let expected = count.isMultiple(of: 2) ? [] : [favorite]
            while try await one.all() != expected { await changes.next() }
        }
    }

    @Test("A damaged row does not hide the other favorites", arguments: ["tags = 'x'", "added = 9223372036854775807"])
    func damagedRow(change: String) async throws {
        let favorites = [Favorite.sample("a", added: 3), .sample("b", added: 2), .sample("c", added: 1)]
        try await folder.open().add(favorites)
        try folder.write { try $0.runAll("UPDATE favorite SET \(change) WHERE photo = 'b'") }
        #expect(try await folder.open().all().map(\.photo.id.rawValue) == ["a", "c"])
        #expect(try await folder.open().toggle([favorites[0]]) == .removed([favorites[0]]))
    }

    @Test("Photo dates outside the calendar are dropped", arguments: [Int64.min, Int64.max, 1 << 60])
    func dates(milliseconds: Int64) async throws {
        try await folder.open().add([.sample()])
        try folder.write {
            try $0.run("UPDATE favorite SET date = ?, checksum = NULL", [.integer(milliseconds)])
        }
        #expect(try await folder.open().all().map(\.photo.date) == [nil])
    }

    @Test(
        "A date out of range is clamped to the database's range",
        arguments: [1e300, -1e300, .infinity])
    func farDates(seconds: TimeInterval) async throws {
        try await folder.open().add([.sample(added: seconds), .sample("b", library: "demo:")])
        #expect(try await folder.open().all().map(\.id.library) == ["demo:"])
    }

    @Test("Adding a favorite repairs its damaged row", arguments: [true, false])
    func addingDamaged(toggles: Bool) async throws {
        try await folder.open().add([.sample()])
        try folder.write { try $0.runAll("UPDATE favorite SET tags = 'x'") }
        let again = Favorite.sample(added: 5)
        if toggles {
            #expect(try await folder.open().toggle([again]) == .added([again]))
        } else {
            #expect(try await folder.open().add([again]) == 1)
        }
        #expect(try await folder.open().all() == [again])
    }

    @Test("The number of damaged rows is reported whenever it changes")
    func damageIsTold() async throws {
        try await folder.open().add([.sample("a"), .sample("b")])
        try folder.write { try $0.runAll("UPDATE favorite SET tags = '{' WHERE photo = 'b'") }
        let damages = Mutex<[FavoritesDamage]>([])
        let database = FavoritesDatabase(folder: folder.path) { damage in damages.withLock { $0.append(damage) } }
        for _ in 1...2 { _ = try await database.all() }
        #expect(damages.withLock { $0 } == [.rows(1)])
        try await database.remove([Favorite.sample("b").id])
        _ = try await database.all()
        #expect(damages.withLock { $0 } == [.rows(1), .rows(0)])
    }

    @Test("A file found through several folders is one favorite; old duplicates are merged")
    func merged() async throws {
        let root = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: root) }
        try FileManager.default.createDirectory(atPath: root + "/Sea", withIntermediateDirectories: true)
        try Data([1]).write(to: URL(filePath: root + "/Sea/a b.jpg"))
        try FileManager.default.createSymbolicLink(atPath: root + "/link", withDestinationPath: "Sea")
        try folder.write { db in
            try FavoritesSchemaBefore.create(in: db)
            for (library, photo, file, added) in [
                (root, "Sea/a%20b.jpg", "Sea/a%20b.jpg", 3), (root + "/Sea", "a%20b.jpg", "Sea/a%20b.jpg", 1),
                (root + "/link", "a%20b.jpg", "link/a%20b.jpg", 2), (root, "Sea/gone.jpg", "link/gone.jpg", 4),
                ("demo:", "Sea/a%20b.jpg", "", 5),
            ] {
                try db.run(
                    """
                    INSERT INTO favorite (library, photo, album, title, tags, file, added, thumbnail)
                    VALUES (?, ?, '.', 't', '[]', ?, ?, ?)
                    """,
                    [
                        .text(library), .text(photo), file.isEmpty ? .null : .text("file://\(root)/\(file)"),
                        .init(added), added == 2 ? .blob([UInt8].webP(7)) : .null,
                    ])
            }
        }
        let all = try await folder.open().all()
        let canonical = CanonicalPath.resolve(Array(root.utf8))
        #expect(
            all.map(\.id) == [
                Favorite.ID(library: "demo:", photo: Photo.ID("Sea/a%20b.jpg")),
                Favorite.ID(file: canonical + Array("/Sea/gone.jpg".utf8)),
                Favorite.ID(file: canonical + Array("/Sea/a b.jpg".utf8)),
            ])
        #expect(all.last?.added == Date(timeIntervalSince1970: 0.001))
        #expect(try await folder.open().thumbnail(of: try #require(all.last).id) == .webP(7))
    }

    @Test("A folder locked by another program is reported instead of hanging", .timeLimit(.minutes(60)))
    func locked() async throws {
        try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
        let descriptor = Glibc.open(folder.path, O_RDONLY)
        try #require(flock(descriptor, LOCK_EX) == 0)
        let database = folder.open()
        var changes = await database.changes().makeAsyncIterator()
        await changes.next()
        await #expect(throws: FavoritesFailure.locked(path: folder.path)) { try await database.all() }
        // A program that another test is starting may have inherited the descriptor, which keeps the lock after a close.
        flock(descriptor, LOCK_UN)
        close(descriptor)
        #expect(try await database.all() == [])
        // Readers that failed are notified that they can try again.
        await changes.next()
    }
}

/// The table from when each folder had its own favorite of a file.
private enum FavoritesSchemaBefore {
    static func create(in db: Database) throws {
        try db.runAll(
            """
            CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
            INSERT INTO grdb_migrations VALUES ('favorites'), ('thumbnails');
            CREATE TABLE favorite (
                library TEXT NOT NULL, photo TEXT NOT NULL, album TEXT NOT NULL, albumTitle TEXT,
                title TEXT NOT NULL, tags TEXT NOT NULL, author TEXT, description TEXT, date INTEGER, aspect REAL,
                placeholder TEXT, link TEXT, attribution TEXT, authorLink TEXT, file TEXT, added INTEGER NOT NULL,
                thumbnail BLOB, PRIMARY KEY (library, photo)) STRICT;
            """)
    }
}
