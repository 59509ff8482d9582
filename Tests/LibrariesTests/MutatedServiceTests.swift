import Albums
import Basics
import Foundation
import Fuzzing
import HTTP
import Testing

@testable import Libraries

@Suite("Mutated responses of services", .timeLimit(.minutes(60)))
struct MutatedServiceTests {
    private static let words = [
        "9223372036854775808", "-9223372036854775809", "1e400", "-1e300", "0.0000001", "null", "true", "[", "{", "\"",
        "\"\\u0000\"", "\"\\uD800\"", "\"\\u202E\"", "\"\u{1B}[2J\"", "\"9999999-01-01T00:00:00Z\"", "\"javascript:0\"",
        "\"https://[::1\"", "\"%\"", "\"../..\"",
    ]

    /// Walks through a library as the screens do.
    private func walk(through library: some PhotoLibrary) async {
        _ = try? await library.owners()
        let albums = try? await library.albums(in: .everyone, matching: .everything, in: 0..<5)
        _ = try? await library.index(of: Album.ID("1"), in: .everyone, matching: .everything)
        for list in [PhotoList.feed] + (albums?.items.prefix(2).map { .album($0.id) } ?? []) {
            let photos = try? await library.photos(in: list, matching: .everything, in: 0..<5)
            for photo in photos?.items.prefix(2) ?? [] {
                _ = try? await library.details(of: photo)
                _ = try? await library.picture(of: photo)
            }
        }
        _ = try? await library.photoDates()
        if let totals = try? await library.totals() {
            #expect(totals.albums >= 0 && totals.photos >= 0)
        }
    }

    private func response(_ input: Fuzzing.Input) -> HTTPResponse {
        let value = String(decoding: input.bytes.prefix(40), as: UTF8.self)
        return HTTPResponse(
            status: 200, headers: ["X-Total-Count", "Link", "X-Total"].map { HTTPHeader(name: $0, value: value) },
            body: input.bytes)
    }

    @Test("Whatever a JSONPlaceholder-style service sends can be shown", arguments: ["users", "albums", "photos"])
    func jsonPlaceholder(list: String) async throws {
        let service = FakeJSONPlaceholder.sample()
        let body = try await service.answer(HTTPRequest(url: "https://service.example/\(list)")).body
        try await Fuzzing("jsonplaceholder-\(list)", samples: [body], words: Self.words, count: 100).run { input in
            let service = FakeJSONPlaceholder.sample(.init(responses: ["/\(list)": response(input)]))
            try await walk(through: service.library())
        }
    }

    @Test("Whatever Unsplash sends can be shown", arguments: ["/photos", "/topics", "/users/ada", "/users/ada/photos"])
    func unsplash(path: String) async throws {
        let list = "[\(UnsplashAPI.photo("a", "a bird")), \(UnsplashAPI.album("77", title: "Doors", photos: 3))]"
        let user = #"{"id": "u1", "username": "ada", "name": "Ada", "total_photos": 4, "total_collections": 1}"#
        let sample = Array((path.hasSuffix("ada") ? user : list).utf8)
        let name = "unsplash\(path.replacing("/", with: "-"))"
        try await Fuzzing(name, samples: [sample], words: Self.words, count: 100).run { input in
            let api = UnsplashAPI.sample(photos: 2)
            api.change { $0.responses[path] = response(input) }
            try await walk(through: api.library(path.hasPrefix("/users") ? "unsplash:@ada" : "unsplash:"))
        }
    }

    @Test(
        "Whatever an Immich server sends can be shown",
        arguments: [
            "/.well-known/immich", "/api/server/version", "/api/users/me", "/api/albums", "/api/timeline/buckets",
            "/api/timeline/bucket",
        ])
    func immich(path: String) async throws {
        let server = FakeImmich.sample()
        let library = try server.library()
        await walk(through: library)
        let request = try #require(server.log.requests.first { URLComponents(string: $0.url)?.path == path })
        let sample = try await server.answer(request).body
        try await Fuzzing("immich\(path.replacing("/", with: "-"))", samples: [sample], words: Self.words, count: 100)
            .run { input in
                let server = FakeImmich.sample()
                server.change { $0.responses[path] = response(input) }
                try await walk(through: server.library())
            }
    }
}
