import Albums
import Basics
import HTTP
import TestFixtures
import Testing

@testable import Libraries

@Suite("JSONPlaceholder library", .timeLimit(.minutes(60)))
struct JSONPlaceholderLibraryTests {
    @Test("Users are read with all details")
    func people() async throws {
        let owners = try await FakeJSONPlaceholder.sample().library().owners()
        #expect(owners.map(\.name) == ["Mira Holt", "Jonas Berg", "Ada Quill"])
        let first = try #require(owners.first)
        #expect(first.id == Owner.ID("1") && first.username == "person1" && first.email == "person1@example.com")
        #expect(first.phone == "1-212-555-0101 x56" && first.website == "person1.example.org")
        #expect(first.company == Company(name: "Holt and Sons", catchPhrase: "Slow but sure"))
        let point = Address.Coordinate(latitude: -37.3159, longitude: 81.1496)
        #expect(
            first.address
                == .postal(
                    .init(
                        street: "Kelp Lane", suite: "Apt. 1", city: "Northport", zipcode: "92998-3874",
                        coordinate: point)))
    }

    @Test(
        "Requests go below the path of the address", arguments: ["http://host:3000/api/v1", "http://host:3000/api/v1/"])
    func path(_ address: String) async throws {
        let service = FakeJSONPlaceholder.sample(address: "http://host:3000/api/v1")
        let library = try #require(
            JSONPlaceholderLibrary(address: address) { request in
                service.log.add(request)
                return HTTPResponse(
                    status: 200, headers: [HTTPHeader(name: "X-Total-Count", value: "0")], body: Array("[]".utf8))
            })
        _ = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(
            Set(service.log.urls) == [
                "http://host:3000/api/v1/users", "http://host:3000/api/v1/albums?_page=1&_limit=30",
            ])
        #expect(library.address == "http://host:3000/api/v1")
    }

    @Test(
        "Only http and https addresses are accepted",
        arguments: [
            "", "service.example", "ftp://service.example", "https://", "https://ada:secret@service.example",
            "http://service.example:99999", "http://service.example/?a=b", "http://service.example/#a",
        ])
    func notAnAddress(_ address: String) {
        #expect(JSONPlaceholderLibrary(address: address) { _ in HTTPResponse(status: 200) } == nil)
    }

    @Test("Capitals and trailing slashes in the address are accepted")
    func capitals() async throws {
        let log = RequestLog()
        let library = try #require(
            JSONPlaceholderLibrary(address: "HTTP://Service.Example:3000/API//") { request in
                log.add(request)
                return HTTPResponse(status: 200, body: Array("[]".utf8))
            })
        _ = try await library.owners()
        #expect(log.urls == ["http://Service.Example:3000/API/users"])
    }

    @Test("Albums are grouped by owner, whatever their order")
    func ownerByOwner() async throws {
        let albums = [(1, 2), (2, 1), (3, 2), (4, 1)].map { FakeJSONPlaceholder.album($0, owner: $1) }
        let service = FakeJSONPlaceholder(lists: [
            "users": [FakeJSONPlaceholder.user(1), FakeJSONPlaceholder.user(2)], "albums": albums,
        ])
        let page = try await service.library().albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(page.items.map(\.id.rawValue) == ["2", "4", "1", "3"])
        #expect(page.items.map(\.ownerID.rawValue) == ["1", "1", "2", "2"])
    }

    @Test("Albums of one owner are requested with a filter")
    func oneOwner() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        let page = try await library.albums(in: .owner(Owner.ID("2")), matching: .everything, in: 0..<10)
        #expect(page.items.map(\.id.rawValue) == ["3", "4"] && page.isComplete)
        #expect(service.log.count("/albums?userId=2&_page=1&_limit=30") == 1)
        #expect(try await library.index(of: Album.ID("4"), in: .owner(Owner.ID("2")), matching: .everything) == 1)
        #expect(try await library.index(of: Album.ID("4"), in: .everyone, matching: .everything) == nil)
    }

    @Test("Albums of one owner need no request once all albums are known")
    func oneOfEveryone() async throws {
        let stray = FakeJSONPlaceholder.Row(json: #"{"id": 9, "title": "stray"}"#)
        let service = FakeJSONPlaceholder(lists: [
            "users": [FakeJSONPlaceholder.user(1), FakeJSONPlaceholder.user(2)],
            "albums": [FakeJSONPlaceholder.album(1, owner: 1), stray, FakeJSONPlaceholder.album(2, owner: 2)],
        ])
        let library = try service.library()
        #expect(try await library.allAlbums().count == 3)
        let requested = service.log.count("/albums")
        let page = try await library.albums(in: .owner(Owner.ID("2")), matching: .everything, in: 0..<10)
        #expect(page.items.map(\.id.rawValue) == ["2"] && page.isComplete && page.total == 1)
        #expect(service.log.count("/albums") == requested)
    }

    @Test("Albums are found by title and owner name")
    func albumSearch() async throws {
        let library = try FakeJSONPlaceholder.sample().library()
        let byOwner = try await library.albums(in: .everyone, matching: ListQuery("jonas"), in: 0..<10)
        #expect(byOwner.items.map(\.id.rawValue) == ["3", "4"])
        let byBoth = try await library.albums(in: .everyone, matching: ListQuery("jonas garden 4"), in: 0..<10)
        #expect(byBoth.items.map(\.id.rawValue) == ["4"])
    }

    @Test("Cover and count of an album are requested once")
    func details() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        let album = try #require(
            try await library.albums(in: .everyone, matching: .everything, in: 0..<10).items.last)
        #expect(album.cover == nil && album.photoCount == nil)
        async let once = library.details(of: album)
        async let twice = library.details(of: album)
        let details = try await [once, twice, library.details(of: album)]
        #expect(details.allSatisfy { $0.photoCount == 12 && $0.cover?.id == Photo.ID("61") && $0.title == album.title })
        #expect(service.log.count("/photos") == 1)
        #expect(service.log.count("/photos?albumId=6&_page=1&_limit=1") == 1)
    }

    @Test("Totals count the photos known so far")
    func totals() async throws {
        let library = try FakeJSONPlaceholder.sample().library()
        #expect(await library.totals() == LibraryTotals(albums: 0, photos: 0, isComplete: false))
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10).items
        _ = try await library.details(of: albums[0])
        #expect(await library.totals() == LibraryTotals(albums: 6, photos: 12, isComplete: false))
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        #expect(await library.totals() == LibraryTotals(albums: 6, photos: 72, isComplete: true))
    }

    @Test(
        "A total that would overflow counts as a large number",
        arguments: ["9223372036854775807", "99999999999999999999999"])
    func hugeTotals(_ total: String) async throws {
        let service = FakeJSONPlaceholder.sample(owners: 2, albumsEach: 2, photosEach: 40, .init(total: total))
        let library = try service.library()
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10).items
        for album in albums {
            let count = try #require(try await library.details(of: album).photoCount)
            #expect(count >= 1_000_000)
        }
        #expect(await library.totals().photos >= 4_000_000)
    }

    @Test("The feed has all photos, page by page")
    func feed() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        let page = try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        #expect(page.items.map(\.id.rawValue) == (1...10).map(String.init))
        #expect(page.available == 30 && page.total == 72 && !page.isComplete)
        #expect(service.log.urls == ["https://service.example/photos?_page=1&_limit=30"])
        #expect(try await library.allPhotos(in: .feed).count == 72)
    }

    @Test("The service does not support searches")
    func answers() async throws {
        let library = try FakeJSONPlaceholder.sample().library()
        #expect(!library.capabilities.hasOnlineSearch)
        await #expect(throws: LibraryFailure.noSuchList) {
            try await library.photos(in: .searchResults(for: "x"), matching: .everything, in: 0..<1)
        }
    }

    @Test("The recorded data of the real service is complete", .requires(variable: "TINTYPE_API_DATA"))
    func recorded() async throws {
        let service = try #require(try FakeJSONPlaceholder.recorded())
        let library = try service.library()
        #expect(try await library.owners().count == 10)
        let albums = try await library.allAlbums()
        #expect(albums.count == 100)
        #expect(albums.map(\.ownerID.rawValue) == (1...10).flatMap { Array(repeating: String($0), count: 10) })
        let photos = try await library.allPhotos(in: .feed)
        #expect(photos.count == 5000)
        #expect(service.log.count("/photos") == 167)
        for photo in photos {
            guard case .generated = try await library.picture(of: photo) else {
                Issue.record("\(photo.link ?? "") is not generated")
                continue
            }
        }
    }

    @Test("The page objects of json-server 1.x are read with an explicit page size")
    func pageObjects() async throws {
        let service = FakeJSONPlaceholder.sample(photosEach: 12, .init(sendsPageObjects: true))
        let library = try service.library()
        #expect(try await library.owners().count == 3)
        #expect(try await library.allAlbums().count == 6)
        let feed = try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        #expect(feed.items.count == 10 && feed.total == 72 && feed.available == 30)
        #expect(try await library.allPhotos(in: .feed).map(\.id.rawValue) == (1...72).map(String.init))
        let album = try #require(try await library.albums(in: .everyone, matching: .everything, in: 5..<6).items.first)
        let details = try await library.details(of: album)
        #expect(details.photoCount == 12 && details.cover?.id == Photo.ID("61"))
        #expect(service.log.count("_per_page=30") > 0)
    }

    @Test("If a filtered or paged request comes back empty, the whole list is requested once")
    func noQueries() async throws {
        let service = FakeJSONPlaceholder.sample(.init(tellsTotal: false, tellsLinks: false, knowsNoQueries: true))
        let library = try service.library()
        #expect(try await library.allAlbums().count == 6)
        #expect(try await library.allPhotos(in: .feed).count == 72)
        #expect(try await library.allPhotos(in: .album(Album.ID("6"))).map(\.id.rawValue) == (61...72).map(String.init))
        #expect(service.log.count("/albums?") == 1 && service.log.count("/photos?") == 1)
    }

    @Test("An empty album is not requested again without a filter")
    func emptyAlbum() async throws {
        let service = FakeJSONPlaceholder(
            lists: [
                "albums": [FakeJSONPlaceholder.album(1, owner: 1), FakeJSONPlaceholder.album(2, owner: 1)],
                "photos": [],
            ],
            .init(tellsTotal: false, tellsLinks: false))
        let library = try service.library()
        for album in ["1", "2"] { #expect(try await library.allPhotos(in: .album(Album.ID(album))).isEmpty) }
        #expect(service.log.urls.count { $0.hasSuffix("/photos") } == 1)
    }

    @Test("Totals are final once the service has announced them")
    func finalTotals() async throws {
        let library = try FakeJSONPlaceholder.sample(owners: 3, albumsEach: 20, photosEach: 2).library()
        _ = try await library.albums(in: .everyone, matching: .everything, in: 0..<1)
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        #expect(await library.totals() == LibraryTotals(albums: 60, photos: 120, isComplete: true))
    }
}
