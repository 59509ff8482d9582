import Albums
import Basics
import HTTP
import Testing

@testable import Libraries

@Suite("Unsplash", .timeLimit(.minutes(60)))
struct UnsplashLibraryTests {
    private let api = UnsplashAPI.sample()

    @Test("Shows photos as the feed and topics as albums")
    func everyone() async throws {
        let library = try api.library()
        #expect(try await library.owners().map(\.name) == ["Unsplash"])
        let topics = try await library.albums(in: .everyone, matching: .everything, in: 0..<10)
        #expect(topics.items.map(\.title) == ["spring", "harbors", "winter"] && topics.isComplete)
        #expect(topics.items.allSatisfy { $0.photoCount == 12 && $0.cover != nil })
        let feed = try await library.photos(in: .feed, matching: .everything, in: 0..<20)
        #expect(feed.items.count == 20 && feed.available == 30 && feed.total == 70)
        #expect(
            api.log.urls == [
                "https://api.service.example/topics?page=1&per_page=30",
                "https://api.service.example/photos?page=1&per_page=30",
            ])
        #expect(await library.totals() == LibraryTotals(albums: 3, photos: 70, isComplete: true))
    }

    @Test("Shows a user's collections and photos")
    func person() async throws {
        let library = try api.library("unsplash:@ada")
        let owner = try #require(try await library.owners().first)
        #expect(owner.name == "Ada Quill" && owner.username == "ada" && owner.biography == "Doors and streets.")
        #expect(
            owner.address.line == "Northport"
                && owner.website?.hasPrefix("https://unsplash.com/@ada?utm_source") == true)
        #expect(await library.totals() == LibraryTotals(albums: 1, photos: 4, isComplete: true))
        let albums = try await library.albums(in: .owner(owner.id), matching: .everything, in: 0..<10)
        #expect(albums.items.map(\.title) == ["Doors"] && albums.items.map(\.ownerID) == [owner.id])
        let doors = try await library.photos(in: .album(Album.ID("77")), matching: .everything, in: 0..<10)
        #expect(doors.items.map(\.id.rawValue) == ["door1", "door2", "door3"])
        let feed = try await library.photos(in: .feed, matching: .everything, in: 0..<10)
        #expect(feed.items.map(\.title) == (1...4).map { "a street \($0)" })
        _ = try await library.owners()
        #expect(api.log.urls.count { $0.hasSuffix("/users/ada") } == 1)
    }

    @Test("A search lists the service's results page by page")
    func answers() async throws {
        let library = try api.library()
        #expect(library.capabilities.hasOnlineSearch)
        let list = PhotoList.searchResults(for: "old boat")
        let found = try await library.photos(in: list, matching: .everything, in: 30..<35)
        #expect(found.items.map(\.id.rawValue) == (31...35).map { "boat\($0)" } && found.isComplete)
        #expect(api.log.urls.first == "https://api.service.example/search/photos?query=old%20boat&page=1&per_page=30")
        #expect(try await library.photos(in: list, matching: ListQuery("boat 40"), in: 0..<9).items.count == 1)
    }

    @Test("The end of the feed is read without the pages before it")
    func distantEnd() async throws {
        let library = try UnsplashAPI.sample(photos: 100).library()
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<5)
        let end = try await library.photos(in: .feed, matching: .everything, in: 95..<100)
        #expect(end.items.map(\.id.rawValue) == (96...100).map { "feed\($0)" } && end.offset == 0)
        #expect(end.total == 100 && !end.isComplete)
        let beginning = try await library.photos(in: .feed, matching: .everything, in: 0..<5)
        #expect(beginning.items.map(\.id.rawValue) == (1...5).map { "feed\($0)" })
    }

    @Test("A refresh shows the photos that were added since, and reports the change")
    func refresh() async throws {
        let library = try api.library("unsplash:@ada")
        #expect(try await library.photos(in: .feed, matching: .everything, in: 0..<9).items.count == 4)
        api.change { $0.lists["/users/ada/photos"]?.insert(UnsplashAPI.photo("new", "a new street"), at: 0) }
        var events = library.events().makeAsyncIterator()
        #expect(await library.refresh())
        var first: String?
        while first != "new" {
            first = try await library.photos(in: .feed, matching: .everything, in: 0..<9).items.first?.id.rawValue
            if first != "new" { #expect(await events.next() == .changed) }
        }
    }

    @Test("A refresh that fails keeps the photos and reports the failure")
    func failedRefresh() async throws {
        let library = try api.library("unsplash:@ada")
        let photos = try await library.photos(in: .feed, matching: .everything, in: 0..<9).items
        api.change { $0.responses["/users/ada/photos"] = HTTPResponse(status: 500) }
        var events = library.events().makeAsyncIterator()
        _ = await library.refresh()
        #expect(try await library.photos(in: .feed, matching: .everything, in: 0..<9).items == photos)
        var event = await events.next()
        while event == .changed { event = await events.next() }
        guard case .partlyFailed(.errorResponse(_, status: 500, _)) = event else {
            Issue.record("not reported: \(String(describing: event))")
            return
        }
    }

    @Test("An error response from the picture host, or a rejected picture, is a failure")
    func failedPicture() async throws {
        let library = try UnsplashLibrary(address: "unsplash:", key: "k") { request in
            request.url.contains("/photos?")
                ? UnsplashAPI.json("[\(UnsplashAPI.photo("p1", "a bird")), \(UnsplashAPI.photo("p2", "a fish"))]")
                : HTTPResponse(status: request.url.contains("/p1") ? 500 : 200)
        }
        let photos = try await library.photos(in: .feed, matching: .everything, in: 0..<2).items
        let failure = LibraryFailure.errorResponse(host: "images.example", status: 500)
        await #expect(throws: PictureFailure.downloadFailed(failure)) {
            try await library.remotePicture(of: photos[0]).fetch(200, .visible)
        }
        let fetched = try await library.remotePicture(of: photos[1]).fetch(200, .visible)
        #expect(await fetched.reject() == nil)
    }

    @Test("Before anything has loaded, the totals are zero and not final")
    func earlyTotals() async throws {
        let library = try api.library()
        #expect(await library.totals() == LibraryTotals(albums: 0, photos: 0, isComplete: false))
    }

    @Test("Filtering the feed makes no further requests")
    func liveSearch() async throws {
        let library = try api.library()
        let found = try await library.photos(in: .feed, matching: ListQuery("river 2"), in: 0..<9)
        #expect(found.matching == 12 && found.available == 30 && !found.isComplete)
        _ = try await library.photos(in: .feed, matching: ListQuery("river 2"), in: 0..<9)
        #expect(api.log.count("/photos?") == 1)
    }

    @Test(
        "A filter matches the whole description, tags and author",
        arguments: ["quill", "QUIET", "dawn"])
    func searchedTexts(_ typed: String) async throws {
        let long = String(repeating: "very ", count: 20) + "early at dawn"
        api.change { $0.lists["/photos"] = [UnsplashAPI.photo("p1", long)] }
        let found = try await api.library().photos(in: .feed, matching: ListQuery(typed), in: 0..<9)
        #expect(found.items.map(\.id.rawValue) == ["p1"] && !found.items[0].title.contains("dawn"))
    }

    @Test("The key is sent only to the API and never appears in a URL or description")
    func key() async throws {
        let library = try api.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        let picture = try library.remotePicture(of: photo)
        _ = try await picture.fetch(200, .visible)
        _ = try await picture.fetchOriginal { _ in }
        for request in api.log.requests {
            let isAPI = request.url.hasPrefix(api.base + "/")
            #expect(request.credential?.header.value == (isAPI ? "Client-ID secret" : nil))
            #expect(request.headers.contains(HTTPHeader(name: "Accept-Version", value: "v1")) == isAPI)
            #expect(!request.url.contains("secret") && !"\(request)".contains("secret"))
        }
        #expect(api.log.requests.count == 4)
    }

    @Test("Pictures are requested for the service, which limits their addresses")
    func requester() async throws {
        let library = try api.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        let picture = try library.remotePicture(of: photo)
        _ = try await picture.fetch(200, .visible)
        _ = try await picture.fetchOriginal { _ in }
        let pictures = api.log.requests.filter { !$0.url.hasPrefix(api.base + "/") }
        #expect(pictures.map { $0.requester?.name } == ["api.service.example", "api.service.example"])
    }

    @Test("Without a key no request is made")
    func noKey() async throws {
        let library = try api.library("unsplash:@ada", key: "")
        await #expect(throws: LibraryFailure.keyMissing(.unsplash)) { try await library.owners() }
        await #expect(throws: LibraryFailure.keyMissing(.unsplash)) {
            try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        }
        #expect(api.log.requests.isEmpty)
    }

    @Test(
        "Addresses of other schemes are rejected",
        arguments: ["", "unsplash", "unsplash:ada", "unsplash:@", "unsplash:@../photos", "unsplash:@a b", "demo:"])
    func notAnAddress(_ address: String) {
        #expect(throws: LibraryOpenFailure.malformedAddress(example: "unsplash: or unsplash:@USERNAME")) {
            try UnsplashLibrary(address: address, key: "k") { _ in HTTPResponse(status: 200) }
        }
    }

    @Test("An invalid API base URL is rejected", arguments: ["", "service.example", "ftp://service.example"])
    func notAnAPI(_ base: String) {
        #expect(throws: LibraryOpenFailure.malformedServiceAddress) {
            try UnsplashLibrary(address: "unsplash:", key: "k", api: base) { _ in HTTPResponse(status: 200) }
        }
    }

    @Test("Repeated photos are listed once, and a page without new ones ends the feed")
    func repeated() async throws {
        api.change { content in
            let photos = (1...40).map { UnsplashAPI.photo("p\($0)", "photo \($0)") }
            content.lists["/photos"] = Array(photos[..<30]) + Array(photos[25...]) + Array(photos[..<30])
        }
        let feed = try await api.library().allPhotos(in: .feed)
        #expect(feed.map(\.id.rawValue) == (1...40).map { "p\($0)" })
    }

    @Test("The remaining rate limit is remembered")
    func rateLimit() async throws {
        let library = try api.library()
        #expect(library.rateLimit == nil)
        _ = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        #expect(library.rateLimit?.remaining == 49 && library.rateLimit?.limit == 5000)
    }

    @Test("A download is reported to the API once before the original is fetched")
    func original() async throws {
        let library = try api.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        let picture = try library.remotePicture(of: photo)
        api.change { $0.responses["/photos/feed1/download"] = UnsplashAPI.json("oops", status: 500) }
        let refused = LibraryFailure.errorResponse(host: "api.service.example", status: 500)
        await #expect(throws: PictureFailure.downloadFailed(refused)) { try await picture.fetchOriginal { _ in } }
        api.change {
            $0.responses["/photos/feed1/download"] = UnsplashAPI.json(#"{"url": "https://images.example/o"}"#)
        }
        for _ in 0..<2 {
            #expect(
                String(decoding: try await picture.fetchOriginal { _ in }, as: UTF8.self) == "https://images.example/o")
        }
        #expect(
            api.log.urls.filter { $0.contains("/download") }
                == Array(repeating: "https://api.service.example/photos/feed1/download?ixid=M3w1%7CfA", count: 2))
        #expect(api.log.requests.filter { $0.url.contains("/download") }.allSatisfy { $0.kind == .report })
        #expect(api.log.requests.last?.credential == nil)
    }

    @Test("Without a download URL the original is fetched at full size")
    func originalUntold() async throws {
        let library = try api.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        api.change { $0.responses["/photos/feed1/download"] = UnsplashAPI.json("{}") }
        let bytes = try await library.remotePicture(of: photo).fetchOriginal { _ in }
        #expect(String(decoding: bytes, as: UTF8.self).contains("w=6000"))
    }

    @Test("A photo not listed in this run is requested once, when its picture is needed")
    func unlisted() async throws {
        api.change { $0.responses["/photos/old"] = UnsplashAPI.json(UnsplashAPI.photo("old", "an old door")) }
        let library = try api.library()
        let photo = Photo(id: Photo.ID("old"), albumID: Album.ID(""), title: "an old door")
        let picture = try library.remotePicture(of: photo)
        #expect(api.log.requests.isEmpty)
        for _ in 0..<2 {
            let bytes = try await picture.fetch(300, .visible).bytes
            #expect(String(decoding: bytes, as: UTF8.self).hasPrefix("https://images.example/old?"))
        }
        #expect(api.log.count("/photos/old") == 1)
        let gone = try library.remotePicture(
            of: Photo(id: Photo.ID("gone"), albumID: Album.ID(""), title: "a lost door"))
        await #expect(throws: PictureFailure.downloadFailed(.notFound("a lost door"))) {
            try await gone.fetch(300, .visible)
        }
        api.change { $0.responses["/photos/gone"] = UnsplashAPI.json("Rate Limit Exceeded", status: 403) }
        await #expect(throws: PictureFailure.downloadFailed(.quotaExhausted(service: "Unsplash"))) {
            try await gone.fetch(300, .visible)
        }
    }

    @Test("A search total is read from the body if the headers have none")
    func bodyTotal() async throws {
        let photos = (1...3).map { UnsplashAPI.photo("p\($0)", "photo") }.joined(separator: ",")
        api.change {
            $0.responses["/search/photos"] = UnsplashAPI.json(#"{"total": 3364, "results": [\#(photos)]}"#)
        }
        let page = try await api.library().photos(in: .searchResults(for: "paris"), matching: .everything, in: 0..<3)
        #expect(page.items.count == 3 && page.total == 3364)
    }
}

extension UnsplashLibrary {
    fileprivate func remotePicture(of photo: Photo) throws -> RemotePicture {
        guard case .remote(let picture) = picture(of: photo) else {
            throw PictureFailure.empty
        }
        return picture
    }
}
