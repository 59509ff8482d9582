import Albums
import Dispatch
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Folder scan", .timeLimit(.minutes(60)))
struct FolderScanTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a/1.jpg", "b/1.jpg", "c/1.jpg"] { try folder.addFile(name) }
    }

    /// Returns a library that calls `before` ahead of each folder it reads; `before` may block or throw.
    private func library(
        before: @escaping @Sendable (String) throws(FolderFailure) -> Void
    ) throws -> FolderLibrary {
        let reader = FolderReader(root: folder.bytes)
        return FolderLibrary(try OpenedPath(folder.bytes)) { path throws(FolderFailure) in
            try before(path.text)
            return try reader.read(path)
        }
    }

    @Test("An unreadable folder is reported, and the rest is listed")
    func unreadableFolder() async throws {
        let library = try library { path throws(FolderFailure) in
            if path == "b" { throw .unreadable(reason: "Permission denied") }
        }
        let events = await library.scanned()
        #expect(events.contains(.unreadableFolder(path: "b")))
        #expect(events.last == .completed)
        #expect(try await library.albumTitles() == ["a", "c"])
        #expect(
            await library.scanned() == [.unreadableFolder(path: "b"), .completed], "a late listener gets the event too")
    }

    @Test("A photo opened by its path is shown even if its folder is unreadable")
    func photoOfUnreadableFolder() async throws {
        let path = folder.bytes + BytePath("/a/1.jpg".utf8)
        let library = FolderLibrary(try OpenedPath(path)) { _ throws(FolderFailure) in
            throw .unreadable(reason: "Permission denied")
        }
        #expect(await library.scanned().contains(.unreadableFolder(path: "a")))
        #expect(try await library.photoTitles(of: .root) == ["1"])
    }

    @Test("Results during the scan are partial, and events announce more")
    func growingLibrary() async throws {
        let gate = DispatchSemaphore(value: 0)
        let library = try library { _ in gate.wait() }
        var events = library.events().makeAsyncIterator()
        #expect(await library.totals() == LibraryTotals(albums: 0, photos: 0, isComplete: false))
        let unknown = try await library.photos(in: .album(Album.ID("a")), matching: .everything, in: 0..<5)
        #expect(unknown == Page(items: [], matching: 0, available: 0, isComplete: false))

        gate.signal()
        gate.signal()
        #expect(await events.next() == .changed)
        #expect(try await library.albumTitles() == ["a"])
        #expect(await library.albums(in: .everyone, matching: .everything, in: 0..<5).isComplete == false)
        #expect(try await library.photos(in: .album(Album.ID("a")), matching: .everything, in: 0..<5).isComplete)

        gate.signal()
        #expect(await events.next() == .changed)
        #expect(await library.totals() == LibraryTotals(albums: 2, photos: 2, isComplete: false))

        gate.signal()
        #expect(await events.next() == .changed)
        #expect(await events.next() == .completed)
        #expect(await events.next() == nil)
        #expect(await library.totals() == LibraryTotals(albums: 3, photos: 3, isComplete: true))
    }

    @Test("An album search includes albums found since the last search")
    func growingSearch() async throws {
        let gate = DispatchSemaphore(value: 0)
        let library = try library { _ in gate.wait() }
        gate.signal()
        #expect(try await library.albumTitles(matching: "b").isEmpty)
        for _ in 0..<3 { gate.signal() }
        await library.scanned()
        #expect(try await library.albumTitles(matching: "b") == ["b"])
    }

    @Test("The scan ends when the library is released")
    func abandonedScan() async throws {
        let gate = DispatchSemaphore(value: 0)
        let readFolders = ReadFolders()
        let events: AsyncStream<LibraryEvent>
        do {
            let library = try library { path in
                readFolders.append(path)
                gate.wait()
            }
            events = library.events()
        }
        for _ in 0..<4 { gate.signal() }
        for await event in events { #expect(event != .unreadableFolder(path: "")) }
        #expect(readFolders.paths.count <= 1)
    }

    @Test("A folder deleted before it is read is reported as missing")
    func goneFolder() throws {
        let reader = FolderReader(root: folder.bytes)
        #expect(throws: FolderFailure.missing) { try reader.read(BytePath("nowhere".utf8)) }
        #expect(throws: FolderFailure.notAFolder) { try reader.read(BytePath("a/1.jpg".utf8)) }
    }

    @Test("Many changes are reported at most ten times a second")
    func joinedChanges() async throws {
        let broadcaster = LibraryEventBroadcaster()
        let start = ContinuousClock.now
        let events = broadcaster.events()
        for _ in 0..<10_000 { broadcaster.change() }
        broadcaster.complete()
        var count = 0
        for await event in events where event == .changed { count += 1 }
        let duration = start.duration(to: .now)
        #expect(count >= 1 && count <= 2 + Int(duration / .milliseconds(100)))
    }

    @Test("All listeners receive the same events")
    func listeners() async throws {
        let broadcaster = LibraryEventBroadcaster()
        let first = broadcaster.events()
        let second = broadcaster.events()
        broadcaster.folderIsUnreadable(path: "x")
        broadcaster.complete()
        for events in [first, second, broadcaster.events()] {
            var heard: [LibraryEvent] = []
            for await event in events { heard.append(event) }
            #expect(heard == [.unreadableFolder(path: "x"), .completed])
        }
    }

    private final class ReadFolders: Sendable {
        private let state = Mutex<[String]>([])

        var paths: [String] { state.withLock { $0 } }

        func append(_ path: String) {
            state.withLock { $0.append(path) }
        }
    }
}
