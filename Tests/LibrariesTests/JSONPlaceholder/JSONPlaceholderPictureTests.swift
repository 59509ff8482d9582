import Albums
import Basics
import HTTP
import Testing

@testable import Libraries

@Suite("Pictures of a JSONPlaceholder service", .timeLimit(.minutes(60)))
struct JSONPlaceholderPictureTests {
    @Test(
        "A via.placeholder.com URL describes its picture",
        arguments: [
            ("https://via.placeholder.com/600/92c952", 600, 600, [0x92, 0xC9, 0x52]),
            ("http://via.placeholder.com/150/61a65", 150, 150, [0x06, 0x1A, 0x65]),
            ("https://via.placeholder.com/150/5f", 150, 150, [0x00, 0x00, 0x5F]),
            ("https://via.placeholder.com/350x150/FFFFFF/000000.png?text=Hello", 350, 150, [0xFF, 0xFF, 0xFF]),
            ("https://via.placeholder.com/90.jpg", 90, 90, [0xCC, 0xCC, 0xCC]),
        ])
    func described(_ url: String, _ width: Int, _ height: Int, _ color: [UInt8]) throws {
        let picture = try #require(PlaceholderPicture(url: url))
        #expect(picture.width == width && picture.height == height)
        #expect(picture.placeholder == .color(red: color[0], green: color[1], blue: color[2]))
        let part = PixelRect(x: 0, y: 0, width: 10, height: 10)
        #expect(picture.generated.rows(part, 3, 2)(0..<2) == (0..<6).flatMap { _ in color + [0xFF] })
    }

    @Test(
        "Other URLs describe no picture",
        arguments: [
            "", "https://via.placeholder.com", "https://via.placeholder.com/600/92c9520",
            "https://picsum.photos/600/5f",
            "https://via.placeholder.com/0/92c952", "https://via.placeholder.com/-5/92c952",
            "https://via.placeholder.com/1x2x3/92c952", "https://via.placeholder.com/99999/92c952",
            "https://via.placeholder.com/600/green",
        ])
    func notDescribed(_ url: String) {
        #expect(PlaceholderPicture(url: url) == nil)
    }

    @Test("Described pictures are generated without a request")
    func generated() async throws {
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        #expect(photo.aspect == 1 && photo.placeholder == .color(red: 0, green: 0x04, blue: 0xD5))
        guard case .generated(let generated) = try await library.picture(of: photo) else {
            Issue.record("not a generated picture")
            return
        }
        #expect(generated.width == 600 && service.log.requests.count == 1)
    }

