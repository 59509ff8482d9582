import Testing

@testable import Albums

@Suite("Text length limit")
struct BoundedTextTests {
    @Test("A title of megabytes is cut to a few thousand bytes, at a character boundary")
    func title() {
        for title in [String(repeating: "x", count: 1_000_000), String(repeating: "\u{20AC}", count: 1_000_000)] {
            let photo = Photo(id: .init("1"), albumID: .init("1"), title: title, tags: [title], description: title)
            for kept in [photo.title, photo.tags[0], photo.description ?? ""] {
                #expect((8000...8192).contains(kept.utf8.count) && title.hasPrefix(kept))
            }
        }
    }

    @Test("A short text is kept unchanged")
    func short() {
        #expect(
            Album(id: .init("1"), ownerID: .unknown, title: "S\u{E3}o", photoCount: nil, cover: nil).title == "S\u{E3}o"
        )
    }
}
