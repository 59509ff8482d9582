import Albums
import Basics
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Search in a folder", .timeLimit(.minutes(60)))
struct FolderSearchTests {
    private let folder: TemporaryFolder
    private let index = SpyIndex()

    init() throws {
        folder = try TemporaryFolder()
        for name in ["Rome/dune.jpg", "Rome/1.JPG", "Rome/2.png", "Oslo/4.jpg"] {
            try folder.addFile(name, contents: "x")
            // 2023-11-14 22:30 UTC, because photos without facts have the time of their file.
            try folder.setModificationTime(ofFile: name, toSecondsSince1970: 1_700_001_000)
        }
        index.facts.withLock {
            $0["dune.jpg"] = PhotoFacts(
                taken: Timestamp(iso8601: "2019-07-14T12:00:00Z")?.date,
                assessment: Assessment(stars: 5, label: "Red"), camera: "NIKON D3100",
                lens: "35mm f/1.8", author: "Zo\u{EB}", tags: ["Strand", "Night sea"],
                people: ["Ada Lovelace", "Grace"],
                exposure: Exposure(aperture: 1.78, iso: 3200), coordinate: .init(latitude: 41.7, longitude: 12.3),
                title: "Evening",
                headline: "Minister opens bridge", description: "Waves at dusk", place: "Ostia, Italy\nRome",
                countries: "Italia\nItalien")
            $0["1.JPG"] = PhotoFacts(
                assessment: Assessment(stars: 3, label: "Rot"), camera: "Canon EOS 5D", tags: ["sea"],
                exposure: Exposure(aperture: 8, iso: 100), title: "Nikon")
            $0["2.png"] = PhotoFacts(camera: "NIKON D3100", author: "Ada", description: "waves")
        }
    }

