import Albums
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Changes of a folder that is open", .timeLimit(.minutes(60)))
struct FolderWatcherTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Rome/1.jpg", "Rome/2.jpg", "Paris/1.jpg"] { try folder.addFile(name) }
    }

    private func library() async throws -> FolderLibrary {
        let library = try FolderLibrary(path: folder.bytes, .init(isWatched: true))
        for await event in library.events() where event == .completed { break }
        return library
    }

    /// Makes a change, and waits until the library meets a condition.
    private func expect(
        _ library: FolderLibrary, after change: () throws -> Void, _ isExpected: () async throws -> Bool
    ) async throws {
        let events = library.events()
        try change()
        for await _ in events where try await isExpected() { return }
        Issue.record("the events have ended")
    }

    private let rome = Album.ID("Rome")

    @Test("Photos that are added, removed or renamed are shown without a refresh, and keep their IDs")
    func photos() async throws {
        let library = try await library()
        let photo = try await library.photos(in: .album(rome), matching: .everything, in: 1..<2).first
        try await expect(library) {
            try folder.addFile("Rome/0.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["0", "1", "2"]
        }
        #expect(try await library.index(of: #require(photo).id, in: .album(rome), matching: .everything) == 2)
        try await expect(library) {
            try folder.removeFile("Rome/1.jpg")
            rename(folder.path + "/Rome/2.jpg", folder.path + "/Rome/3.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["0", "3"]
        }
        #expect(await library.totals().photos == 3)
    }

    @Test("A renamed or moved photo is found under its new ID, and a deleted one is gone")
    func fates() async throws {
        let library = try await library()
        let ids = try await library.photos(in: .feed, matching: .everything, in: 0..<3).items.map(\.id)
        #expect(ids.count == 3)
        let (one, two) = (Photo.ID("Rome/1.jpg"), Photo.ID("Rome/2.jpg"))
        #expect(await library.fate(of: one) == .kept)
        try await expect(library) {
            rename(folder.path + "/Rome/2.jpg", folder.path + "/Paris/9.jpg")
            rename(folder.path + "/Rome/1.jpg", folder.path + "/Rome/0.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["0"]
        }
        #expect(await library.fate(of: two) == .moved(to: Photo.ID("Paris/9.jpg")))
        #expect(await library.fate(of: one) == .moved(to: Photo.ID("Rome/0.jpg")))
        try await expect(library) {
            try folder.removeFile("Rome/0.jpg")
            // The new file may get the inode of the deleted one.
            try folder.addFile("Rome/7.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["7"]
        }
        #expect(await library.fate(of: one) == .gone)
        try await expect(library) {
            rename(folder.path + "/Paris", folder.path + "/Oslo")
        } _: {
            try await library.albumTitles() == ["Oslo", "Rome"]
        }
        #expect(await library.fate(of: two) == .moved(to: Photo.ID("Oslo/9.jpg")))
        try await expect(library) {
            rename(folder.path + "/Oslo/9.jpg", folder.path + "/Rome/2.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["2", "7"]
        }
        #expect(await library.fate(of: two) == .kept)
    }

    @Test("Folders that are added, removed or renamed are shown, and watched")
    func folders() async throws {
        let library = try await library()
        try await expect(library) {
            try folder.addFile("Oslo/fjord/1.jpg")
        } _: {
            try await library.albumTitles() == ["Oslo/fjord", "Paris", "Rome"]
        }
        #expect(library.watchCoverage == WatchCoverage(watched: 5, remote: 0, withoutWatch: 0))
        try await expect(library) {
            try folder.addFile("Oslo/fjord/2.jpg")
        } _: {
            try await library.photoTitles(of: Album.ID("Oslo/fjord")) == ["1", "2"]
        }
        try await expect(library) {
            rename(folder.path + "/Oslo", folder.path + "/Bergen")
            try FileManager.default.removeItem(atPath: folder.path + "/Paris")
        } _: {
            try await library.albumTitles() == ["Bergen/fjord", "Rome"]
        }
        try await expect(library) {
            try folder.removeFile("Bergen/fjord/1.jpg")
        } _: {
            try await library.photoTitles(of: Album.ID("Bergen/fjord")) == ["2"]
        }
    }

    @Test("While its folder is missing, a library still has its photos; it reads them again when the folder returns")
    func pulledOut() async throws {
        let library = try await library()
        let (path, elsewhere) = (folder.path, folder.path + " elsewhere")
        defer { try? FileManager.default.removeItem(atPath: elsewhere) }
        let gone = LibraryEvent.folderGone(path: library.address)
        var events = library.events().makeAsyncIterator()
        rename(path, elsewhere)
        while let event = await events.next(), event != gone {}
        #expect(try await library.photoTitles(of: rome) == ["1", "2"])
        #expect(await library.fate(of: Photo.ID("Rome/1.jpg")) == .kept)
        #expect(await !library.refresh())
        while let event = await events.next(), event != gone {}
        #expect(await library.totals().photos == 3)
        try FileManager.default.removeItem(atPath: elsewhere + "/Rome/1.jpg")
        rename(elsewhere, path)
        while let event = await events.next(), event != .folderReturned(path: library.address) {}
        #expect(try await library.photoTitles(of: rome) == ["2"])
        try await expect(library) {
            try folder.addFile("Rome/3.jpg")
        } _: {
            try await library.photoTitles(of: rome) == ["2", "3"]
        }
    }

    @Test("The feed and the totals follow, once they are in use")
    func feed() async throws {
        let library = try await library()
        #expect(try await library.photos(in: .feed, matching: .everything, in: 0..<9).items.count == 3)
        try await expect(library) {
            try folder.addFile("Rome/4.jpg")
        } _: {
            try await library.photos(in: .feed, matching: .everything, in: 0..<9).items.count == 4
        }
    }

    @Test("Only a photo that was written again has another version")
    func versions() async throws {
        let library = try await library()
        func versions() async throws -> [Int] {
            try await library.photos(in: .album(rome), matching: .everything, in: 0..<9).items.map(\.version)
        }
        #expect(try await versions() == [0, 0])
        try await expect(library) {
            try folder.addFile("Rome/2.jpg", contents: "new")
        } _: {
            try await versions().last ?? 0 > 0
        }
        #expect(try await versions().first == 0)
    }

    @Test("A picture that the library has rated looks as before, until another program writes it")
    func ratedPictures() async throws {
        let jpeg = Data([0xFF, 0xD8, 0xFF, 0xE0])
        let path = URL(filePath: folder.path + "/Rome/1.jpg")
        try jpeg.write(to: path)
        let port = SidecarPort { photos in
            photos.map { changes in
                let rating = changes.first?.properties.values.rating ?? 0
                try? (jpeg + [UInt8(clamping: rating)]).write(to: path, options: .atomic)
                return .success(PhotoProperties())
            }
        }
        let library = try FolderLibrary(
            path: folder.bytes, .init(sidecars: SidecarSettings(port: port, storage: .file), isWatched: true))
        for await event in library.events() where event == .completed { break }
        let editing = try #require(library.editing)
        func photos() async throws -> [Photo] {
            try await library.photos(in: .album(rome), matching: .everything, in: 0..<9).items
        }
        let events = library.events()
        let result = await editing.apply([PhotoChange(Photo.ID("Rome/1.jpg"), .rate(3))])
        #expect(result.refusals.isEmpty)
        // Noticed together with the rating or after it.
        try folder.addFile("Rome/3.jpg")
        for await _ in events where try await photos().count == 3 { break }
        #expect(try await photos().map { $0.version > 0 } == [false, false, true])
        try await expect(library) {
            try jpeg.write(to: path)
        } _: {
            try await photos().first?.version ?? 0 > 0
        }
    }

    @Test("Files that are no pictures change nothing")
    func otherFiles() async throws {
        let reports = Mutex<[FolderWatcher.Changes]>([])
        let watcher = FolderWatcher(root: BytePath(folder.bytes))
        watcher.report { changes in reports.withLock { $0.append(changes) } }
        watcher.watch(BytePath("Rome".utf8))
        for name in ["Rome/notes.txt", "Rome/.hidden.jpg"] {
            let file = try #require(fopen(folder.path + "/" + name, "a"))
            fputs("x", file)
            fclose(file)
        }
        try folder.addFile("Rome/last.jpg")
        try await waitUntil { !reports.withLock({ $0.isEmpty }) }
        let names = reports.withLock { Set($0.flatMap { $0.pictures.values.flatMap { $0.map(\.text) } }) }
        #expect(names == ["last.jpg"])
        #expect(reports.withLock { $0.allSatisfy { !$0.needsScan } })
    }

    @Test("A link to a folder is shown")
    func link() async throws {
        let elsewhere = try TemporaryFolder()
        try elsewhere.addFile("1.jpg")
        let library = try await library()
        try await expect(library) {
            try folder.addLink("Tokyo", to: elsewhere.path)
        } _: {
            try await library.albumTitles() == ["Paris", "Rome", "Tokyo"]
        }
    }

    @Test("A thousand files copied into a folder are a few changes")
    func manyFiles() async throws {
        let reports = Mutex<[FolderWatcher.Changes]>([])
        let watcher = FolderWatcher(root: BytePath(folder.bytes))
        watcher.report { changes in reports.withLock { $0.append(changes) } }
        watcher.watch(BytePath("Rome".utf8))
        for number in 0..<1000 { try folder.addFile("Rome/new \(number).jpg") }
        func names() -> Set<String> {
            reports.withLock { Set($0.flatMap { $0.pictures.values.flatMap { $0.map(\.text) } }) }
        }
        try await waitUntil { names().count >= 1000 }
        #expect(reports.withLock { $0.count } < 20)
    }

    @Test("A sidecar that is written makes the index read its photos again")
    func sidecar() async throws {
        let index = SpyIndex()
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port, isWatched: true))
        try await expect(library, after: {}, { index.read.withLock { $0.count } == 3 })
        index.read.withLock { $0 = [] }
        try await expect(library) {
            try folder.addFile("Paris/1.xmp", contents: "<x/>")
        } _: {
            index.read.withLock { $0.count } == 1
        }
    }

    @Test("A picture that is written while a folder is added has another version")
    func writtenDuringScan() async throws {
        let library = try await library()
        try await expect(library) {
            try folder.addFile("Oslo/1.jpg")
            try folder.addFile("Rome/2.jpg", contents: "new")
        } _: {
            let photos = try await library.photos(in: .album(rome), matching: .everything, in: 0..<9).items
            return try await library.albumTitles().contains("Oslo") && photos.map { $0.version > 0 } == [false, true]
        }
    }

    @Test("Only new photos of a folder are read when it changes")
    func facts() async throws {
        let index = SpyIndex()
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port, isWatched: true))
        try await expect(library, after: {}, { index.read.withLock { $0.count } == 3 })
        index.read.withLock { $0 = [] }
        try await expect(library) {
            try folder.addFile("Rome/3.jpg")
        } _: {
            !index.read.withLock { $0.isEmpty }
        }
        #expect(index.read.withLock { $0 } == ["3.jpg"])
    }

    @Test("Interrupted reads resume after a change")
    func interruptedReading() async throws {
        let (index, gate) = (SpyIndex(), Gate())
        index.facts.withLock { $0["1.jpg"] = PhotoFacts(assessment: Assessment(stars: 5)) }
        index.gate.withLock { $0 = gate }
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port, isWatched: true))
        try await gate.arrivals(1)
        try await expect(library) {
            try folder.addFile("Rome/3.jpg")
        } _: {
            try await library.photoTitles(of: rome).count == 3
        }
        gate.open()
        let rated = ListQuery("rating:5")
        try await expect(library, after: {}) {
            try await library.photos(in: .feed, matching: rated, in: 0..<9).items.count == 2
        }
    }

    @Test("Without watches, the folder that is listed is compared from time to time")
    func withoutWatches() async throws {
        let reports = Mutex<[FolderWatcher.Changes]>([])
        let watcher = FolderWatcher(root: BytePath(folder.bytes), descriptor: -1)
        watcher.report { changes in reports.withLock { $0.append(changes) } }
        // A folder that changes within one tick of the clock has the same time.
        for name in ["Rome", "Paris"] {
            try folder.setModificationTime(ofFile: name, toSecondsSince1970: 1_000_000)
            watcher.watch(BytePath(name.utf8))
        }
        #expect(watcher.coverage == WatchCoverage(watched: 0, remote: 0, withoutWatch: 2))
        watcher.poll([BytePath("Rome".utf8)])
        try folder.addFile("Rome/3.jpg")
        try await waitUntil { !reports.withLock({ $0.isEmpty }) }
        #expect(reports.withLock { $0.allSatisfy(\.needsScan) })
    }

    @Test("Without watches, a change within the same tick of the clock as the last one is found")
    func sameTick() async throws {
        let reports = Mutex(0)
        let watcher = FolderWatcher(root: BytePath(folder.bytes), descriptor: -1)
        watcher.report { _ in reports.withLock { $0 += 1 } }
        let now = Int(Date.now.timeIntervalSince1970)
        try folder.setModificationTime(ofFile: "Rome", toSecondsSince1970: now)
        watcher.watch(BytePath("Rome".utf8))
        try folder.addFile("Rome/3.jpg")
        try folder.setModificationTime(ofFile: "Rome", toSecondsSince1970: now)
        watcher.poll([BytePath("Rome".utf8)])
        try await waitUntil { !reports.withLock({ $0 == 0 }) }
    }
}
