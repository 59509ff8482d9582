import Albums
import FoundationEssentials
import Testing

@testable import Storage

@Suite("Repairing favorites")
struct FavoritesRepairTests {
    private let folder = FavoritesFolder()
    private let favorites = [Favorite.sample("a", added: 3), .sample("b", added: 2), .sample("c", added: 1)]

    private func repair() throws -> FavoritesRepair? { try FavoritesRepair(folder: folder.path) }

    @Test("An undamaged database is left unchanged")
    func sound() async throws {
        #expect(try repair() == nil)
        try await folder.open().add(favorites)
        #expect(try repair() == nil)
        #expect(try await folder.open().all() == favorites)
    }

    @Test("A favorite with damaged tags is restored from the copy, even while the program runs")
    func badTags() async throws {
        let running = folder.open()
        try await running.add(favorites)
        #expect(try await running.check() == nil)
        try folder.write { try $0.runAll("UPDATE favorite SET tags = 'x' WHERE photo = 'b'") }
        let repair = try #require(try repair())
        #expect(repair.kept == 3 && repair.restored == 1 && repair.isLossless)
        let backup = try Database(path: repair.backup)
        #expect(try backup.rows("SELECT tags FROM favorite") { $0.text(0) }.sorted().last == "x")
        try await running.remove([favorites[0].id])
        #expect(try await running.all().map(\.photo.tags) == [["water", "blå"], ["water", "blå"]])
        #expect(try await folder.open().all().map(\.photo.id.rawValue) == ["b", "c"])
        #expect(try self.repair() == nil)
    }

    @Test("A favorite with damaged tags is kept without them, if nothing else has them, after a backup")
    func onlyCopy() async throws {
        let database = folder.open()
        try await database.add(favorites)
        await database.close()
        for name in ["favorites-copy.sqlite", "favorites-tally.json"] {
            try FileManager.default.removeItem(atPath: folder.path + "/" + name)
        }
        try folder.write { try $0.runAll("UPDATE favorite SET tags = 'x' WHERE photo = 'b'") }
        try folder.emptyLog()
        let repair = try #require(try repair())
        #expect(repair.kept == 3 && repair.repaired == 1 && repair.lost == nil)
        #expect(try await folder.open().all().map(\.photo.tags) == [["water", "blå"], [], ["water", "blå"]])
    }

    @Test("The readable rows of a damaged file are kept", arguments: [0, 2000])
    func damagedFile(offset: Int) async throws {
        let many = (1...400).map { Favorite.sample("photo \($0)", added: TimeInterval($0), thumbnail: .webP(7, 7)) }
        try await folder.open().add(many)
        try folder.emptyLog()
        let file = URL(filePath: folder.databasePath)
        var bytes = try Data(contentsOf: file)
        try? FileManager.default.removeItem(atPath: folder.databasePath + "-wal")
        let start = offset == 0 ? 0 : bytes.count / 2
        bytes.replaceSubrange(start..<start + 5000, with: Data(repeating: 0x55, count: 5000))
        try bytes.write(to: file)
        let repair = try #require(try repair())
        #expect(try Data(contentsOf: URL(filePath: repair.backup)) == bytes)
        let kept = try await folder.open().all()
        #expect(kept.count == repair.kept)
        #expect(offset == 0 || kept.count > 300)
        #expect(Set(kept.map(\.id)).isSubset(of: Set(many.map(\.id))))
    }
}
