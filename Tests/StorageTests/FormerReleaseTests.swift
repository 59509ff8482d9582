import Albums
import FoundationEssentials
import Testing

@testable import Storage

/// The files in FormerRelease were made by the last version that used GRDB and TOMLKit: two favorites, one of them marked.
@Suite("Files of the former release")
struct FormerReleaseTests {
    private static let files = URL(filePath: #filePath).deletingLastPathComponent().path + "/FormerRelease"

    @Test("Its favorites and marks are there, and new ones join them")
    func favorites() async throws {
        let folder = try FavoritesFolder(copying: ["favorites.sqlite", "favorites-tally.json"], from: Self.files)
        let database = folder.open()
        #expect(try await database.all().map(\.photo.title) == ["p4", "p3"])
        #expect(try await database.allWithThumbnails().allSatisfy { $0.thumbnail != nil })
        #expect(try await database.marks(in: "/home/ada/Pictures").map(\.title) == ["p4"])
        #expect(try await database.check() == nil)
        try await database.add([.sample("new")])
        await database.close()
        #expect(try await folder.open().all().count == 3)
        #expect(try FavoritesRepair(folder: folder.path) == nil)
    }

    @Test("Its configuration means the same")
    func configuration() throws {
        let folder = try FavoritesFolder(copying: ["config.toml"], from: Self.files)
        let contents = ConfigurationFileTests.file(folder.path).read()
        #expect(contents.problems.isEmpty)
        #expect(contents.configuration.theme == "dark" && contents.configuration.memoryCacheBytes == 48 << 20)
        #expect(contents.configuration.labels == [.red: ["To print"]])
        #expect(contents.configuration.keys["photo.favorite"] == ["v"])
    }
}
