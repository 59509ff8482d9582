import Albums
import Basics
import Foundation
import Synchronization
import TestFixtures
import Testing

@testable import Libraries

@Suite("Index of a folder", .timeLimit(.minutes(60)))
struct FolderIndexingTests {
    private let folder: TemporaryFolder
    private let index = SpyIndex()

    init() throws {
        folder = try TemporaryFolder()
        for name in ["a/1.jpg", "a/2.jpg", "a/3.jpg", "b/4.jpg"] { try folder.addFile(name, contents: "x") }
    }

    private func library() throws -> FolderLibrary {
        try FolderLibrary(path: folder.bytes, .init(index: index.port))
    }

    /// Waits until the library meets a condition.
    private func wait(for library: FolderLibrary, _ isExpected: () async throws -> Bool) async throws {
        for await _ in library.events() where try await isExpected() { return }
        Issue.record("the events have ended")
    }

    private func titles(_ library: FolderLibrary, _ list: PhotoList, by order: ListOrder) async throws -> [String] {
        try await library.photos(in: list, matching: ListQuery(order: order), in: 0..<100).items.map(\.title)
    }

    private let year = 365 * 86400.0

    @Test("Photos are sorted by the date taken, the rating and the camera once files have been read")
    func sorting() async throws {
        for (name, taken, rating, camera) in [("1", 3.0, 2, "B"), ("2", 1.0, 5, "a"), ("3", 2.0, nil, "C")] {
            index.facts.withLock {
                $0[name + ".jpg"] = PhotoFacts(
                    taken: Date(timeIntervalSince1970: taken * year), aspect: 1.5,
                    assessment: Assessment(stars: rating), camera: camera)
            }
        }
        let library = try library()
        let album = PhotoList.album(Album.ID("a"))
        try await wait(for: library) { try await titles(library, album, by: .oldestFirst) == ["2", "3", "1"] }
        #expect(try await titles(library, album, by: .newestFirst) == ["1", "3", "2"])
        #expect(try await titles(library, album, by: .highestRated) == ["2", "1", "3"])
        #expect(try await titles(library, album, by: .lowestRated) == ["1", "2", "3"])
        #expect(try await titles(library, album, by: .camera) == ["2", "1", "3"])
        #expect(try await titles(library, album, by: .cameraReversed) == ["3", "1", "2"])
        #expect(try await titles(library, album, by: .titleReversed) == ["3", "2", "1"])
        // The file of 4 has just been made, and has no date taken.
        try await wait(for: library) { try await titles(library, .feed, by: .original) == ["4", "1", "3", "2"] }
        let photos = try await library.photos(in: .feed, matching: .everything, in: 0..<4).items
        #expect(photos.map(\.dateKind) == [.modified, .taken, .taken, .taken])
        #expect(photos.map(\.aspect) == [nil, 1.5, 1.5, 1.5])
    }

    @Test("A photo has the orientation of its sidecar, and other pixels once that changes")
    func orientation() async throws {
        try folder.addFile("a/1.jpg.xmp", contents: "x")
        let library = try library()
        await library.waitUntilRead { _, _ in }
        func photos() async throws -> [Photo] {
            try await library.photos(in: .album(Album.ID("a")), matching: .everything, in: 0..<3).items
        }
        let before = try await photos()
        #expect(before.map(\.orientation) == [.own, .own, .own])
        index.facts.withLock {
            $0["1.jpg"] = PhotoFacts(size: PixelSize(width: 3, height: 2), orientation: .sidecar(6))
        }
        try folder.addFile("a/1.jpg.xmp", contents: "longer")
        _ = await library.refresh()
        await library.waitUntilRead { _, _ in }
        let after = try await photos()
        #expect(after.map(\.orientation) == [.sidecar(6), .own, .own])
        #expect(zip(before, after).map { $0.hasPixels(of: $1) } == [false, true, true])
        let cover = await library.albums(in: .everyone, matching: .everything, in: 0..<1).items.first?.cover
        #expect(cover?.orientation == .sidecar(6))
    }

    @Test("Until a photo with a sidecar has been read, its orientation is unknown")
    func unreadOrientation() async throws {
        try folder.addFile("a/1.jpg.xmp", contents: "x")
        let gate = Gate()
        index.gate.withLock { $0 = gate }
        let library = try library()
        for await _ in library.events() where await library.totals().isComplete { break }
        let photos = try await library.photos(in: .album(Album.ID("a")), matching: .everything, in: 0..<3).items
        #expect(photos.map(\.orientation) == [.unread, .own, .own])
        gate.open()
    }

