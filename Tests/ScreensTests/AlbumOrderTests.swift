import Albums
import Testing

@testable import Screens

@Suite("Album order")
struct AlbumOrderTests {
    private func album(_ title: String, of owner: String, photos: Int? = nil) -> Album {
        Album(id: Album.ID(title), ownerID: Owner.ID(owner), title: title, photoCount: photos, cover: nil)
    }

    @Test("Albums are sorted within their owner, and owners keep their order")
    func owners() {
        let albums = [album("b", of: "2"), album("A", of: "2"), album("10", of: "1"), album("9", of: "1")]
        #expect(AlbumOrder.title.arranged(albums).map(\.title) == ["A", "b", "9", "10"])
    }

    @Test("Unknown photo counts come last, and equal counts keep their order")
    func counts() {
        let albums = [
            album("a", of: "1"), album("b", of: "1", photos: 2), album("c", of: "1", photos: 7),
            album("d", of: "1", photos: 2),
        ]
        #expect(AlbumOrder.photoCount.arranged(albums).map(\.title) == ["c", "b", "d", "a"])
    }
}
