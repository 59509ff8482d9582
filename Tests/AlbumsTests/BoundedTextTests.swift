import Testing

@testable import Albums

@Suite("The length of texts")
struct BoundedTextTests {
    @Test("Of a title of megabytes a few thousand bytes are kept, cut between characters")
    func title() {
        for title in [String(repeating: "x", count: 1_000_000), String(repeating: "\u{20AC}", count: 1_000_000)] {
            let photo = Photo(id: .init("1"), albumID: .init("1"), title: title, tags: [title], description: title)
            for kept in [photo.title, photo.tags[0], photo.description ?? ""] {
                #expect((8000...8192).contains(kept.utf8.count) && title.hasPrefix(kept))
            }
        }
    }

    @Test("A text that is not that long stays as it is")
    func short() {
        #expect(
            Album(id: .init("1"), ownerID: .unknown, title: "S\u{E3}o", photoCount: nil, cover: nil).title == "S\u{E3}o"
        )
    }
}
