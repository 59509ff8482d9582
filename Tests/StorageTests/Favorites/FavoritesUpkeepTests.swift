import Albums
import FoundationEssentials
import Glibc
import TestFixtures
import Testing

@testable import Storage

@Suite("Upkeep of favorites")
struct FavoritesUpkeepTests {
    private let folder = FavoritesFolder()
    private let favorites = (1...30).map { Favorite.sample("photo \($0)", added: TimeInterval($0)) }

    private var logSize: Int? {
        (try? FileManager.default.attributesOfItem(atPath: folder.databasePath + "-wal"))?[.size] as? Int
    }

    @Test("After the last instance has quit, the database file alone has all favorites")
    func closed() async throws {
        let one = folder.open()
        let other = folder.open()
        try await one.add(Array(favorites.prefix(20)))
        try await other.add(Array(favorites.suffix(10)))
        await one.close()
        await other.close()
        #expect(logSize ?? 0 == 0)
        let backup = try FavoritesFolder(copying: ["favorites.sqlite"], from: folder.path)
        #expect(try await backup.open().all().count == 30)
    }

    @Test("A change waits until it is on the disk")
    func durable() async throws {
        let file = try FavoritesDatabaseFile(folder: folder.path)
        let full = 2
        #expect(try await file.read { try $0.integer("PRAGMA synchronous") } == full)
    }

    @Test("A closed database opens again on use")
    func reopened() async throws {
        let database = folder.open()
        try await database.add(favorites)
        await database.close()
        await database.close()
        #expect(try await database.toggle([favorites[0]]) == .removed([favorites[0]]))
    }

    @Test("After a while without changes, the database file alone has all favorites, and so does a copy")
    func idle() async throws {
        let database = FavoritesDatabase(folder: folder.path, idleTime: .milliseconds(1))
        try await database.add(favorites)
        try await waitUntil { logSize == 0 }
        let backup = try FavoritesFolder(copying: ["favorites.sqlite"], from: folder.path)
        #expect(try await backup.open().all().count == 30)
        try await waitUntil { FileManager.default.fileExists(atPath: folder.path + "/favorites-copy.sqlite") }
    }

    @Test("A log that a killed run has left is emptied at the next start")
    func leftLog() async throws {
        let killed = FavoritesDatabase(folder: folder.path, idleTime: .seconds(3600))
        try await killed.add(favorites)
        let next = try FavoritesFolder(copying: ["favorites.sqlite", "favorites.sqlite-wal"], from: folder.path)
        let database = next.open()
        #expect(try await database.all().count == 30)
        #expect(try Data(contentsOf: URL(filePath: next.databasePath + "-wal")).isEmpty)
        let backup = try FavoritesFolder(copying: ["favorites.sqlite"], from: folder.path)
        #expect(try await backup.open().all().count == 0)
    }

    @Test("Changes in a damaged log are missed, and restored from the copy that was made after them")
    func damagedLog() async throws {
        let killed = FavoritesDatabase(folder: folder.path, idleTime: .seconds(3600))
        for favorite in favorites { try await killed.add([favorite]) }
        #expect(try await killed.check() == nil)
        let next = try FavoritesFolder(
            copying: ["favorites.sqlite", "favorites.sqlite-wal", "favorites-tally.json", "favorites-copy.sqlite"],
            from: folder.path)
        let log = URL(filePath: next.databasePath + "-wal")
        var bytes = try Data(contentsOf: log)
        bytes[32 + 24 + 100] ^= 1
        try bytes.write(to: log)
        let database = next.open()
        #expect(try await database.check() == .missing(30, isRecoverable: true))
        await database.close()
        let repair = try #require(try FavoritesRepair(folder: next.path))
        #expect(repair.kept == 30 && repair.isLossless)
        #expect(try await next.open().all() == favorites.reversed())
    }