    @Test("Other pictures are fetched, small ones from the thumbnail URL")
    func fetched() async throws {
        let service = FakeJSONPlaceholder.sample(pictures: "https://pictures.example")
        let library = try service.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        #expect(photo.aspect == nil && photo.placeholder == nil)
        guard case .remote(let picture) = try await library.picture(of: photo) else {
            Issue.record("not a remote picture")
            return
        }
        for (width, url) in [(150, "150/4d5"), (151, "600/4d5")] {
            let bytes = try await picture.fetch(width, .visible).bytes
            #expect(String(decoding: bytes, as: UTF8.self) == "https://pictures.example/\(url)")
        }
        let original = try await picture.fetchOriginal { _ in }
        #expect(String(decoding: original, as: UTF8.self) == "https://pictures.example/600/4d5")
        #expect(service.log.requests.suffix(3).map(\.kind) == [.picture, .picture, .original])
        #expect(service.log.requests.suffix(3).allSatisfy { $0.credential == nil })
        service.behave { $0.failures["pictures.example"] = .timedOut(host: "pictures.example") }
        await #expect(throws: PictureFailure.downloadFailed(.timedOut(host: "pictures.example"))) {
            try await picture.fetch(150, .visible)
        }
    }

    @Test("With an image host rule a described picture is fetched")
    func mapped() async throws {
        let rule = try #require(
            ImageHostRule(pattern: "via.placeholder.com/{size}/{hex}", replacement: "picsum.photos/seed/{hex}/{size}"))
        let service = FakeJSONPlaceholder.sample()
        let library = try service.library(imageHosts: [rule])
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        guard case .remote(let picture) = try await library.picture(of: photo) else {
            Issue.record("not a remote picture")
            return
        }
        let bytes = try await picture.fetch(1000, .visible).bytes
        #expect(String(decoding: bytes, as: UTF8.self) == "https://picsum.photos/seed/4d5/600")
    }

    @Test(
        "An image host rule rewrites a matching URL",
        arguments: [
            ("a.example/{x}", "b.example/{x}/{x}", "http://a.example/7", "http://b.example/7/7"),
            (
                "a.example/{w}x{h}.png", "https://b.example/{h}/{w}", "http://a.example/30x20.png",
                "https://b.example/20/30"
            ),
            ("https://a.example/{x}", "b.example/{x}", "https://a.example/é", "https://b.example/é"),
            ("a.example/{x}/{y}", "{x}//{y}", "https://a.example/file:/y", "https://file://y"),
            ("a.example/{x}", "localhost:8080/{x}", "http://a.example/7", "http://localhost:8080/7"),
            ("a.example/{x}", "b.example/{x}", "http://a.example/7/8", nil),
            ("a.example/{x}", "b.example/{x}", "http://a.example/", nil),
            ("a.example/{x}", "b.example", "http://aa.example/7", nil),
            ("a.example/{x}{y}-{x}", "b.example/{x}/{y}", "http://a.example/éüo-7", "http://b.example/é/üo"),
        ] as [(String, String, String, String?)])
    func rules(_ pattern: String, _ replacement: String, _ url: String, _ expected: String?) throws {
        let rule = try #require(ImageHostRule(pattern: pattern, replacement: replacement))
        #expect(rule.replaced(url) == expected)
    }

    @Test("A rule with many placeholders finishes quickly on a long URL that almost matches")
    func hostileURL() throws {
        let names = (0..<30).map { "{n\($0)}" }.joined()
        let rule = try #require(ImageHostRule(pattern: "a.example/\(names)!", replacement: "b.example/{n0}"))
        let letters = String(repeating: "a", count: 5000)
        #expect(rule.replaced("http://a.example/\(letters)") == nil)
        #expect(rule.replaced("http://a.example/\(letters)!") == "http://b.example/a")
        #expect(rule.replaced("http://a.example/\(letters)\(letters)\(letters)\(letters)!") == nil)
    }

    @Test(
        "Rules with mismatched placeholders or non-web targets are rejected",
        arguments: [
            ("a/{x", "b"), ("a/{}", "b"), ("a/{x}", "{y}"), ("a/{x}", "file:///etc/{x}"), ("a/{x}", "file:/etc/{x}"),
            ("ftp://a/{x}", "b/{x}"), ("a/{x}", "data:,{x}"), ("a/{x}", ""), ("a/{x}", "https://"), ("a/{x}", "/{x}"),
            ("a/{x}", "b\r\nHost: c/{x}"), ("a/{x}", "b:99999/{x}"),
        ])
    func brokenRules(_ pattern: String, _ replacement: String) {
        #expect(ImageHostRule(pattern: pattern, replacement: replacement) == nil)
    }

    @Test("A photo that was never listed is fetched from its link or has no picture")
    func unlisted() async throws {
        let library = try FakeJSONPlaceholder.sample().library()
        let photo = Photo(id: Photo.ID("x"), albumID: Album.ID("1"), title: "x", link: "https://pictures.example/x")
        guard case .remote(let picture) = try await library.picture(of: photo) else {
            Issue.record("not a remote picture")
            return
        }
        #expect(try await !picture.fetch(10, .visible).bytes.isEmpty)
        await #expect(throws: PictureFailure.noPicture) {
            try await library.picture(of: Photo(id: Photo.ID("y"), albumID: Album.ID("1"), title: "y"))
        }
    }

    @Test(
        "Pictures are requested for the service, which limits their addresses, except from hosts that the user names",
        arguments: [
            (nil, "service.example"), ("http://10.0.0.7/{path}", nil), ("10.0.0.7:8080/{path}", nil),
            ("{path}.example/a", "service.example"), ("10.0.0.7:{path}", "service.example"),
            ("http://user@{path}/a", "service.example"), ("http://10.0.0.7", nil),
        ] as [(String?, String?)])
    func requester(_ replacement: String?, _ requester: String?) async throws {
        let service = FakeJSONPlaceholder.sample()
        let rules = try replacement.map {
            [try #require(ImageHostRule(pattern: "https://pictures.example/{path}", replacement: $0))]
        }
        let library = try service.library(imageHosts: rules ?? [])
        let photo = Photo(id: Photo.ID("1"), albumID: Album.ID("1"), title: "x", link: "https://pictures.example/1")
        guard case .remote(let picture) = try await library.picture(of: photo) else {
            Issue.record("not a remote picture")
            return
        }
        _ = try await picture.fetch(10, .visible)
        _ = try await picture.fetchOriginal { _ in }
        #expect(service.log.requests.map { $0.requester?.name } == [requester, requester])
    }

    @Test("The credential is sent only to the service's own origin")
    func credential() async throws {
        let log = RequestLog()
        let key = HTTPHeader(name: "Authorization", value: "Bearer secret")
        let library = try #require(
            JSONPlaceholderLibrary(address: "https://service.example/api", credential: key) { request in
                log.add(request)
                return HTTPResponse(status: 200, body: Array("[]".utf8))
            })
        _ = try await library.owners()
        let links = [
            "https://service.example/p.jpg", "https://pictures.example/p.jpg", "https://service.example:8443/p.jpg",
            "http://service.example/p.jpg", "https://service.example@pictures.example/p.jpg",
        ]
        for link in links {
            let photo = Photo(id: Photo.ID(link), albumID: Album.ID("1"), title: "x", link: link)
            guard case .remote(let picture) = try await library.picture(of: photo) else { continue }
            _ = try await picture.fetch(10, .visible)
            _ = try await picture.fetchOriginal { _ in }
        }
        let informed = log.requests.filter { $0.credential != nil }.map(\.url)
        #expect(informed == ["https://service.example/api/users", links[0], links[0]])
        #expect(log.requests.count == 11)
    }

    @Test(
        "A credential over unencrypted HTTP is refused except to this computer",
        arguments: [
            ("https://service.example", true), ("http://service.example", false), ("http://127.0.0.1:3000", true),
            ("http://localhost:3000", true), ("http://[::1]:3000", true), ("http://127.0.0.1.service.example", false),
            ("http://10.0.0.1", false), ("http://localhost.service.example", false),
        ])
    func unencrypted(_ address: String, _ isSecret: Bool) {
        let key = HTTPHeader(name: "Authorization", value: "Bearer secret")
        #expect(
            (JSONPlaceholderLibrary(address: address, credential: key) { _ in HTTPResponse(status: 200) } != nil)
                == isSecret)
        var resources = LibraryResources { _ in HTTPResponse(status: 200) }
        resources.authorization = key
        do throws(LibraryOpenFailure) {
            _ = try LibraryKind.jsonPlaceholder.open(LibraryAddress(address), resources)
            #expect(isSecret)
        } catch {
            #expect(!isSecret && error == .unencryptedKey(host: String(address.dropFirst("http://".count))))
        }
    }

    @Test(
        "The key file is converted to an Authorization header",
        arguments: [
            ("abc", "Bearer abc"), ("bearer abc", "Bearer abc"), ("Basic ada:pass word", "Basic YWRhOnBhc3Mgd29yZA=="),
            ("basic ada", nil), ("digest a b", nil), ("", nil), ("bearer a\u{1}b", nil),
        ] as [(String, String?)])
    func authorization(_ text: String, _ value: String?) {
        #expect(ServiceAuthorization(text)?.header.value == value)
    }

    @Test("Messages name the service with its port and path")
    func serviceName() async throws {
        for (address, name) in [
            ("http://host:3000/api/", "host:3000/api"), ("https://host:443", "host"), ("http://HOST/a", "host/a"),
        ] {
            let library = try #require(
                JSONPlaceholderLibrary(address: address) { _ in throw LibraryFailure.timedOut(host: "host") })
            await #expect(throws: LibraryFailure.timedOut(host: name)) {
                try await library.photos(in: .feed, matching: .everything, in: 0..<1)
            }
        }
    }
}
