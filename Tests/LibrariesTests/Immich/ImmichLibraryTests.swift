import Albums
import Basics
import Foundation
import HTTP
import TestFixtures
import Testing

@testable import Libraries

@Suite("Immich libraries", .timeLimit(.minutes(60)))
struct ImmichLibraryTests {
    private let server = FakeImmich.sample()

    @Test(
        "Servers of all supported versions have the same albums and photos",
        arguments: [(1, 133), (2, 7), (3, 0), (3, 2)])
    func versions(major: Int, minor: Int) async throws {
        let library = try FakeImmich.sample(version: (major, minor)).library()
        #expect(try await library.owners().map(\.name) == ["Ada Quill", "Jonas Berg"])
        #expect(try await library.albumTitles() == ["Sea", "Harbors", "Autumn"])
        #expect(try await library.albumTitles(matching: "jonas") == ["Autumn"])
        let albums = try await library.allAlbums()
        for album in albums {
            try await library.named(.album(album.id))
            let photos = try await library.allPhotos(in: .album(album.id))
            #expect(photos.count == 12 && album.photoCount == 12)
            #expect(photos.first?.id == album.cover?.id && photos.first?.date == album.date)
            #expect(photos.map(\.author).allSatisfy { $0 == (album.title == "Autumn" ? "Jonas Berg" : nil) })
        }
        #expect(try await library.allPhotos(in: .feed).count == 24)
        #expect(try await library.totals() == LibraryTotals(albums: 3, photos: 24, isComplete: true))
    }

