import Albums
import Basics
import Synchronization
import TestFixtures
import Testing

@testable import HTTP
@testable import Libraries

@Suite("REST service failures", .timeLimit(.minutes(60)))
struct JSONPlaceholderFailureTests {
    private let offline = LibraryFailure.unreachable(host: "service.example", reason: .noNetwork)

    @Test("If users fail to load, albums are listed under one owner and the failure is reported")
    func noUsers() async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.responses["/users"] = HTTPResponse(status: 500) }
        let library = try service.library()
        var events = library.events().makeAsyncIterator()
        let owners = try await library.owners()
        #expect(owners.map(\.name) == ["service.example"])
        let failure = LibraryFailure.errorResponse(host: "service.example", status: 500)
        #expect(await events.next() == .ownersFailed(failure))
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.id.rawValue) == (1...6).map(String.init) && albums.total == 6)
        #expect(albums.items.allSatisfy { $0.ownerID == owners.first?.id })
        let same = try await library.albums(in: .owner(#require(owners.first?.id)), matching: .everything, in: 0..<10)
        #expect(same.items == albums.items)
    }

    @Test("Slow users do not delay albums, which are regrouped when the users arrive")
    func lateUsers() async throws {
        let service = FakeJSONPlaceholder.sample()
        let gate = Gate()
        service.behave { $0.gates["/users"] = gate }
        let library = try service.library(softTimeout: {})
        var events = library.events().makeAsyncIterator()
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.ownerID) == Array(repeating: .unknown, count: 6))
        #expect(await events.next() == .changed)
        gate.open()
        #expect(await events.next() == .changed)
        let arranged = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(arranged.items.map(\.ownerID.rawValue) == ["1", "1", "2", "2", "3", "3"])
        #expect(service.log.count("/users") == 1)
    }

    @Test("After a failure users are requested again only after a while")
    func usersComeBack() async throws {
        let time = Mutex(ContinuousClock.now)
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.failures["/users"] = .timedOut(host: "service.example") }
        let library = try service.library(now: { time.withLock { $0 } })
        for _ in 0..<5 { _ = try await library.albums(in: .everyone, matching: .everything, in: 0..<10) }
        #expect(service.log.count("/users") == 1)
        service.behave { $0.failures = [:] }
        time.withLock { $0 += .seconds(11) }
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.ownerID.rawValue) == ["1", "1", "2", "2", "3", "3"])
        #expect(try await library.owners().count == 3)
    }

    @Test("Albums of unknown owners come last under a placeholder owner")
    func unknownOwner() async throws {
        let stray = FakeJSONPlaceholder.Row(json: #"{"id": 9, "title": "stray"}"#)
        let service = FakeJSONPlaceholder(lists: [
            "users": [FakeJSONPlaceholder.user(1)], "albums": [stray, FakeJSONPlaceholder.album(1, owner: 1)],
        ])
        let library = try service.library()
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.title) == ["summer in the garden 1", "stray"])
        #expect(try await library.owners().map(\.name) == ["Mira Holt", "service.example"])
        let strays = try await library.albums(
            in: .owner(#require(albums.items.last?.ownerID)), matching: .everything, in: 0..<10)
        #expect(strays.items.map(\.title) == ["stray"])
    }

    @Test("A failure to load albums is thrown, and the next read retries")
    func noAlbums() async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.failures["/albums"] = .timedOut(host: "service.example") }
        let library = try service.library()
        await #expect(throws: LibraryFailure.timedOut(host: "service.example")) {
            try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        }
        service.behave { $0.failures = [:] }
        #expect(try await library.albums(in: .everyone, matching: .everything, in: 0..<10).items.count == 6)
    }

    @Test(
        "Offline, an owner's albums come from the list of all albums if only that is cached",
        arguments: [
            .unreachable(host: "service.example", reason: .noNetwork), .timedOut(host: "service.example"),
            .unexpectedResponse(host: "service.example"),
        ] as [LibraryFailure])
    func offlineOwner(failure: LibraryFailure) async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.failures["userId="] = failure }
        let page = try await service.library().albums(in: .owner(Owner.ID("2")), matching: .everything, in: 0..<10)
        #expect(page.items.map(\.id.rawValue) == ["3", "4"])
        service.behave { $0.failures["/albums"] = failure }
        let library = try service.library()
        await #expect(throws: failure) {
            _ = try await library.albums(in: .owner(Owner.ID("2")), matching: .everything, in: 0..<10)
        }
    }

    @Test("An owner's albums come from the list of all albums if that arrives while the service is silent")
    func silentOwnersList() async throws {
        let service = FakeJSONPlaceholder.sample()
        let never = Gate()
        let timeout = Gate()
        service.behave { $0.gates["userId="] = never }
        let library = try service.library(softTimeout: { await timeout.pass() })
        async let page = library.albums(in: .owner(Owner.ID("2")), matching: .everything, in: 0..<10)
        try await never.arrivals(1)
        _ = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        timeout.open()
        #expect(try await page.items.map(\.id.rawValue) == ["3", "4"])
        never.open()
    }

    @Test("A failure to load photos is thrown, and the next read retries")
    func noPhotos() async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.responses["/photos"] = HTTPResponse(status: 404, body: Array("{}".utf8)) }
        let library = try service.library()
        let failure = LibraryFailure.errorResponse(host: "service.example", status: 404)
        let album = Album.ID("1")
        await #expect(throws: failure) {
            try await library.photos(in: .album(album), matching: .everything, in: 0..<10)
        }
        service.behave { $0.responses = [:] }
        #expect(try await library.photos(in: .album(album), matching: .everything, in: 0..<10).items.count == 10)
    }

    @Test("A later page that fails keeps the photos already shown")
    func laterPage() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<5)
        service.behave { [offline] in $0.failures["_page=2"] = offline }
        let page = try await library.photos(in: .feed, matching: .everything, in: 30..<40)
        #expect(
            page.items.isEmpty && page.available == 30 && page.failure == offline && page.total == 72
                && !page.isComplete)
        service.behave { $0.failures = [:] }
        let again = try await library.photos(in: .feed, matching: .everything, in: 30..<40)
        #expect(again.items.count == 10 && again.failure == nil)
    }

    @Test("A response that is not a list is reported", arguments: ["<html></html>", "", "{}", "[{]", "null"])
    func unexpectedResponse(_ body: String) async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.responses["/albums"] = HTTPResponse(status: 200, body: Array(body.utf8)) }
        let library = try service.library()
        await #expect(throws: LibraryFailure.unexpectedResponse(host: "service.example")) {
            try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        }
    }

    @Test("Photos without IDs are reported, unless others have one")
    func withoutID() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        func answer(_ photos: String) {
            service.behave { $0.responses["/photos"] = HTTPResponse(status: 200, body: Array(photos.utf8)) }
        }
        answer(#"[{"albumId": 1, "title": "a"}, {"albumId": 1, "title": "b"}]"#)
        await #expect(throws: LibraryFailure.photosWithoutID(host: "service.example")) {
            try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        }
        answer(#"[{"albumId": 1, "title": "a"}, {"id": 7, "albumId": 1, "title": "b"}]"#)
        #expect(
            try await library.photos(in: .feed, matching: .everything, in: 0..<10).items.map(\.id.rawValue) == ["7"])
        answer("[]")
        #expect(try await service.library().photos(in: .feed, matching: .everything, in: 0..<10).items.isEmpty)
    }

    @Test("Rate limiting is reported with the time to wait")
    func tooMany() async throws {
        let service = FakeJSONPlaceholder.sample()
        let answer = HTTPResponse(status: 429, headers: [HTTPHeader(name: "retry-after", value: "30")])
        service.behave { $0.responses["/photos"] = answer }
        let library = try service.library()
        await #expect(throws: LibraryFailure.rateLimited(retryAfter: 30)) {
            try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        }
    }

    @Test(
        "Services that ignore paging, filters or both give the same lists",
        arguments: [(true, false), (false, true), (true, true)], [true, false])
    func ignorant(_ ignores: (paging: Bool, filters: Bool), _ tells: Bool) async throws {
        let service = FakeJSONPlaceholder.sample(
            owners: 3, albumsEach: 12, photosEach: 5,
            .init(
                ignoresPaging: ignores.paging, ignoresFilters: ignores.filters, tellsTotal: tells, tellsLinks: false))
        let library = try service.library()
        let all = try await library.allAlbums()
        #expect(all.count == 36 && Set(all.map(\.id)).count == 36)
        let ownersAlbums = try await library.allAlbums(in: .owner(Owner.ID("2")))
        #expect(ownersAlbums.map(\.id.rawValue) == (13...24).map(String.init))
        let photos = try await library.allPhotos(in: .album(Album.ID("20")))
        #expect(photos.map(\.id.rawValue) == (96...100).map(String.init))
        let details = try await library.details(of: all[35])
        // A page of everyone's photos proves nothing unless it is the whole list.
        let isTold = !ignores.filters || ignores.paging
        #expect(details.cover?.id == (isTold ? Photo.ID("176") : nil))
        #expect([isTold ? 5 : nil, nil].contains(details.photoCount))
    }

    @Test("IDs may be strings, and almost any field may be missing, null or of another type")
    func oddShapes() async throws {
        let service = FakeJSONPlaceholder(lists: [
            "users": [
                .init(json: #"{"id": "u", "name": null, "address": "Kelp Lane", "phone": 5550101, "company": null}"#),
                .init(json: #"{"id": "v", "username": "vee", "address": {"geo": {"lat": 91, "lng": "x"}}}"#),
                .init(
                    json: #"{"id": "w", "name": " ", "phone": false, "company": {"name": [], "catchPhrase": "Aha"}}"#),
                .init(json: #"{"name": "Nobody"}"#), .init(json: "null"), .init(json: "7"),
            ],
            "albums": [.init(json: #"{"id": "a", "userId": "u", "title": ""}"#), .init(json: "[]")],
            "photos": [
                .init(json: #"{"id": "p", "tags": ["sea", 7, null], "description": 5, "url": "/p.jpg"}"#),
                .init(json: #"{"title": "no id"}"#), .init(json: #"{"id": "q", "title": {}, "url": ""}"#),
            ],
        ])
        let library = try service.library()
        let owners = try await library.owners()
        #expect(owners.map(\.name) == ["u", "vee", "w"] && owners.map(\.phone) == ["5550101", nil, nil])
        #expect(owners.allSatisfy { $0.address == .postal(.init()) })
        #expect(owners.map(\.company) == [nil, nil, Company(name: nil, catchPhrase: "Aha")])
        let albums = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.title) == ["a"] && albums.items.map(\.ownerID.rawValue) == ["u"])
        let photos = try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        #expect(photos.items.map(\.title) == ["p", "q"] && photos.items.map(\.tags) == [["sea", "7"], []])
        #expect(photos.items.map(\.link) == ["https://service.example/p.jpg", nil])
        #expect(try await library.photos(in: .feed, matching: ListQuery("SEA"), in: 0..<10).matching == 1)
    }

    @Test("A refresh requests users again at once")
    func usersAgain() async throws {
        let service = FakeJSONPlaceholder.sample()
        service.behave { $0.responses["/users"] = HTTPResponse(status: 500) }
        let library = try service.library(now: { [start = ContinuousClock.now] in start })
        #expect(try await library.owners().count == 1)
        service.behave { $0.responses = [:] }
        #expect(try await library.owners().count == 1)
        #expect(await library.refresh())
        #expect(try await library.owners().count == 3)
    }

    @Test("An unreadable response is replaced by the cached one and is not cached")
    func unreadable() async throws {
        let kept = FakeJSONPlaceholder.sample()
        let verdicts = Mutex<[String]>([])
        let library = try #require(
            JSONPlaceholderLibrary(address: "https://service.example") { request in
                var response = HTTPResponse(status: 200, body: Array("[{".utf8))
                response.cacheTransaction = CacheTransaction(
                    commit: { verdicts.withLock { $0.append("accepted") } },
                    discard: { verdicts.withLock { $0.append("forgotten") } },
                    replacement: { try? await kept.answer(request) })
                return response
            })
        #expect(try await library.photos(in: .feed, matching: .everything, in: 0..<5).items.count == 5)
        #expect(verdicts.withLock { $0 } == ["forgotten"])
    }
}
