import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Undo", .timeLimit(.minutes(5)))
struct UndoTests {
    private let favorites = InMemoryFavorites()

    private func album() async -> TestStage {
        await TestStage(library: InMemoryLibrary(albums: 2, photosPerAlbum: 40), favorites: favorites)
            .open("Album 1", "1/40")
    }

    @Test("In a grid, undoing and redoing select the photo, also when it is out of view")
    func grid() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.end))
        await stage.see("40/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        await stage.see("1/40")
        stage.press(Key(.end))
        await stage.see("40/40")
        stage.press(Key("Z"))
        await stage.see("Added")
        await stage.see("1/40")
    }

    @Test("In the viewer, undoing shows the photo")
    func viewer() async {
        let stage = await album()
        stage.press(Key(.enter))
        await stage.see("fit  1/40")
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key("n"), Key("n"), Key("n"))
        await stage.see("fit  4/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        // The notice covers the caption.
        await stage.seeSlowly("fit  1/40")
    }

    @Test("A photo that the list lacks leaves the selection where it is")
    func otherList() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.escape), Key(.right), Key(.enter))
        await stage.see("1/40")
        stage.press(Key(.right))
        await stage.see("2/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        await settle()
        #expect(stage.row(0).hasSuffix("2/40"))
    }

    @Test("In the albums, z undoes too")
    func home() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.escape))
        await stage.see("Album 2")
        stage.press(Key("z"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites")
        #expect(favorites.titles == [])
    }

    @Test("A click on the hint of a photo command presses its key")
    func hint() async {
        let stage = await album()
        stage.click(on: "f favorite")
        await stage.see("Added")
        #expect(favorites.titles == ["Photo 1"])
    }
}