    private func library() async throws -> FolderLibrary {
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port))
        for await _ in library.events() where await isRead(library) { break }
        return library
    }

    private func isRead(_ library: FolderLibrary) async -> Bool {
        let page = try? await library.photos(in: .feed, matching: ListQuery("x"), in: 0..<1)
        return await library.totals().isComplete && page?.isComplete == true
    }

    @Test(
        "Each field searches its own values, and words search all texts",
        arguments: [
            ("camera:nikon", ["2", "dune"]), ("camera:\"d3100\"", ["2", "dune"]), ("lens:35MM", ["dune"]),
            ("camera:nikond", ["2", "dune"]), ("camera:\"eos 5 d\"", ["1"]), ("rating:0", ["2", "4"]),
            ("is:rejected", []), ("time:12", ["dune"]), ("july 2019", ["dune"]),
            ("tag:sea", ["1", "dune"]), ("tag:\"night sea\"", ["dune"]), ("by:zoe", ["dune"]), ("by:a", ["2"]),
            ("rating:>=4", ["dune"]), ("rating:3..5", ["1", "dune"]), ("year:2019", ["dune"]),
            ("date:2019-07", ["dune"]), ("date:2018", []), ("is:raw", []), ("is:video", []),
            ("nikon", ["1", "2", "dune"]), ("-camera:nikon", ["1", "4"]), ("camera:nikon -waves", []),
            ("person:ada", ["dune"]), ("person:grace -label:rot", []), ("person:grace -label:blue", ["dune"]),
            ("label:r", ["1", "dune"]),
            ("label:red", ["1", "dune"]), ("label:rouge", ["1", "dune"]), ("-label:rot", ["2", "4"]),
            ("label:o", ["1"]),
            ("label:blue", []), ("lovelace", ["dune"]), ("opens bridge", ["dune"]), ("iso:3200", ["dune"]),
            ("iso:<=100", ["1"]), ("iso:>100", ["dune"]), ("iso:50..6400", ["1", "dune"]), ("f:1.78", ["dune"]),
            ("f:<2", ["dune"]), ("f:8", ["1"]), ("f:2..5.6", []), ("-f:8", ["2", "4", "dune"]), ("is:gps", ["dune"]),
            ("-is:gps", ["1", "2", "4"]), ("waves", ["2", "dune"]), ("evening strand", ["dune"]),
            ("jpg", ["1", "4", "dune"]), ("ostia", ["dune"]),
            ("place:italy", ["dune"]), ("place:italien", ["dune"]), ("italia", ["dune"]), ("place:rome", ["dune"]),
            ("rome", ["1", "2", "dune"]), ("rome/d", ["dune"]), ("me/1", ["1"]),
            ("oslo/d", []), ("camera:zzz", []), ("year:2019 tag:sea rating:5", ["dune"]),
        ])
    func fields(typed: String, expected: [String]) async throws {
        let library = try await library()
        let found = try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<9)
        #expect(found.items.map(\.title).sorted() == expected)
        let inAlbum = try await library.photos(in: .album(Album.ID("Rome")), matching: ListQuery(typed), in: 0..<9)
        #expect(inAlbum.items.map(\.title) == expected.filter { $0 != "4" })
    }

    @Test("Each field lists its values as spelled, with the numbers of photos")
    func values() async throws {
        let library = try await library()
        func values(_ field: SearchField, _ typed: String = "") async -> [String] {
            await library.values(of: field, in: .feed, matching: ListQuery(typed)).map { "\($0.text) \($0.count)" }
        }
        #expect(await values(.camera) == ["NIKON D3100 2", "Canon EOS 5D 1"])
        #expect(await values(.camera, "rating:3") == ["Canon EOS 5D 1"])
        #expect(await values(.rating) == ["5 1", "3 1", "0 2"])
        #expect(await values(.kind) == ["labeled 2", "unrated 2", "gps 1"])
        #expect(await values(.person) == ["Ada Lovelace 1", "Grace 1"])
        #expect(await values(.place) == ["Ostia, Italy 1"])
        #expect(await values(.label) == ["Red 2"])
        #expect(await values(.iso) == ["100 1", "3200 1"])
        #expect(await values(.aperture) == ["1.78 1", "8 1"])
        #expect(await values(.tag) == ["Night sea 1", "Strand 1", "sea 1"])
        #expect(await values(.date).contains("2019-07 1"))
        #expect(await values(.time).contains("12 1"))
        let inAlbum = await library.values(of: .camera, in: .album(Album.ID("Rome")), matching: .everything)
        #expect(inAlbum.map(\.count) == [2, 1])
    }

    /// A library with photos in all states of culling.
    private func culledLibrary(_ names: LabelNames = .default) async throws -> FolderLibrary {
        let assessments = [
            "a.jpg": Assessment(stars: 4, label: "Client"),
            "b.jpg": Assessment(stars: 5, flag: .rejected, label: "Rot"),
            "c.jpg": Assessment(flag: .picked, label: "Approved"), "d.jpg": Assessment(stars: 3, flag: .picked),
            "e.jpg": Assessment(label: "Red"), "f.jpg": Assessment(),
        ]
        for (name, assessment) in assessments {
            try folder.addFile("Culled/" + name, contents: "x")
            // Of the same date, so that the feed has them in the order of their names.
            let facts = PhotoFacts(taken: Date(timeIntervalSince1970: 0), assessment: assessment)
            index.facts.withLock { $0[name] = facts }
        }
        let library = try FolderLibrary(
            path: Array((folder.path + "/Culled").utf8), .init(index: index.port, labelNames: names))
        for await _ in library.events() where await isRead(library) { break }
        return library
    }

    private func titles(_ library: FolderLibrary, _ typed: String, _ order: ListOrder = .title) async throws -> [String]
    {
        try await library.photos(in: .feed, matching: ListQuery(typed, order: order), in: 0..<9).items.map(\.title)
    }

    @Test("Rejected, picked and unrated photos are found, and a rejected one counts as -1 whatever its stars")
    func culling() async throws {
        let library = try await culledLibrary()
        for (typed, expected) in [
            ("is:rejected", ["b"]), ("rating:-1", ["b"]), ("rating:<0", ["b"]), ("rating:5", []),
            ("is:picked", ["c", "d"]),
            ("is:unrated", ["f"]), ("rating:0", ["c", "e", "f"]), ("is:picked rating:>=3", ["d"]),
            ("is:labeled", ["a", "b", "c", "e"]), ("-is:rejected", ["a", "c", "d", "e", "f"]),
        ] {
            #expect(try await titles(library, typed) == expected, "\(typed)")
        }
        let kinds = await library.values(of: .kind, in: .feed, matching: .everything).map { "\($0.text) \($0.count)" }
        #expect(kinds == ["labeled 4", "picked 2", "rejected 1", "unrated 1"])
        let ratings = await library.values(of: .rating, in: .feed, matching: .everything).map(\.text)
        #expect(ratings == ["4", "3", "0", "-1"])
    }

    @Test("A color finds labels in other languages, also if the user has typed part of it before")
    func labelColors() async throws {
        let library = try await culledLibrary()
        for (typed, expected) in [
            ("label:r", ["b", "c", "e"]), ("label:re", ["e"]), ("label:red", ["b", "e"]), ("label:green", ["c"]),
            ("label:client", ["a"]), ("label:purple", []),
        ] {
            #expect(try await titles(library, typed) == expected, "\(typed)")
        }
        #expect(library.photoOrders(in: .feed).contains(.label))
        #expect(try await titles(library, "", .label) == ["b", "e", "c", "a", "d", "f"])
        let inAlbum = try await library.photos(
            in: .album(Album.ID(".")), matching: ListQuery(order: .label), in: 0..<9)
        #expect(inAlbum.items.map(\.title) == ["b", "e", "c", "a", "d", "f"])
        let values = await library.values(of: .label, in: .feed, matching: .everything).map { "\($0.text) \($0.count)" }
        #expect(values == ["Red 2", "Client 1", "Green 1"])
    }

    @Test("The user's own names of labels have their colors")
    func ownLabels() async throws {
        let library = try await culledLibrary(LabelNames([.blue: ["Client"], .red: ["Rot"]]))
        #expect(try await titles(library, "label:blue") == ["a"])
        #expect(try await titles(library, "", .label) == ["b", "e", "c", "a", "d", "f"])
        let values = await library.values(of: .label, in: .feed, matching: .everything).map { "\($0.text) \($0.count)" }
        #expect(values == ["Rot 2", "Client 1", "Green 1"])
    }

    @Test("A search is incomplete until all files have been read")
    func reading() async throws {
        let gate = Gate()
        index.gate.withLock { $0 = gate }
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port))
        for await _ in library.events() where await library.totals().isComplete { break }
        let query = ListQuery("camera:nikon")
        for list in [PhotoList.feed, .album(Album.ID("Rome"))] {
            let page = try await library.photos(in: list, matching: query, in: 0..<9)
            #expect(page.matching == 0 && !page.isComplete)
            #expect(try await library.photos(in: list, matching: .everything, in: 0..<9).isComplete)
        }
        gate.open()
        for await _ in library.events() where await isRead(library) { break }
        #expect(try await library.photos(in: .feed, matching: query, in: 0..<9).matching == 2)
    }

    @Test("Files that have disappeared don't keep a search incomplete")
    func removed() async throws {
        let gate = Gate()
        index.gate.withLock { $0 = gate }
        try folder.addFile("Oslo/5.jpg", contents: "x")
        let library = try FolderLibrary(path: folder.bytes, .init(index: index.port))
        for await _ in library.events() where await library.totals().isComplete { break }
        try FileManager.default.removeItem(atPath: folder.path + "/Rome/2.png")
        gate.open()
        for await _ in library.events() where await isRead(library) { break }
        #expect(await isRead(library))
    }

    @Test("The next run searches the index at once")
    func known() async throws {
        _ = try await library()
        let gate = Gate()
        index.gate.withLock { $0 = gate }
        let next = try FolderLibrary(path: folder.bytes, .init(index: index.port))
        for await event in next.events() where event == .completed { break }
        let found = try await next.photos(in: .feed, matching: ListQuery("tag:strand"), in: 0..<9)
        #expect(found.items.map(\.title) == ["dune"] && found.isComplete)
        gate.open()
    }

    @Test("Without an index, names, dates and kinds are searched")
    func noIndex() async throws {
        let library = try FolderLibrary(path: folder.bytes)
        #expect(library.capabilities.searchFields == [.year, .date, .time, .kind])
    }
}
