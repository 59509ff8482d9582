import Albums
import FoundationEssentials
import Storage
import Testing

@Suite("Favorites export")
struct FavoritesExportTests {
    @Test("An export round-trips, thumbnails included")
    func roundTrip() throws {
        let little = Photo(id: Photo.ID("7"), albumID: Album.ID("1"), title: "")
        let favorites = [
            Favorite.sample(added: 1_700_000_000.001, thumbnail: .webP(0, 255, 1)), .sample("b", library: "demo:"),
            Favorite(photo: little, library: "unsplash:", added: Date(timeIntervalSince1970: 0)),
        ]
        #expect(try FavoritesExport.decode(FavoritesExport.encode(favorites)) == favorites)
        #expect(try FavoritesExport.decode(FavoritesExport.encode([])) == [])
    }

    @Test("Dates keep every millisecond")
    func dates() throws {
        for milliseconds in 0..<1000 {
            let favorite = Favorite.sample(added: 1_700_000_000 + Double(milliseconds) / 1000)
            try #require(try FavoritesExport.decode(FavoritesExport.encode([favorite])) == [favorite])
        }
    }

    @Test("The export is human-readable")
    func text() throws {
        let text = String(decoding: try FavoritesExport.encode([.sample()]), as: UTF8.self)
        for part in [
            "\"tintype-favorites\" : 1", "\"title\" : \"Surf “é” 🌊\"", "\"added\" : \"2023-11-14T22:13:20.000Z\"",
            "\"file\" : \"file:///home/ada/Pictures/%FF%25%20\"", "\"placeholder\" : \"#01B6FF\"",
        ] {
            #expect(text.contains(part), "\(text)")
        }
    }

    @Test(
        "Any other file is rejected",
        arguments: [
            "", "[]", "{}", "null", "{\"favorites\": []}", "tintype-favorites", "\u{0}\u{1}",
            "{\"tintype-favorites\": \"1\"}",
        ])
    func otherFiles(text: String) {
        #expect(throws: FavoritesExport.Failure.notAnExport) { try FavoritesExport.decode(Array(text.utf8)) }
    }

    @Test("A later format is distinguished from damage")
    func laterFormat() {
        let text = #"{"tintype-favorites": 2, "albums": []}"#
        #expect(throws: FavoritesExport.Failure.laterVersion) { try FavoritesExport.decode(Array(text.utf8)) }
    }

    @Test("Damage is reported with its location", arguments: ["title", "library", "added", "tags"])
    func damage(key: String) throws {
        let text = String(decoding: try FavoritesExport.encode([.sample(), .sample("b")]), as: UTF8.self)
        let damaged = text.replacing("\"\(key)\" :", with: "\"other\" :", maxReplacements: 1)
        #expect(throws: FavoritesExport.Failure.damaged(keyPath: "favorites[0].\(key)")) {
            try FavoritesExport.decode(Array(damaged.utf8))
        }
    }

    @Test("A truncated file is rejected and never crashes")
    func cut() throws {
        let bytes = try FavoritesExport.encode([.sample(thumbnail: .webP(1, 2, 3))])
        for count in stride(from: 0, to: bytes.count - 2, by: 7) {
            #expect(throws: FavoritesExport.Failure.self) { try FavoritesExport.decode(Array(bytes.prefix(count))) }
        }
    }

    @Test(
        "A photo date outside the calendar is dropped; such a date of addition is damage",
        arguments: ["10000-01-01", "99999-12-31"])
    func outsideDates(day: String) throws {
        let text = String(decoding: try FavoritesExport.encode([.sample()]), as: UTF8.self)
        let late = text.replacing("\"2020-09-13T", with: "\"\(day)T")
        #expect(late != text)
        if let favorites = try? FavoritesExport.decode(Array(late.utf8)) {
            #expect(favorites.map(\.photo.date) == [nil])
        }
        let added = text.replacing("\"2023-11-14T", with: "\"\(day)T")
        #expect(added != text)
        #expect(throws: FavoritesExport.Failure.damaged(keyPath: "favorites[0].added")) {
            try FavoritesExport.decode(Array(added.utf8))
        }
    }
}
