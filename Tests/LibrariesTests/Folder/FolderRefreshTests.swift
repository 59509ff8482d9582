import Albums
import TestFixtures
import Testing

@testable import Libraries

@Suite("Refreshing a folder", .timeLimit(.minutes(60)))
struct FolderRefreshTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Rome/1.jpg", "Rome/2.jpg", "Paris/1.jpg"] { try folder.addFile(name) }
    }

    @Test("A refresh finds added and removed files and folders")
    func changes() async throws {
        let library = try await FolderLibrary.scanned(folder)
        try folder.addFile("Rome/3.jpg")
        try folder.addFile("Oslo/1.jpg")
        try folder.removeFile("Rome/1.jpg")
        try folder.removeFile("Paris/1.jpg")
        #expect(try await library.albumTitles() == ["Paris", "Rome"])
        #expect(await library.refresh())
        #expect(try await library.albumTitles() == ["Oslo", "Rome"])
        #expect(try await library.photoTitles(of: Album.ID("Rome")) == ["2", "3"])
        #expect(await library.totals() == LibraryTotals(albums: 2, photos: 3, isComplete: true))
    }

    @Test("After a refresh a photo has the same ID and is found at its new index")
    func sameIdentity() async throws {
        let library = try await FolderLibrary.scanned(folder)
        let photo = try #require(
            try await library.photos(in: .album(Album.ID("Rome")), matching: .everything, in: 1..<2).items.first)
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        try folder.removeFile("Rome/1.jpg")
        _ = await library.refresh()
        #expect(try await library.index(of: photo.id, in: .album(Album.ID("Rome")), matching: .everything) == 0)
        let index = try #require(try await library.index(of: photo.id, in: .feed, matching: .everything))
        let feed = try await library.photos(in: .feed, matching: .everything, in: 0..<9)
        #expect(feed.items.count == 2 && feed.items[index].id == photo.id)
    }

    @Test("A refresh sorts the feed by the new file times")
    func times() async throws {
        for (name, time) in [("Rome/1.jpg", 1), ("Rome/2.jpg", 2), ("Paris/1.jpg", 3)] {
            try folder.setModificationTime(ofFile: name, toSecondsSince1970: time)
        }
        let library = try await FolderLibrary.scanned(folder)
        let before = try await library.photos(in: .feed, matching: .everything, in: 0..<9).items
        #expect(before.map(\.id.rawValue) == ["Paris/1.jpg", "Rome/2.jpg", "Rome/1.jpg"])
        try folder.setModificationTime(ofFile: "Rome/1.jpg", toSecondsSince1970: 4)
        _ = await library.refresh()
        let after = try await library.photos(in: .feed, matching: .everything, in: 0..<9).items
        #expect(after.map(\.id.rawValue) == ["Rome/1.jpg", "Paris/1.jpg", "Rome/2.jpg"])
    }

    @Test("Concurrent refreshes share one scan")
    func together() async throws {
        let library = try await FolderLibrary.scanned(folder)
        try folder.addFile("Oslo/1.jpg")
        await withTaskGroup(of: Void.self) { group in
            for _ in 0..<5 { group.addTask { _ = await library.refresh() } }
        }
        #expect(try await library.albumTitles() == ["Oslo", "Paris", "Rome"])
    }
}
