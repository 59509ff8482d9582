import Albums
import Basics
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Bursts in a folder", .timeLimit(.minutes(60)))
struct FolderBurstTests {
    private let folder: TemporaryFolder
    private let index = SpyIndex()
    private let sidecars = SpySidecars()

    init() throws { folder = try TemporaryFolder() }

    private func add(
        _ name: String, _ time: String?, camera: String? = "NIKON Z 6", serialNumber: String? = nil,
        zone: Int? = nil, isTimed: Bool = true
    ) throws {
        try folder.addFile(name, contents: "x")
        let file = String(name.split(separator: "/").last ?? "")
        index.facts.withLock {
            $0[file] = PhotoFacts(
                taken: time.flatMap { Timestamp(iso8601: $0 + "Z")?.date }, zone: zone,
                source: isTimed ? .exifOriginal : .xmpCreated, camera: camera, serialNumber: serialNumber)
        }
    }

    private func library() async throws -> FolderLibrary {
        let library = try FolderLibrary(
            path: folder.bytes, .init(index: index.port, sidecars: SidecarSettings(port: sidecars.port)))
        await library.waitUntilRead { _, _ in }
        return library
    }

    private func query(_ typed: String = "", _ order: ListOrder = .original) -> ListQuery {
        var query = ListQuery(typed, order: order)
        query.foldsBursts = true
        return query
    }

    /// Returns the titles of a folded list, each with those of the burst for which it stands.
    private func folded(
        _ library: FolderLibrary, _ list: PhotoList = .feed, _ query: ListQuery? = nil
    ) async throws -> [String] {
        try await library.photos(in: list, matching: query ?? self.query(), in: 0..<100).items.map { photo in
            let burst = photo.burst.map { String($0.rawValue.split(separator: "/").last?.prefix { $0 != "." } ?? "") }
            return burst.isEmpty ? photo.title : photo.title + ": " + burst.joined(separator: " ")
        }
    }

    @Test("A burst across midnight and in two time zones is one")
    func instants() async throws {
        try add("Rome/1.jpg", "2024-05-12T23:59:59")
        try add("Rome/2.jpg", "2024-05-13T00:00:00")
        try add("Rome/3.jpg", "2024-05-13T03:10:20.500", zone: 120)
        try add("Rome/4.jpg", "2024-05-13T02:10:21.500", zone: 60)
        try add("Rome/5.jpg", "2024-05-13T03:10:21.500", zone: 60)
        let library = try await library()
        for list in [PhotoList.feed, .folder(Album.ID(".")), .album(Album.ID("Rome"))] {
            #expect(Set(try await folded(library, list)) == ["1: 1 2", "3: 3 4", "5"])
        }
    }

    @Test("Only photos with a camera's exposure time are folded, and a raw file with its JPEG is one photo")
    func conditions() async throws {
        try add("Rome/1.jpg", "2024-05-12T10:00:01")
        try add("Rome/1.NEF", "2024-05-12T10:00:01")
        try add("Rome/2.jpg", "2024-05-12T10:00:02")
        try add("Rome/3.jpg", "2024-05-12T10:00:03", isTimed: false)
        try add("Rome/4.jpg", "2024-05-12T10:00:03", camera: nil)
        try add("Rome/5.jpg", nil)
        try add("Rome/6.jpg", nil)
        try add("Rome/7.mov", "2024-05-12T10:00:02")
        let library = try await library()
        #expect(try await folded(library, .album(Album.ID("Rome"))) == ["1: 1 2", "3", "4", "5", "6", "7"])
    }

    @Test("Photos that two cameras of one model take at the same time are two bursts")
    func twoBodies() async throws {
        for second in 1...4 {
            try add("Rome/\(second).jpg", "2024-05-12T10:00:0\(second)", serialNumber: second > 2 ? "2002" : "2001")
        }
        #expect(try await folded(try await library(), .album(Album.ID("Rome"))) == ["1: 1 2", "3: 3 4"])
    }