    @Test("A video of a photo's name that was taken another time is another photo, also in the next run")
    func unrelatedVideos() async throws {
        for name in ["c/1.jpg", "c/1.mov", "c/2.jpg", "c/2.mov"] { try folder.addFile(name, contents: "x") }
        index.facts.withLock {
            $0["1.jpg"] = PhotoFacts(camera: "Z 6", unrelatedVideos: [Array("1.mov".utf8)])
            $0["1.mov"] = PhotoFacts(duration: 7)
        }
        let names = [["1.jpg"], ["1.mov"], ["2.jpg", "2.mov"]]
        func listed(_ library: FolderLibrary) async throws -> [[String]] {
            try await library.photos(in: .album(Album.ID("c")), matching: .everything, in: 0..<9).items.map { photo in
                photo.stackedPhotos.map { String($0.id.rawValue.dropFirst(2)) }
            }
        }
        for run in 1...2 {
            let library = try library()
            await library.waitUntilRead { _, _ in }
            #expect(try await listed(library) == names, "run \(run)")
            let photos = try await library.photos(in: .album(Album.ID("c")), matching: .everything, in: 0..<9).items
            #expect(photos.map { $0.video?.duration } == [nil, 7, nil])
            _ = await library.refresh()
            await library.waitUntilRead { _, _ in }
            #expect(try await listed(library) == names)
        }
        // Each file is read once, and the videos that belong to a photo never.
        #expect(index.read.withLock { $0.filter { $0.hasSuffix(".mov") } } == ["1.mov"])
        // The video is replaced by the one that belongs to the picture.
        index.facts.withLock { $0["1.jpg"] = PhotoFacts(camera: "Z 6") }
        try folder.addFile("c/1.mov", contents: "longer")
        let library = try library()
        await library.waitUntilRead { _, _ in }
        #expect(try await listed(library) == [["1.jpg", "1.mov"], ["2.jpg", "2.mov"]])
    }

    @Test("A folder lists the photos of all folders below it, oldest first")
    func everythingBelow() async throws {
        for name in ["wedding/7.jpg", "wedding/A/5.jpg", "wedding/B/C/6.jpg", "wedding 2/8.jpg"] {
            try folder.addFile(name, contents: "x")
        }
        for (name, taken) in [("5", 2.0), ("6", 1.0), ("7", 4.0)] {
            index.facts.withLock {
                $0[name + ".jpg"] = PhotoFacts(taken: Date(timeIntervalSince1970: taken * year), aspect: taken)
            }
        }
        let library = try library()
        let list = PhotoList.folder(Album.ID("wedding"))
        try await wait(for: library) { try await titles(library, list, by: .original) == ["6", "5", "7"] }
        #expect(try await titles(library, list, by: .newestFirst) == ["7", "5", "6"])
        #expect(try await titles(library, list, by: .title) == ["5", "6", "7"])
        #expect(try await titles(library, .folder(.root), by: .original).prefix(3) == ["6", "5", "7"])
        #expect(try await titles(library, .folder(.root), by: .original).count == 8)
        #expect(try await titles(library, .folder(Album.ID("none")), by: .original).isEmpty)
        #expect(await library.aspects(of: list, matching: .everything, in: 0..<3) == [1, 2, 4])
        #expect(await library.months(of: list, matching: .everything)?.map(\.count) == [1, 1, 1])
        let values = await library.values(of: .year, in: list, matching: .everything)
        #expect(Set(values.map(\.text)) == ["1971", "1972", "1973"])
        let found = try await library.photos(in: list, matching: ListQuery("year:1972"), in: 0..<9)
        #expect(found.items.map(\.id) == [Photo.ID("wedding/A/5.jpg")])
        #expect(found.items.map(\.albumID) == [Album.ID("wedding/A")])
        let folders = ["wedding", "wedding/A", "wedding/B/C", ".", "a"].map {
            library.folder(of: Album.ID($0))?.id.rawValue
        }
        #expect(folders == ["wedding", "wedding", "wedding/B", ".", "."])
        // A photo that is added later has the time of its file.
        try folder.addFile("wedding/B/9.jpg", contents: "x")
        #expect(await library.refresh())
        #expect(try await library.index(of: Photo.ID("wedding/B/9.jpg"), in: list, matching: .everything) == 3)
        #expect(try await titles(library, list, by: .original) == ["6", "5", "7", "9"])
    }