    @Test("The feed costs one request, and one for each month that is shown")
    func months() async throws {
        let library = try server.library()
        let months = try #require(try await library.months(of: .feed, matching: .everything))
        #expect(
            months
                == [Month(year: 2019, number: 6), Month(year: 2019, number: 4)].map {
                    MonthSection(month: $0, count: 12)
                })
        #expect(server.log.count("timeline/bucket?") == 0)
        let last = try await library.photos(in: .feed, matching: .everything, in: 23..<24)
        #expect(last.items.count == 1 && last.matching == 24 && !last.isComplete)
        #expect(
            server.log.urls.filter { $0.contains("timeline/bucket?") }.map { $0.hasSuffix("timeBucket=2019-04-01") }
                == [true])
        let oldest = ListQuery(order: .oldestFirst)
        #expect(
            try await library.photos(in: .feed, matching: oldest, in: 0..<1).items.map(\.id) == last.items.map(\.id))
        #expect(try await library.months(of: .feed, matching: oldest) == months.reversed())
    }

    @Test("A wrong count of a month is mended once its photos have loaded")
    func staleCounts() async throws {
        server.change { $0.counts["2019-06-01"] = 15 }
        let library = try server.library()
        #expect(try await library.months(of: .feed, matching: .everything)?.map(\.count) == [15, 12])
        #expect(try await library.allPhotos(in: .feed).count == 24)
        #expect(try await library.months(of: .feed, matching: .everything)?.map(\.count) == [12, 12])
    }

    @Test("Live photos, videos and dates are those of the server")
    func photos() async throws {
        server.change { content in
            content.assets[0].liveVideo = FakeImmich.id(77)
            content.assets[1].isVideo = true
        }
        let photos = try await server.library().allPhotos(in: .feed)
        let live = try #require(photos.first { $0.id.rawValue == FakeImmich.id(1) })
        #expect(live.stack.map(\.id.rawValue) == [FakeImmich.id(77)] && live.video == nil)
        #expect(live.date == server.assets[0].date && live.aspect == 1.5)
        #expect(live.link == "https://photos.example/photos/\(FakeImmich.id(1))")
        #expect(photos.first { $0.id.rawValue == FakeImmich.id(2) }?.video == Video(duration: 5.5))
    }

    @Test("A stack is one photo in the feed, and a list of its photos", arguments: [(1, 133), (3, 0)])
    func stacks(major: Int, minor: Int) async throws {
        let server = FakeImmich.sample(version: (major, minor))
        server.change { content in
            for index in 0..<3 { content.assets[index].stack = 2 }
        }
        let library = try server.library()
        let photos = try await library.allPhotos(in: .feed)
        #expect(photos.count == 22 && photos.count { !$0.burst.isEmpty } == 1)
        let top = try #require(photos.first { !$0.burst.isEmpty })
        // The others are unknown until the stack is opened.
        #expect(top.burst == Array(repeating: Photo.ID(FakeImmich.id(2)), count: 3))
        #expect(!server.log.urls.contains { $0.contains("stacks") })
        let members = await library.burst(of: top)
        #expect(Set(members.map(\.id.rawValue)) == Set((1...3).map(FakeImmich.id)))
        #expect(members.map(\.date) == members.map(\.date).sorted { ($0 ?? .now) < ($1 ?? .now) })
        #expect(members.allSatisfy { $0.burst.isEmpty && $0.title.hasSuffix(".jpg") })
        let known = try #require(try await library.allPhotos(in: .feed).first { !$0.burst.isEmpty })
        #expect(known.burst.first == top.id && Set(known.burst) == Set(members.map(\.id)))
        #expect(try await library.allPhotos(in: .burst(known.burst)) == members)
        #expect(await library.burst(of: known) == members && server.log.urls.count { $0.contains("stacks") } == 1)
        #expect(try await library.index(of: members[0].id, in: .burst(known.burst), matching: .everything) == 0)
        #expect(try await library.months(of: .burst(known.burst), matching: .everything) == nil)
        #expect(try await library.allPhotos(in: .album(Album.ID(server.assets[0].album ?? ""))).count == 12)
    }

    @Test("A stack that the server no longer has is gone")
    func goneStack() async throws {
        let library = try server.library()
        let list = PhotoList.burst([Photo.ID(FakeImmich.id(1)), Photo.ID(FakeImmich.id(1))])
        await #expect(throws: LibraryFailure.gone) {
            try await library.photos(in: list, matching: .everything, in: 0..<2)
        }
    }

    @Test("The names of a screen are asked for once its months have loaded, in searches that depend on the list alone")
    func runs() async throws {
        func bodies(of ranges: [Range<Int>]) async throws -> [String] {
            let server = FakeImmich.sample()
            server.change { content in
                for number in 1000..<1500 {
                    // 250 photos in each of two months.
                    let seconds = Double(1_400_000_000 + number * 60 - number / 1250 * 40 * 86_400)
                    content.assets.append(
                        FakeImmich.Asset(
                            number: number, date: Date(timeIntervalSince1970: seconds), name: "Dense \(number).jpg"))
                }
            }
            let library = try server.library()
            // Short months are described together, and long ones in parts.
            for range in ranges {
                var named = 0
                while named < range.count {
                    await Task.yield()
                    named = try await library.photos(in: .feed, matching: .everything, in: range).items
                        .count { $0.title.hasSuffix(".jpg") }
                }
            }
            let searches = server.log.requests.filter { $0.url.hasSuffix("search/metadata") }
            #expect(searches.allSatisfy { $0.isQuery && $0.isStoredForOffline && $0.kind == .data })
            return searches.map { String(decoding: $0.body ?? [], as: UTF8.self) }
        }
        let ranges = [0..<24, 260..<290, 10..<150]
        let first = try await bodies(of: ranges)
        #expect(first.count == 5 && Set(first).count == 5)
        #expect(Set(try await bodies(of: ranges)) == Set(first))
        #expect(try await bodies(of: [490..<500]).count == 1)
    }

    @Test("Favorites and a person's photos request only their own names")
    func sparseFacts() async throws {
        server.change { $0.assets[0].isFavorite = true }
        let library = try server.library()
        try await library.named(.favorites)
        let ofFavorites = String(decoding: server.log.requests.last?.body ?? [], as: UTF8.self)
        try await server.library().named(.album(Album.ID("person/\(FakeImmich.tom)")))
        let ofPerson = String(decoding: server.log.requests.last?.body ?? [], as: UTF8.self)
        #expect(ofFavorites.contains("isFavorite") && ofPerson.contains("personIds"))
    }

    @Test("Details have the metadata of the server")
    func details() async throws {
        server.change { $0.assets[0].rating = 4 }
        let library = try server.library()
        let photo = Photo(id: Photo.ID(FakeImmich.id(1)), albumID: Album.ID(""), title: "")
        let details = try await library.details(of: photo)
        #expect(details.camera == "NIKON D3100" && details.exposure.time == 0.002 && details.people == ["Tom"])
        #expect(details.rating == 4 && details.takenZone == 120 && details.locationName == "Arezzo, Italy")
    }

    @Test(
        "Tiles have thumbnails, views previews or, if the size is known, all pixels",
        arguments: [
            (240, false, "thumbnail"), (500, true, "thumbnail"), (1600, true, "preview"), (2200, true, "fullsize"),
            (2200, false, "preview"),
        ])
    func sizes(width: Int, isKnown: Bool, size: String) async throws {
        let photo = Photo(id: Photo.ID(FakeImmich.id(1)), albumID: Album.ID(""), title: "", aspect: 1.5)
        let library = try server.library()
        if isKnown { _ = try await library.details(of: photo) }
        guard case .remote(let picture) = library.picture(of: photo) else { throw CancellationError() }
        let bytes = try await picture.fetch(width, .visible).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == "\(FakeImmich.id(1)) thumbnail \(size)")
        #expect((picture.size != nil) == isKnown)
    }

    @Test("A search of the server finds names and meanings", arguments: [(1, 133), (3, 2)])
    func search(major: Int, minor: Int) async throws {
        let server = FakeImmich.sample(version: (major, minor))
        server.change { content in
            content.assets[3].visibility = "hidden"
        }
        let found = try await server.library().allPhotos(in: .searchResults(for: "Lake 7"))
        #expect(found.prefix(3).map(\.title) == ["Lake 7.jpg", "Lake 7.jpg", "Lake 7.jpg"])
        #expect(found.count == 35 && Set(found.map(\.id)).count == 35)
    }

    @Test("A reload brings new photos and forgets others")
    func reload() async throws {
        let library = try server.library()
        #expect(try await library.allPhotos(in: .feed).count == 24)
        server.change { content in
            content.assets[0].isTrashed = true
            content.assets[1].isTrashed = true
            content.assets.append(
                FakeImmich.Asset(number: 500, date: Date(timeIntervalSince1970: 1_570_000_000), name: "New.jpg"))
        }
        #expect(await library.refresh())
        var events = library.events().makeAsyncIterator()
        while try await library.allPhotos(in: .feed).count != 23 { _ = await events.next() }
        #expect(try await library.allPhotos(in: .feed).first?.id.rawValue == FakeImmich.id(500))
    }

    @Test("After a retry, all months of a range are loaded again, a dozen at a time")
    func reloadedMonths() async throws {
        server.change { content in
            content.assets = (1...14).map { number in
                let date = Date(timeIntervalSince1970: Double(1_400_000_000 + number * 31 * 86_400))
                return FakeImmich.Asset(number: number, date: date, name: "\(number).jpg")
            }
        }
        let library = try server.library()
        #expect(try await library.allPhotos(in: .feed).count == 14)
        #expect(await library.refresh())
        let before = server.log.count("timeline/bucket?")
        try await waitUntil {
            _ = try await library.photos(in: .feed, matching: .everything, in: 0..<14)
            return server.log.count("timeline/bucket?") - before >= 14
        }
    }

    @Test("People and places are lists of albums", arguments: [(2, 7), (3, 2)])
    func sections(major: Int, minor: Int) async throws {
        let server = FakeImmich.sample(version: (major, minor))
        server.change { $0.pageSize = 10 }
        let library = try server.library()
        let people = try await library.albums(in: .people, matching: .everything, in: 0..<9).items
        #expect(people.map(\.title) == ["Tom"] && people.map(\.photoCount) == [nil])
        #expect(try await library.details(of: people[0]).photoCount == 2)
        #expect(try await library.allPhotos(in: .album(people[0].id)).count == 2)
        guard case .remote(let face) = library.picture(of: try #require(people[0].cover)) else { return }
        #expect(String(decoding: try await face.fetch(200, .visible).bytes, as: UTF8.self) == "\(FakeImmich.tom) face")
        let places = try await library.albums(in: .places, matching: ListQuery("italy"), in: 0..<9).items
        #expect(places.map(\.title) == ["Arezzo"])
        #expect(try await library.allPhotos(in: .album(places[0].id)).count == 36)
        #expect(library.capabilities.sections == Section.allCases)
        server.change { $0.hasPlaces = false }
        _ = await library.refresh()
        _ = try await library.owners()
        #expect(library.capabilities.sections == [.albums, .feed, .favorites, .people])
    }

    @Test("Loaded photos are searched by their known metadata")
    func fields() async throws {
        server.change { $0.assets[4].rating = 4 }
        let library = try server.library()
        try await library.named(.feed)
        func count(_ typed: String) async throws -> Int {
            try await library.photos(in: .feed, matching: ListQuery(typed), in: 0..<100).matching
        }
        #expect(try await count("camera:nikon person:tom f:5.6") == 24)
        #expect(try await count("rating:4") == 1)
        #expect(try await count("place:arezzo") == 12)
        #expect(try await count("lake 7") == 2)
    }

    @Test("Favorites are found among loaded photos, and follow changes of this run")
    func favorites() async throws {
        server.change { $0.assets[0].isFavorite = true }
        let library = try server.library()
        func count(_ typed: String) async throws -> Int {
            let query = ListQuery(typed, in: library.capabilities)
            return try await library.photos(in: .feed, matching: query, in: 0..<100).matching
        }
        #expect(try await library.allPhotos(in: .feed).count == 24)
        #expect(try await count("is:favorite") == 1)
        #expect(try await count("-is:favorite") == 23)
        let change = PhotoChange(Photo.ID(FakeImmich.id(2)), .favorite(true))
        #expect(await library.editing?.apply([change]).refusals.isEmpty == true)
        #expect(try await count("is:favorite") == 2)
        let values = try await library.values(of: .kind, in: .feed, matching: .everything)
        #expect(values.contains(SearchValue(text: "favorite", count: 2)))
    }

    @Test(
        "A search of the server for favorites asks for them alone, and one without favorites for the others",
        arguments: [(1, 133), (3, 2)], ["is:favorite", "-is:favorite"])
    func favoriteSearch(version: (major: Int, minor: Int), text: String) async throws {
        let server = FakeImmich.sample(version: version)
        _ = try await server.library().allPhotos(in: .searchResults(for: "\(text) -is:video"))
        let request = try #require(server.log.requests.last { $0.url.hasSuffix("search/metadata") })
        let body = try #require(try JSONSerialization.jsonObject(with: Data(request.body ?? [])) as? [String: Any])
        let filter = body["filter"] as? [String: [String: Any]]
        #expect((body["isFavorite"] ?? filter?["isFavorite"]?["eq"]) as? Bool == (text == "is:favorite"))
        #expect(body["type"] == nil && filter?["type"] == nil)
    }

    @Test("A search of the server by fields asks for whole names", arguments: [(1, 133), (3, 0), (3, 2)])
    func fieldSearch(major: Int, minor: Int) async throws {
        let server = FakeImmich.sample(version: (major, minor))
        let library = try server.library()
        let found = try await library.allPhotos(in: .searchResults(for: "camera:nikon person:tom rating:4..5 2019-06"))
        #expect(found.count == 12)
        let bodies = server.log.requests.filter { $0.url.hasSuffix("search/metadata") }
            .map { String(decoding: $0.body ?? [], as: UTF8.self) }
        #expect(bodies.count == 2 && bodies.allSatisfy { $0.contains("NIKON D3100") && $0.contains(FakeImmich.tom) })
        #expect(bodies.allSatisfy { $0.contains("filter") == (minor == 2) })
        #expect(try await library.allPhotos(in: .searchResults(for: "camera:leica")).isEmpty)
        _ = try await library.allPhotos(in: .searchResults(for: "sea is:video"))
        #expect(server.log.urls.last?.hasSuffix("search/smart") == true)
    }
}
