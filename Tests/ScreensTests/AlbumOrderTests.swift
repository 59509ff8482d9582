import Albums
import Testing

@testable import Screens

@Suite("The order of albums")
struct AlbumOrderTests {
    private func album(_ title: String, of owner: String, photos: Int? = nil) -> Album {
        Album(id: Album.ID(title), ownerID: Owner.ID(owner), title: title, photoCount: photos, cover: nil)
    }

    @Test("Albums stay with their owners, whose order does not change")
    func owners() {
        let albums = [album("b", of: "2"), album("A", of: "2"), album("10", of: "1"), album("9", of: "1")]
        #expect(AlbumOrder.title.arranged(albums).map(\.title) == ["A", "b", "9", "10"])
    }

    @Test("Those with unknown numbers of photos come last, and equals stay as they were")
    func counts() {
        let albums = [
            album("a", of: "1"), album("b", of: "1", photos: 2), album("c", of: "1", photos: 7),
            album("d", of: "1", photos: 2),
        ]
        #expect(AlbumOrder.photoCount.arranged(albums).map(\.title) == ["c", "b", "d", "a"])
    }
}
