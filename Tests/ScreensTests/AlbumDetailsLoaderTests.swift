import Albums
import Testing

@testable import Screens

@MainActor
@Suite("Album covers and counts", .timeLimit(.minutes(60)))
struct AlbumDetailsLoaderTests {
    private let library = InMemoryLibrary()
    private let clock = ManualClock()
    private let album = Album(id: Album.ID("a"), ownerID: Owner.ID("b"), title: "A", photoCount: nil, cover: nil)

    @Test("Slow requests show an indicator and are cancelled by stop")
    func stop() async {
        library.set(isHeld: true)
        let details = AlbumDetailsLoader(library: library, clock: clock)
        var changes = 0
        details.onChange = { changes += 1 }
        details.load([album])
        #expect(details.slowAlbums.isEmpty)
        await until {
            clock.advance(by: .milliseconds(100))
            return library.waiting == 1 && changes == 1
        }
        #expect(details.slowAlbums == [album.id])
        details.stop()
        await until { library.waiting == 0 }
        #expect(changes == 1 && details.slowAlbums.isEmpty)
    }
}