    @Test("Photos of cameras in different time zones and videos are sorted by instant")
    func instants() async throws {
        let midnight = 1_717_200_000.0
        func add(
            _ name: String, hour: Int, _ minute: Int, second: Double = 0, _ zone: Int?,
            _ source: TakenSource = .exifOriginal
        ) throws {
            try folder.addFile("trip/\(name).jpg", contents: "x")
            let taken = Date(timeIntervalSince1970: midnight + Double(3600 * hour + 60 * minute) + second)
            index.facts.withLock { $0[name + ".jpg"] = PhotoFacts(taken: taken, zone: zone, source: source) }
        }
        try add("DSC_5", hour: 17, 41, -240)
        try add("PXL_1", hour: 23, 38, 120)
        try add("VID_2", hour: 21, 39, 0, .movieHeader)
        // A camera without a zone beside phones that have one; a burst with names in another order than the times.
        try add("burst_2", hour: 23, 39, second: 30.25, nil)
        try add("burst_1", hour: 23, 39, second: 30.75, nil)
        try add("PXL_4", hour: 23, 40, 120)
        let library = try library()
        let trip = PhotoList.album(Album.ID("trip"))
        let expected = ["PXL_1", "VID_2", "burst_2", "burst_1", "PXL_4", "DSC_5"]
        try await wait(for: library) { try await titles(library, trip, by: .oldestFirst) == expected }
        #expect(try await titles(library, trip, by: .newestFirst) == expected.reversed())
        try await wait(for: library) {
            try await titles(library, .feed, by: .original).suffix(6) == expected.reversed()
        }
        // Dates are still local times.
        let photos = try await library.photos(in: trip, matching: ListQuery(order: .oldestFirst), in: 0..<6).items
        #expect(photos.first?.date == Date(timeIntervalSince1970: midnight + Double(3600 * 23 + 60 * 38)))
        #expect(await library.photoDates()?.upperBound != nil)
    }

    @Test("Photos and covers have their average color as a placeholder, also in the next run")
    func colors() async throws {
        index.facts.withLock { $0["1.jpg"] = PhotoFacts(color: AverageColor(red: 200, green: 100, blue: 50)) }
        let expected = Placeholder.color(red: 200, green: 100, blue: 50)
        func placeholders(_ library: FolderLibrary) async throws -> [Placeholder?] {
            try await library.photos(in: .album(Album.ID("a")), matching: .everything, in: 0..<3).items
                .map(\.placeholder)
        }
        let first = try library()
        try await wait(for: first) { try await placeholders(first) == [expected, nil, nil] }
        index.gate.withLock { $0 = Gate() }
        let second = try library()
        try await wait(for: second) { try await placeholders(second) == [expected, nil, nil] }
        try await wait(for: second) {
            let albums = await second.albums(in: .everyone, matching: .everything, in: 0..<2).items
            return albums.map(\.cover?.placeholder) == [expected, nil]
        }
    }

    @Test("Months are counted by date, in the feed and in albums sorted by date, and follow what files say")
    func months() async throws {
        let july = 1_563_000_000.0
        for (name, taken) in [("1", july), ("2", july + 86400), ("3", july - year)] {
            index.facts.withLock { $0[name + ".jpg"] = PhotoFacts(taken: Date(timeIntervalSince1970: taken)) }
        }
        let library = try library()
        let album = PhotoList.album(Album.ID("a"))
        try await wait(for: library) {
            let months = await library.months(of: album, matching: ListQuery(order: .oldestFirst)) ?? []
            return months.map(\.month) == [Month(year: 2018, number: 7), Month(year: 2019, number: 7)]
                && months.map(\.count) == [1, 2] && months.map { $0.days.map(\.number) } == [[13], [13, 14]]
        }
        try await wait(for: library) {
            await library.months(of: .feed, matching: .everything)?.dropFirst().map(\.count) == [2, 1]
        }
        // The photo of another album says nothing, so its file's date counts.
        #expect(await library.months(of: .feed, matching: .everything)?.map(\.modifiedCount) == [1, 0, 0])
        #expect(await library.months(of: album, matching: .everything) == nil)
    }

