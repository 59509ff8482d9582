import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("The place of a photo in its lists", .timeLimit(.minutes(60)))
struct PlaceTests {
    private let library = InMemoryLibrary(albums: 3, photosPerAlbum: 20)

    @Test("J clears a search, and keeps the photo selected in the whole list")
    func search() async {
        let stage = await TestStage(library: library).open("Album 2", "1/20")
        stage.type("/14")
        await stage.see("1/1 of 20")
        stage.press(Key(.enter))
        stage.type("J")
        await stage.see("14/20")
        stage.type("J")
        await stage.see("This is the photo's album")
    }

    @Test("In the feed, J shows the photo in its album, also from the viewer")
    func album() async {
        let stage = await TestStage(library: library).open("Album 1")
        stage.press(.feedTab)
        await stage.see("1/60")
        for _ in 0..<24 { stage.press(Key(.right)) }
        await stage.see("25/60")
        await stage.until { (try? (stage.stack.top as? PhotoGridScreen)?.currentPhoto()) != nil }
        stage.type("J")
        await stage.see("Album 2")
        await stage.see("5/20")
        stage.press(Key(.escape))
        await stage.see("25/60")
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.type("nJ")
        await stage.see("6/20")
    }

    @Test("A favorite is shown in its album, if the open library has it")
    func favorite() async {
        func photo(_ album: String) -> Photo {
            Photo(id: Photo.ID("\(album)/2"), albumID: Album.ID(album), title: "Photo 2")
        }
        let favorites = InMemoryFavorites([photo("Album 3"), photo("Album 9")])
        let stage = await TestStage(library: library, favorites: favorites).open("Album 1")
        stage.press(.favoritesTab)
        await stage.see("1/2")
        stage.type("J")
        await stage.see("Album 3")
        await stage.see("2/20")
        stage.press(Key(.escape))
        await stage.see("1/2")
        stage.press(Key(.right))
        stage.type("J")
        await stage.see("The open library doesn't have this photo's album")
    }
}