    @Test("The copy has the last change; after a week, it becomes the earlier copy")
    func copies() async throws {
        let (latest, earlier) = (folder.path + "/favorites-copy.sqlite", folder.path + "/favorites-copy-earlier.sqlite")
        func count(_ copy: String) async throws -> Int {
            let folder = FavoritesFolder()
            try FileManager.default.createDirectory(atPath: folder.path, withIntermediateDirectories: true)
            try FileManager.default.copyItem(atPath: copy, toPath: folder.databasePath)
            return try await folder.open().all().count
        }
        func add(_ range: Range<Int>) async throws {
            let database = folder.open()
            try await database.add(Array(favorites[range]))
            await database.close()
        }
        try await add(0..<10)
        #expect(try await count(latest) == 10)
        var status = stat()
        try #require(stat(latest, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        try await add(10..<20)
        #expect(try await count(latest) == 20)
        #expect(try await count(earlier) == 10)
        try await add(20..<25)
        #expect(try await count(earlier) == 10)
        let old = timespec(tv_sec: time(nil) - 8 * 24 * 3600, tv_nsec: 0)
        try #require(utimensat(AT_FDCWD, earlier, [old, old], 0) == 0)
        try await add(25..<30)
        #expect(try await count(latest) == 30)
        #expect(try await count(earlier) == 25)
    }

    @Test("A damaged database doesn't replace its copy")
    func copyOfDamaged() async throws {
        let database = folder.open()
        try await database.add(favorites)
        await database.close()
        let copy = URL(filePath: folder.path + "/favorites-copy.sqlite")
        let before = try Data(contentsOf: copy)
        try folder.write { try $0.runAll("UPDATE favorite SET title = 'x' WHERE photo = 'photo 7'") }
        let next = folder.open()
        #expect(try await next.check() == .rows(1))
        try await next.remove([favorites[0].id])
        await next.close()
        #expect(try Data(contentsOf: copy) == before)
    }

    @Test("If the database has fewer favorites than the last run left, each start says so until they are restored")
    func lost() async throws {
        let database = folder.open()
        try await database.add(Array(favorites.prefix(10)))
        await database.close()
        let older = try Data(contentsOf: URL(filePath: folder.databasePath))
        try await database.add(Array(favorites.suffix(20)))
        await database.close()
        try older.write(to: URL(filePath: folder.databasePath))
        for _ in 1...2 {
            let next = folder.open()
            #expect(try await next.check() == .missing(20, isRecoverable: true))
            try await next.remove([favorites[0].id])
            try await next.add([favorites[0]])
            await next.close()
        }
        let repair = try #require(try FavoritesRepair(folder: folder.path))
        #expect(repair.kept == 30 && repair.lost == 0 && repair.restored == 20)
        #expect(try await folder.open().check() == nil)
        #expect(try await folder.open().all() == favorites.reversed())
    }

    @Test("A deleted database is missed and restored from its copy")
    func deleted() async throws {
        let database = folder.open()
        try await database.add(favorites)
        await database.close()
        try FileManager.default.removeItem(atPath: folder.databasePath)
        let repair = try #require(try FavoritesRepair(folder: folder.path))
        #expect(repair.kept == 30 && repair.isLossless)
        try FileManager.default.removeItem(atPath: folder.databasePath)
        #expect(try await folder.open().check() == .missing(30, isRecoverable: true))
    }

    @Test("Changes of another computer, or of a run that was killed before it had counted them, are no loss")
    func changedElsewhere() async throws {
        let database = folder.open()
        try await database.add(favorites)
        let tally = URL(filePath: folder.path + "/favorites-tally.json")
        let before = try Data(contentsOf: tally)
        try await database.remove(favorites.prefix(5).map(\.id))
        await database.close()
        try before.write(to: tally)
        #expect(try await folder.open().check() == nil)
    }

    @Test("Instances that change favorites at once raise no alarm")
    func atOnce() async throws {
        try await withThrowingTaskGroup(of: FavoritesDamage?.self) { group in
            for number in 0..<6 {
                group.addTask { [folder, favorites] in
                    let database = folder.open()
                    for favorite in favorites[number * 5..<number * 5 + 5] {
                        try await database.add([favorite])
                        if let damage = try await database.check() { return damage }
                        try await database.remove([favorite.id])
                    }
                    await database.close()
                    return nil
                }
            }
            for try await damage in group { #expect(damage == nil) }
        }
        #expect(try await folder.open().check() == nil)
    }

    @Test("An instance that runs while the database is repaired uses the new one")
    func repairedMeanwhile() async throws {
        let running = folder.open()
        try await running.add(favorites)
        var changes = await running.changes().makeAsyncIterator()
        try folder.write { try $0.runAll("UPDATE favorite SET tags = 'x' WHERE photo = 'photo 7'") }
        #expect(try FavoritesRepair(folder: folder.path)?.kept == 30)
        while try await running.check() != nil { await changes.next() }
        try await running.remove([favorites[0].id])
        #expect(try await folder.open().all().count == 29)
    }
}