    @Test("Aspect ratios are known for any range, in the order and search of the query")
    func aspects() async throws {
        for (name, aspect) in [("1", 1.5), ("3", 0.75)] {
            index.facts.withLock { $0[name + ".jpg"] = PhotoFacts(aspect: aspect) }
        }
        let library = try library()
        let album = PhotoList.album(Album.ID("a"))
        let reversed = ListQuery(order: .titleReversed)
        try await wait(for: library) {
            await library.aspects(of: album, matching: .everything, in: 0..<9) == [1.5, nil, 0.75]
        }
        #expect(await library.aspects(of: album, matching: reversed, in: 0..<2) == [0.75, nil])
        #expect(await library.aspects(of: album, matching: ListQuery("2"), in: 0..<9) == [nil])
        #expect(await library.aspects(of: .feed, matching: reversed, in: 1..<3) == [0.75, nil])
        #expect(await library.aspects(of: .album(Album.ID("none")), matching: .everything, in: 0..<9).isEmpty)
    }

    @Test("Photos are sorted by size")
    func size() async throws {
        try folder.addFile("a/2.jpg", contents: "xxxx")
        let library = try library()
        let album = PhotoList.album(Album.ID("a"))
        try await wait(for: library) { await library.totals().isComplete }
        #expect(try await titles(library, album, by: .largestFirst) == ["2", "1", "3"])
        #expect(try await titles(library, album, by: .smallestFirst) == ["1", "3", "2"])
    }

    @Test("The next run has the facts before the scan ends, and reads only changed files")
    func nextRun() async throws {
        index.facts.withLock { $0["2.jpg"] = PhotoFacts(taken: Date(timeIntervalSince1970: year)) }
        let first = try library()
        try await wait(for: first) { index.read.withLock { $0.count } == 4 }
        index.read.withLock { $0 = [] }
        try folder.addFile("a/3.jpg", contents: "longer")
        try folder.addFile("a/1.jpg.xmp", contents: "a sidecar")
        try folder.addFile("a/2.jpg.json", contents: "metadata of Google Takeout")
        try folder.addFile("b/4_01.jpg.xmp", contents: "the sidecar of a duplicate")
        // The index now answers only from memory.
        let second = try library()
        var events = second.events().makeAsyncIterator()
        while await events.next() != .completed {}
        #expect(try await titles(second, .album(Album.ID("a")), by: .oldestFirst).first == "2")
        try await wait(for: second) { index.read.withLock { $0.sorted() } == ["1.jpg", "2.jpg", "3.jpg"] }
    }

    @Test("Photos on the screen are read first")
    func visibleFirst() async throws {
        for number in 0..<600 { try folder.addFile("a/many\(number).jpg") }
        let gate = Gate()
        index.gate.withLock { $0 = gate }
        let library = try library()
        try await wait(for: library) { await library.totals().isComplete }
        _ = try await library.photos(in: .album(Album.ID("b")), matching: .everything, in: 0..<1)
        gate.open()
        try await wait(for: library) { index.read.withLock { $0.contains("4.jpg") } }
        let position = try #require(index.read.withLock { $0.firstIndex(of: "4.jpg") })
        // Otherwise all photos of the album before it come first.
        #expect(position < 550)
    }

    @Test("Albums are sorted by the dates of their photos: by the last one or, oldest first, by the first one")
    func albums() async throws {
        try folder.addFile("a/0.jpg")
        for (name, years) in [("0", 1.0), ("1", 40.0), ("2", 40), ("3", 40), ("4", 20)] {
            index.facts.withLock { $0[name + ".jpg"] = PhotoFacts(taken: Date(timeIntervalSince1970: years * year)) }
        }
        let library = try library()
        func albums(_ order: ListOrder) async -> [String] {
            await library.albums(in: .everyone, matching: ListQuery(order: order), in: 0..<9).items.map(\.title)
        }
        try await wait(for: library) { index.read.withLock { $0.count } == 5 }
        try await wait(for: library) { await albums(.newestFirst) == ["a", "b"] }
        #expect(await albums(.oldestFirst) == ["a", "b"])
        let found = await library.albums(in: .everyone, matching: ListQuery(order: .newestFirst), in: 0..<9).items
        #expect(found[0].firstDate == Date(timeIntervalSince1970: year))
        #expect(found[0].date == Date(timeIntervalSince1970: 40 * year))
    }
}
