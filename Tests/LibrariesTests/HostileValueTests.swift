import Basics
import Foundation
import Fuzzing
import HTTP
import Testing

@testable import Libraries

@Suite("Hostile values in responses of services", .timeLimit(.minutes(60)))
struct HostileValueTests {
    private func response(_ document: HostileValues.Document) -> HTTPResponse {
        let names = ["X-Total-Count", "X-Total", "X-Ratelimit-Limit", "X-Ratelimit-Remaining"]
        // A head of megabytes never reaches a library.
        let value = String(document.value.prefix(100).filter { $0 != "\"" })
        return HTTPResponse(
            status: 200, headers: names.map { HTTPHeader(name: $0, value: value) }, body: document.bytes)
    }

    @Test(
        "No value of a JSONPlaceholder-style service exceeds the limits",
        arguments: [
            ("users", "[\(FakeJSONPlaceholder.user(1).json)]"),
            ("albums", "[\(FakeJSONPlaceholder.album(1, owner: 1).json)]"),
            (
                "photos",
                """
                [{"albumId": 1, "id": 1, "title": "a leaf", "description": "green", "tags": ["quiet"],
                  "url": "https://pictures.example/1", "thumbnailUrl": "150/1"}]
                """
            ),
            (
                "photos",
                """
                {"data": [{"albumId": 1, "id": 1, "url": "https://via.placeholder.com/60x40/92c952"}], "items": 7,
                 "next": 2}
                """
            ),
        ])
    func jsonPlaceholder(list: String, sample: String) async throws {
        for document in try HostileValues.documents(replacingValuesIn: sample) {
            let behavior = FakeJSONPlaceholder.Behavior(responses: ["/\(list)": response(document)])
            let library = try FakeJSONPlaceholder.sample(owners: 1, behavior).library()
            var contents: [Any] = []
            switch list {
            case "users": contents += try await library.owners()
            case "albums":
                contents +=
                    (try? await library.albums(in: .everyone, matching: .everything, in: 0..<1)).map { [$0] } ?? []
            default:
                if let page = try? await library.photos(in: .feed, matching: .everything, in: 0..<1) {
                    contents.append(page)
                    if let photo = page.first { _ = try? await library.picture(of: photo) }
                }
            }
            contents.append(await library.totals())
            #expect(HostileValues.excesses(in: contents) == [], "\(document.name)")
        }
    }

    @Test("No value of a list of Unsplash exceeds the limits")
    func unsplashPhotos() throws {
        let album = UnsplashAPI.album("77", title: "Doors", photos: 3)
        for document in try HostileValues.documents(replacingValuesIn: "[\(album)]") {
            let list = try JSONDecoder().decode(ListResponse<UnsplashAlbum>.self, from: Data(document.bytes))
            let page = ListPage(list, totalHeader: "X-Total", of: response(document))
            #expect((page.total ?? 0) <= 1 << 40, "\(document.name)")
            let albums = page.elements.map { album in
                album.album(of: .unknown, cover: album.cover?.photo(in: album.id))
            }
            #expect(HostileValues.excesses(in: albums) == [], "\(document.name)")
            let picture = page.elements.first?.cover?.picture
            #expect(HostileValues.excesses(in: picture as Any, at: "url") == [], "\(document.name)")
            _ = picture?.url(width: .max)
            if let limit = RateLimit(response(document)) {
                #expect(HostileValues.excesses(in: limit) == [], "\(document.name)")
            }
        }
    }

    @Test("No value of an Unsplash user exceeds the limits")
    func unsplashUsers() throws {
        let sample = """
            {"username": "ada", "name": "Ada", "bio": "Doors.", "location": "Northport", "portfolio_url": "a.example",
             "total_photos": 4, "total_collections": 1, "links": {"html": "https://unsplash.com/@ada"}}
            """
        for document in try HostileValues.documents(replacingValuesIn: sample) {
            guard let user = try? JSONDecoder().decode(UnsplashUser.self, from: Data(document.bytes)) else {
                #expect(document.field == "username", "\(document.name)")
                continue
            }
            let contents: [Any] = [user.owner(id: .unknown), user.photoCount as Any, user.collectionCount as Any]
            #expect(HostileValues.excesses(in: contents) == [], "\(document.name)")
        }
    }

    @Test("No value of the details of an Unsplash photo exceeds the limits")
    func unsplashDetails() throws {
        let sample = """
            {"tags": [{"title": "ice"}],
             "exif": {"make": "Canon", "model": "EOS 40D", "exposure_time": "1/500", "aperture": "4.97",
                      "focal_length": 37, "iso": 100},
             "location": {"name": null, "city": "Montreal", "country": "Canada",
                          "position": {"latitude": 45.4, "longitude": -73.6}}}
            """
        for document in try HostileValues.documents(replacingValuesIn: sample) {
            let details = try JSONDecoder().decode(UnsplashDetails.self, from: Data(document.bytes)).details
            #expect(HostileValues.excesses(in: details) == [], "\(document.name)")
        }
    }

    @Test("Of millions of malformed elements, a quarter of a million is read")
    func elements() throws {
        let body = "[" + String(repeating: "0,", count: 4 << 20) + #"{"id": "a"}]"#
        let list = try JSONDecoder().decode(ListResponse<UnsplashPhoto>.self, from: Data(body.utf8))
        #expect(list.items.elements.isEmpty && list.items.count == 1 << 18)
    }

    @Test(
        "A service cannot make the program open anything but web pages",
        arguments: ["file:///etc", "javascript:alert(1)", "smb://a/b"])
    func links(url: String) async throws {
        let photo = #"[{"id": 1, "albumId": 1, "url": "\#(url)", "thumbnailUrl": "\#(url)"}]"#
        let answer = HTTPResponse(status: 200, body: Array(photo.utf8))
        let library = try FakeJSONPlaceholder.sample(.init(responses: ["/photos": answer])).library()
        let page = try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        #expect(try #require(page.first).link == nil)
    }
}
