import Albums
import Basics
import Foundation
import HTTP
import TestFixtures
import Testing

@testable import Libraries

/// Uses responses recorded from the real service in the TINTYPE_API_DATA folder.
@Suite("Recorded Unsplash responses", .requires(variable: "TINTYPE_API_DATA"))
struct RecordedUnsplashTests {
    @Test("All photos are decoded")
    func photos() throws {
        let photos = try RecordedUnsplash.list(of: UnsplashPhoto.self, in: "derived-list-photos-30.json").elements
        #expect(photos.count == 30)
        let shown = photos.map { $0.photo(in: Album.ID("a")) }
        #expect(Set(shown.map(\.id)).count == 30)
        #expect(shown.allSatisfy { $0.author != nil && $0.date != nil && $0.aspect != nil && $0.link != nil })
        #expect(shown.count { $0.attribution?.hasSuffix("(sponsored)") == true } == 5)
        #expect(photos.allSatisfy { $0.picture.url(width: 300)?.contains("w=300&fit=max") == true })
        #expect(photos.allSatisfy { !$0.picture.downloadQuery.isEmpty || $0.picture.downloadLocation != nil })
    }

    @Test("Photo lists lose only elements without an ID")
    func lists() throws {
        let files = try RecordedUnsplash.files {
            $0.contains("GET_") && $0.contains("-photos-page") || $0.contains("_photos-page")
        }
        #expect(files.count > 5)
        for file in files where !file.contains("search") {
            let list = try RecordedUnsplash.list(of: UnsplashPhoto.self, in: file)
            #expect(list.elements.count == list.count, "\(file)")
        }
        let withoutIDs = "responses/x-ImageGaleryApp-MockImagesListData_swift-1.json"
        #expect(try RecordedUnsplash.list(of: UnsplashPhoto.self, in: withoutIDs).elements.isEmpty)
    }

    @Test("All collections are decoded, with numeric and other IDs")
    func collections() throws {
        let files = try RecordedUnsplash.files {
            $0.contains("GET_") && $0.contains("collections") && $0.contains("page=1") && !$0.contains("photos")
                && !$0.contains("search")
        }
        #expect(files.count > 5)
        for file in files {
            let list = try RecordedUnsplash.list(of: UnsplashAlbum.self, in: file)
            #expect(list.elements.count == list.count, "\(file)")
            let albums = list.elements.map { $0.album(of: Owner.ID("o"), cover: nil) }
            #expect(albums.allSatisfy { !$0.title.isEmpty && $0.photoCount != nil }, "\(file)")
        }
    }

    @Test("All users are decoded")
    func people() throws {
        for name in ["lukechesser", "unsplash", "aaron-is-just-so-handsome"] {
            let data = try RecordedUnsplash.data(in: "responses/rb-GET_users-\(name).json")
            let person = try JSONDecoder().decode(UnsplashUser.self, from: data)
            let owner = person.owner(id: Owner.ID(name))
            #expect(!owner.name.isEmpty && owner.username != nil && owner.website != nil)
            #expect(person.photoCount != nil && person.collectionCount != nil)
        }
    }

    @Test("A used-up hourly quota is recognized by its plain text")
    func rateLimit() throws {
        let body = try RecordedUnsplash.data(in: "responses/php-GET_collections-301.txt")
        let response = HTTPResponse(status: 403, body: Array(body))
        #expect(
            LibraryFailure(unsplash: response, path: ["collections", "301"]) == .quotaExhausted(service: "Unsplash"))
    }

    @Test("The download URL of an original is read")
    func download() async throws {
        let body = try RecordedUnsplash.data(in: "responses/php-GET_photos-ZUaqqMxtxYk-download.json")
        let api = UnsplashAPI.sample()
        api.change { $0.responses["/photos/feed1/download"] = HTTPResponse(status: 200, body: Array(body)) }
        let library = try api.library()
        let photo = try #require(try await library.photos(in: .feed, matching: .everything, in: 0..<1).items.first)
        guard case .remote(let picture) = library.picture(of: photo) else {
            Issue.record("not a remote picture")
            return
        }
        let url = String(decoding: try await picture.fetchOriginal { _ in }, as: UTF8.self)
        #expect(url.hasPrefix("https://images.unsplash.com/photo-1428681756973-d318f055795a?"))
    }
}

/// Responses recorded from the real service in the TINTYPE_API_DATA folder.
enum RecordedUnsplash {
    static var folder: String? {
        ProcessInfo.processInfo.environment["TINTYPE_API_DATA"].map { "\($0)/unsplash" }
    }

    static func data(in file: String) throws -> Data {
        try Data(contentsOf: URL(fileURLWithPath: "\(folder ?? "")/\(file)"))
    }

    static func list<Element: Decodable & Sendable>(
        of type: Element.Type, in file: String
    ) throws -> LossyArray<Element> {
        try JSONDecoder().decode(LossyArray<Element>.self, from: data(in: file))
    }

    /// Returns the matching names of recorded responses.
    static func files(where isWanted: (String) -> Bool) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder ?? "")/responses").filter(isWanted).sorted()
            .map { "responses/\($0)" }
    }
}
