import Albums
import Basics
import Foundation
import HTTP
import Testing

@testable import Libraries

@Suite("Immich servers", .timeLimit(.minutes(60)))
struct ImmichServiceTests {
    private let server = FakeImmich.sample()

    private func failure(_ path: String, _ response: HTTPResponse) async throws -> LibraryFailure? {
        server.change { $0.responses[path] = response }
        let library = try server.library()
        return await #expect(throws: LibraryFailure.self) {
            try await library.photos(in: .feed, matching: .everything, in: 0..<1)
        }
    }

    @Test("A server is opened by https, or by http on a private network")
    func addresses() throws {
        for address in [
            "https://photos.example", "http://192.168.1.7:2283", "http://[fd00::1]/immich", "http://localhost",
            "http://nas.local:2283", "http://photos.lan",
        ] {
            #expect(try server.library("immich:\(address)").address == "immich:\(address)")
        }
        for address in ["http://photos.example", "http://8.8.8.8"] {
            #expect(throws: LibraryOpenFailure.self) { try server.library("immich:\(address)") }
        }
        #expect(throws: LibraryOpenFailure.malformedAddress(example: "immich:https://HOST")) {
            try server.library("immich:")
        }
        #expect(throws: LibraryOpenFailure.malformedServiceAddress) { try server.library("immich:https://a:b@c") }
    }

    @Test("The API is the one that the server names, or below the address")
    func endpoint() async throws {
        for (named, path) in [
            ("/photos/api", "/photos/api/server/version"), ("\(server.base)/api/", "/api/server/version"),
        ] {
            server.change { $0.responses["/.well-known/immich"] = FakeImmich.json(["api": ["endpoint": named]]) }
            _ = try? await server.library().owners()
            #expect(server.log.urls.contains(server.base + path))
        }
        server.change { $0.responses["/.well-known/immich"] = HTTPResponse(status: 404) }
        #expect(try await server.library().owners().count == 2)
    }

    @Test("The key is sent to the server's origin only")
    func key() async throws {
        let named = FakeImmich.json(["api": ["endpoint": "https://elsewhere.example/api"]])
        #expect(try await failure("/.well-known/immich", named) == .unsafeRedirect(host: "photos.example"))
        server.change { $0.responses = [:] }
        _ = try await server.library().allPhotos(in: .feed)
        let requests = server.log.requests.filter { !$0.url.contains("well-known") }
        #expect(!requests.isEmpty && requests.allSatisfy { $0.url.hasPrefix(server.base) })
        #expect(Set(requests.compactMap { $0.credential?.header.name }) == ["x-api-key"])
        #expect(!server.log.urls.contains { $0.contains("secret") })
    }

    @Test("Each kind of failure is recognized")
    func failures() async throws {
        let old = FakeImmich.json(["major": 1, "minor": 118, "patch": 0])
        #expect(
            try await failure("/api/server/version", old)
                == .unsupportedVersion(service: "Immich", version: "1.118", oldest: "1.133"))
        server.change { $0.responses = [:] }
        #expect(
            try await failure("/api/timeline/buckets", FakeImmich.json(["message": "Invalid API key"], status: 401))
                == .keyRejected(service: "Immich"))
        #expect(
            try await failure("/api/timeline/buckets", FakeImmich.forbidden("asset.read"))
                == .permissionMissing(service: "Immich", permission: "asset.read"))
        let page = HTTPResponse(status: 200, body: Array("<html>".utf8))
        #expect(try await failure("/api/timeline/buckets", page) == .unexpectedResponse(host: "photos.example/api"))
    }

    @Test("A deleted photo or album is reported as gone, whatever the server's version answers")
    func gone() async throws {
        let library = try server.library()
        let photo = try #require(try await library.allPhotos(in: .feed).first)
        let missing = FakeImmich.json(["message": "Not found or no asset.view access"], status: 400)
        server.change { content in
            for name in ["", "/thumbnail", "/original"] {
                content.responses["/api/assets/\(photo.id.rawValue)\(name)"] = missing
            }
            content.responses["/api/assets/\(photo.id.rawValue)/original"] = FakeImmich.json(
                ["message": "Not Found"], status: 404)
        }
        await #expect(throws: LibraryFailure.gone) { try await library.details(of: photo) }
        let source = try #require(library.picture(of: photo).remote)
        await #expect(throws: PictureFailure.downloadFailed(.gone)) { try await source.fetch(200, .visible) }
        await #expect(throws: PictureFailure.downloadFailed(.gone)) { try await source.fetchOriginal { _ in } }
        #expect(try await failure("/api/timeline/buckets", missing) == .gone)
    }

    @Test("A photo that the server hasn't processed has no picture; without a thumbnail, the preview is shown")
    func noThumbnail() async throws {
        let library = try server.library()
        let photo = try #require(try await library.allPhotos(in: .feed).first)
        let source = try #require(library.picture(of: photo).remote)
        server.change {
            $0.responses["/api/assets/\(photo.id.rawValue)/thumbnail"] = FakeImmich.json(
                ["message": "Asset media not found"], status: 404)
        }
        await #expect(throws: PictureFailure.noPicture) { try await source.fetch(200, .visible) }
        #expect(server.log.urls.suffix(2).map { $0.contains("size=preview") } == [false, true])
    }

    @Test("A public link has a key of its own")
    func publicLink() async throws {
        let library = try server.library()
        #expect(library.capabilities.createsPublicLinks)
        server.change { $0.responses["/api/shared-links"] = FakeImmich.json(["key": "k_-1"], status: 201) }
        let photo = Photo.ID(FakeImmich.id(1))
        #expect(try await library.createPublicLink(to: [photo]) == "\(server.base)/share/k_-1")
        let request = try #require(server.log.requests.last)
        #expect(request.method == .post && !request.allowsRetries)
        let body = String(decoding: request.body ?? [], as: UTF8.self)
        #expect(body.contains(photo.rawValue) && body.contains("INDIVIDUAL"))
        await #expect(throws: LibraryFailure.gone) { try await library.createPublicLink(to: [Photo.ID("x")]) }
    }

    @Test("The report names the version, the user, and what the key doesn't permit")
    func report() async throws {
        let all = try await server.library().report()
        #expect(all.version == "3.0" && all.user == "Ada Quill" && all.permissions == ["all"] && all.refused.isEmpty)
        server.change { content in
            content.version = (2, 7)
            content.permissions = [
                "asset.read", "asset.view", "album.read", "person.read", "asset.download", "map.read",
            ]
        }
        let limited = try await server.library().report()
        #expect(limited.permissions == ["asset.read", "asset.view", "album.read", "person.read", "asset.download"])
        #expect(
            limited.refused.map(\.need) == [
                "user.read", "stack.read", "person.statistics", "asset.update", "tag.read", "tag.create", "tag.asset",
                "asset.edit.get", "asset.edit.create", "asset.edit.delete", "asset.delete", "albumAsset.create",
                "albumAsset.delete", "album.create", "album.delete",
                "sharedLink.create", "Immich 3.0",
            ])
        server.change { $0.version = (1, 133) }
        let old = try await server.library().report()
        #expect(old.permissions == nil && old.refused.map(\.need) == ["Immich 3.0", "Immich 2.5"])
        server.change { $0.responses["/api/users/me"] = FakeImmich.json(["message": "Invalid API key"], status: 401) }
        await #expect(throws: LibraryFailure.keyRejected(service: "Immich")) { try await server.library().report() }
    }

    @Test("A key that may not read its user still shows albums")
    func unknownUser() async throws {
        server.change { $0.responses["/api/users/me"] = FakeImmich.forbidden("user.read") }
        #expect(try await server.library().albumTitles().count == 3)
    }

    @Test(
        "Dates are read in all forms that servers send",
        arguments: [
            ("2019-07-14T12:30:05.250Z", 1_563_107_405.25), ("2019-07-14T12:30:05", 1_563_107_405),
            ("2019-07-14T12:30:05.250000+00:00", 1_563_107_405.25), ("2019-07-14T12:30:05-09:45", 1_563_142_505),
            ("0001-01-01T00:00:00+00:00", -62_135_596_800), ("9999-12-31T23:59:59Z", 253_402_300_799),
            ("2024-02-29T00:00:00Z", 1_709_164_800),
        ])
    func dates(text: String, seconds: Double) {
        #expect(ImmichDate.seconds(text) == seconds)
    }

    @Test(
        "Other dates are refused",
        arguments: [
            "", "2019", "+012019-07-14T12:30:05Z", "2019-13-14T12:30:05Z", "2019-07-14 12:3x:05Z",
            "0000-01-01T00:00:00Z", "2019-07-14T12:30:05+2",
        ])
    func malformedDates(text: String) {
        #expect(ImmichDate.seconds(text) == nil)
    }
}

extension PictureSource {
    fileprivate var remote: RemotePicture? { if case .remote(let picture) = self { picture } else { nil } }
}