    @Test("An opened burst has its photos, oldest first, and can be searched and sorted")
    func opened() async throws {
        for (name, second) in [("c", 1), ("a", 2), ("b", 3)] {
            try add("Rome/\(name).jpg", "2024-05-12T10:00:0\(second)")
        }
        try add("Rome/d.jpg", "2024-05-12T11:00:07")
        let library = try await library()
        let photos = try await library.photos(in: .feed, matching: query(), in: 0..<9).items
        let burst = PhotoList.burst(try #require(photos.last).burst)
        #expect(try await folded(library, burst, .everything) == ["c", "a", "b"])
        #expect(try await folded(library, burst, ListQuery(order: .title)) == ["a", "b", "c"])
        #expect(try await folded(library, burst, ListQuery("b")) == ["b"])
        #expect(try await library.index(of: Photo.ID("Rome/a.jpg"), in: burst, matching: .everything) == 1)
        #expect(try await library.index(of: Photo.ID("Rome/d.jpg"), in: burst, matching: .everything) == nil)
        #expect(await library.months(of: burst, matching: .everything)?.map(\.count) == [3])
        let rotated = PhotoList.burst(["b", "c", "a"].map { Photo.ID("Rome/\($0).jpg") })
        #expect(try await folded(library, rotated, .everything) == ["b", "c", "a"])
        #expect(await library.aspects(of: burst, matching: .everything, in: 0..<9).count == 3)
        for list in [PhotoList.feed, .folder(Album.ID(".")), .album(Album.ID("Rome"))] {
            let folded = query("", .oldestFirst)
            #expect(await library.bursts(in: list, matching: folded).map(\.index) == [0])
        }
        #expect(await library.bursts(in: .feed, matching: .everything).isEmpty)
        #expect(!library.foldsBursts(in: burst) && library.foldsBursts(in: .feed))
    }

    @Test("An opened burst follows its renamed photos, and keeps the others when one is gone")
    func followed() async throws {
        for number in 1...3 { try add("Rome/\(number).jpg", "2024-05-12T10:00:0\(number)") }
        let library = try await library()
        let burst = PhotoList.burst((1...3).map { Photo.ID("Rome/\($0).jpg") })
        try add("Rome/best.jpg", "2024-05-12T10:00:02")
        try FileManager.default.removeItem(atPath: folder.path + "/Rome/best.jpg")
        try FileManager.default.moveItem(
            atPath: folder.path + "/Rome/2.jpg", toPath: folder.path + "/Rome/best.jpg")
        try FileManager.default.removeItem(atPath: folder.path + "/Rome/1.jpg")
        _ = await library.refresh()
        await library.waitUntilRead { _, _ in }
        #expect(try await folded(library, burst, .everything) == ["best", "3"])
    }

    @Test("Once the photo on top is rejected, another one stands for the burst")
    func rejected() async throws {
        for number in 1...3 { try add("Rome/\(number).jpg", "2024-05-12T10:00:0\(number)") }
        let library = try await library()
        #expect(try await folded(library) == ["1: 1 2 3"])
        let editing = try #require(library.editing)
        _ = await editing.apply([PhotoChange(Photo.ID("Rome/1.jpg"), .flag(.rejected))])
        #expect(try await folded(library) == ["2: 1 2 3"])
        #expect(try await folded(library, .album(Album.ID("Rome"))) == ["2: 1 2 3"])
        _ = await editing.apply([PhotoChange(Photo.ID("Rome/3.jpg"), .rate(2))])
        #expect(try await folded(library) == ["3: 1 2 3"])
        #expect(try await folded(library, .feed, query("rating:0")) == ["2"])
        #expect(try await library.index(of: Photo.ID("Rome/1.jpg"), in: .feed, matching: query()) == 0)
    }

    @Test("The values of fields are counted in all photos of bursts")
    func values() async throws {
        for number in 1...3 { try add("Rome/\(number).jpg", "2024-05-12T10:00:0\(number)") }
        let values = try await library().values(of: .camera, in: .feed, matching: query())
        #expect(values == [SearchValue(text: "NIKON Z 6", count: 3)])
    }

    @Test("A folder without an index doesn't fold bursts")
    func unindexed() throws {
        #expect(!(try FolderLibrary(path: folder.bytes)).foldsBursts(in: .feed))
    }
}
