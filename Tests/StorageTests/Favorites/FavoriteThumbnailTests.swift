import Albums
import Basics
import FoundationEssentials
import TestFixtures
import Testing

@testable import Storage

@Suite("Thumbnails of favorites")
struct FavoriteThumbnailTests {
    private let folder = FavoritesFolder()

    @Test("Thumbnails and album titles are added later, and lists omit the thumbnails")
    func completed() async throws {
        let database = folder.open()
        let photo = Photo(id: Photo.ID("7"), albumID: Album.ID("1"), title: "Dune")
        let favorite = Favorite(photo: photo, library: "demo:", added: Date(timeIntervalSince1970: 1))
        _ = try await database.toggle([favorite])
        _ = try await database.toggle([.sample(thumbnail: .webP(9))])
        #expect(try await database.incomplete(of: "demo:") == [favorite])
        #expect(try await database.incomplete(of: "unsplash:") == [])
        try await database.complete([.init(id: favorite.id, thumbnail: .webP(1, 2, 3), albumTitle: "Sands")])
        #expect(try await database.incomplete(of: "demo:") == [])
        #expect(try await database.thumbnail(of: favorite.id) == .webP(1, 2, 3))
        #expect(try await database.all().allSatisfy { $0.thumbnail == nil })
        #expect(try await database.all().last?.albumTitle == "Sands")
        #expect(try await database.allWithThumbnails().map(\.thumbnail) == [.webP(9), .webP(1, 2, 3)])
    }

    @Test("A stored album title is kept if the backfill finds none")
    func titleStays() async throws {
        let database = folder.open()
        _ = try await database.toggle([.sample()])
        try await database.complete([.init(id: Favorite.sample().id, thumbnail: .webP(1), albumTitle: nil)])
        #expect(try await database.all().first?.albumTitle == "Sea")
    }

    @Test("Backfilling a removed favorite does not restore it")
    func removedMeanwhile() async throws {
        let database = folder.open()
        try await database.complete([.init(id: Favorite.sample().id, thumbnail: .webP(1), albumTitle: nil)])
        #expect(try await database.all() == [])
    }

    @Test("Removing a favorite removes its thumbnail, and undo restores it")
    func undone() async throws {
        let database = folder.open()
        let favorite = Favorite.sample(thumbnail: .webP(1, 2))
        try await database.add([favorite])
        #expect(try await database.toggle([.sample(added: 5)]) == .removed([favorite]))
        #expect(try await database.thumbnail(of: favorite.id) == nil)
        try await database.add([favorite])
        #expect(try await database.allWithThumbnails() == [favorite])
    }

    @Test("A database from before thumbnails is migrated without loss")
    func migration() async throws {
        try folder.write { db in
            try db.runAll(
                """
                CREATE TABLE grdb_migrations (identifier TEXT NOT NULL PRIMARY KEY);
                INSERT INTO grdb_migrations VALUES ('favorites');
                CREATE TABLE favorite (
                    library TEXT NOT NULL, photo TEXT NOT NULL, album TEXT NOT NULL, albumTitle TEXT,
                    title TEXT NOT NULL, tags TEXT NOT NULL, author TEXT, description TEXT, date INTEGER, aspect REAL,
                    placeholder TEXT, link TEXT, attribution TEXT, authorLink TEXT, file TEXT, added INTEGER NOT NULL,
                    PRIMARY KEY (library, photo)) STRICT;
                INSERT INTO favorite (library, photo, album, title, tags, date, placeholder, added)
                VALUES ('demo:', '7', '1', 'Dune', '["sand"]', 1500, '#FF0080', 2500);
                """)
        }
        let photo = Photo(
            id: Photo.ID("7"), albumID: Album.ID("1"), title: "Dune", tags: ["sand"],
            date: Date(timeIntervalSince1970: 1.5), placeholder: .color(red: 255, green: 0, blue: 128))
        let favorite = Favorite(photo: photo, library: "demo:", added: Date(timeIntervalSince1970: 2.5))
        #expect(try await folder.open().incomplete(of: "demo:") == [favorite])
        try await folder.open().complete([.init(id: favorite.id, thumbnail: .webP(1), albumTitle: nil)])
        #expect(try await folder.open().thumbnail(of: favorite.id) == .webP(1))
    }

    @Test(
        "Only a small WebP is accepted as a thumbnail",
        arguments: [
            Named("no picture", [1, 2, 3]), Named("too large", .webP() + [UInt8](repeating: 0, count: 1 << 20)),
        ])
    func hostile(named: Named<[UInt8]>) async throws {
        let thumbnail = named.value
        try await folder.open().add([.sample(thumbnail: thumbnail)])
        #expect(try await folder.open().thumbnail(of: Favorite.sample().id) == nil)
        #expect(try await folder.open().allWithThumbnails() == [.sample()])
        #expect(try FavoritesExport.decode(FavoritesExport.encode([.sample(thumbnail: thumbnail)])) == [.sample()])
    }
}
