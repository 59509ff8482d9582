import Albums
import Basics
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Identical files", .timeLimit(.minutes(60)))
struct IdenticalFilesTests {
    private let folder: TemporaryFolder
    private let index = SpyIndex()
    private let hashes = SpyHashes()

    init() throws {
        folder = try TemporaryFolder()
        for (name, contents) in [
            ("Rome/1.jpg", "same"), ("Rome/2.jpg", "diff"), ("Oslo/copy.jpg", "same"), ("Oslo/3.jpg", "longer"),
            ("Oslo/4.jpg", "unique!"), ("Oslo/empty.jpg", ""), ("Rome/empty.jpg", ""),
        ] { try folder.addFile(name, contents: contents) }
    }

    private func library() async throws -> FolderLibrary {
        var port = index.port
        port.contents = hashes.port
        let library = try FolderLibrary(path: folder.bytes, .init(index: port))
        await library.waitUntilRead { _, _ in }
        return library
    }

    /// Returns the titles that a search finds, once it is complete.
    private func found(
        _ typed: String, in library: FolderLibrary, _ list: PhotoList = .feed
    ) async throws -> Set<String> {
        let events = library.events()
        var page = try await library.photos(in: list, matching: ListQuery(typed), in: 0..<100)
        var changes = events.makeAsyncIterator()
        while !page.isComplete, await changes.next() != nil {
            page = try await library.photos(in: list, matching: ListQuery(typed), in: 0..<100)
        }
        return Set(page.items.map(\.title))
    }

    @Test("Photos of the same size and contents are found, in every list, and empty files are not")
    func duplicates() async throws {
        let library = try await library()
        #expect(try await found("is:duplicate", in: library) == ["1", "copy"])
        #expect(try await found("is:duplicate", in: library, .album(Album.ID("Rome"))) == ["1"])
        #expect(try await found("is:duplicate copy", in: library) == ["copy"])
        #expect(try await found("-is:duplicate", in: library) == ["2", "3", "4", "empty"])
        #expect(
            try await library.index(of: Photo.ID("Rome/2.jpg"), in: .feed, matching: ListQuery("is:duplicate")) == nil)
        // Only files of the same size are read, and only those with the same samples as a whole.
        #expect(hashes.sampled == ["1.jpg", "2.jpg", "copy.jpg"])
        #expect(hashes.read == ["1.jpg", "copy.jpg"])
    }

    @Test("Until all files have been compared, a search isn't complete, and shows partial results")
    func incomplete() async throws {
        let gate = DispatchSemaphore(value: 0)
        hashes.gate.withLock { $0 = gate }
        let library = try await library()
        let page = try await library.photos(in: .feed, matching: ListQuery("is:duplicate"), in: 0..<9)
        #expect(!page.isComplete && page.items.isEmpty)
        let values = await library.values(of: .kind, in: .feed, matching: .everything)
        #expect(values.contains(SearchValue(text: "duplicate", count: 0)))
        hashes.gate.withLock { $0 = nil }
        for _ in 0..<9 { gate.signal() }
        #expect(try await found("is:duplicate", in: library) == ["1", "copy"])
        let counted = await library.values(of: .kind, in: .feed, matching: .everything)
        #expect(counted.contains(SearchValue(text: "duplicate", count: 2)))
    }

    @Test("After a change of the folder, its files are compared again")
    func changes() async throws {
        let library = try await library()
        #expect(try await found("is:duplicate", in: library) == ["1", "copy"])
        try folder.addFile("Oslo/other.jpg", contents: "longer")
        try FileManager.default.removeItem(atPath: folder.path + "/Oslo/copy.jpg")
        _ = await library.refresh()
        #expect(try await found("is:duplicate", in: library) == ["3", "other"])
    }

    @Test("Files that can't be read are left out")
    func unreadable() async throws {
        hashes.unreadable.withLock { $0 = ["copy.jpg"] }
        let library = try await library()
        #expect(try await found("is:duplicate", in: library) == [])
        #expect(await library.files(identicalTo: try await photo("Rome/1.jpg", in: library)) == [])
    }

    private func photo(_ id: String, in library: FolderLibrary) async throws -> Photo {
        let index = try #require(try await library.index(of: Photo.ID(id), in: .feed, matching: .everything))
        return try #require(
            try await library.photos(in: .feed, matching: .everything, in: index..<index + 1).first)
    }

    @Test("The files identical to a photo are named, and a link to its file differs from a copy")
    func details() async throws {
        try FileManager.default.linkItem(
            atPath: folder.path + "/Rome/1.jpg", toPath: folder.path + "/Rome/link.jpg")
        let library = try await library()
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        #expect(
            await library.files(identicalTo: try await photo("Rome/1.jpg", in: library)) == [
                IdenticalFile(path: "Oslo/copy.jpg"), IdenticalFile(path: "Rome/link.jpg", isLink: true),
            ])
        #expect(await library.files(identicalTo: try await photo("Oslo/4.jpg", in: library)) == [])
        #expect(try await found("is:duplicate", in: library) == ["1", "copy", "link"])
        // A file with two names is read once.
        #expect(hashes.read.count { $0 == "1.jpg" || $0 == "link.jpg" } == 2)
    }

    @Test("Sidecars don't count as part of a file")
    func sidecars() async throws {
        try folder.addFile("Rome/1.jpg.xmp", contents: "x")
        #expect(try await found("is:duplicate", in: try await library()) == ["1", "copy"])
    }

    @Test("Without hashes, is:duplicate finds nothing")
    func unavailable() async throws {
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port))
        await library.waitUntilRead { _, _ in }
        #expect(try await found("is:duplicate", in: library) == [])
    }
}

/// Hashes that are the contents themselves.
private final class SpyHashes: Sendable {
    private let names = Mutex<(sampled: [String], read: [String])>(([], []))
    let unreadable = Mutex<Set<String>>([])
    /// Samples wait for it.
    let gate = Mutex<DispatchSemaphore?>(nil)

    var sampled: [String] { names.withLock { $0.sampled.sorted() } }
    var read: [String] { names.withLock { $0.read.sorted() } }

    var port: ContentHashes {
        ContentHashes(
            sample: { [self] file in
                let name = file.path.lastComponent.text
                gate.withLock { $0 }?.wait()
                names.withLock { $0.sampled.append(name) }
                guard !unreadable.withLock({ $0.contains(name) }) else { return nil }
                return FileManager.default.contents(atPath: String(decoding: file.path, as: UTF8.self)).map { [$0[0]] }
            },
            whole: { [self] file, _ in
                names.withLock { $0.read.append(file.path.lastComponent.text) }
                return FileManager.default.contents(atPath: String(decoding: file.path, as: UTF8.self)).map {
                    Array($0)
                }
            })
    }
}
