import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Going back")
struct GoingBackTests {
    /// Opens another screen, goes back and expects the same screen as before.
    private func expectSameScreen(
        on stage: TestStage, after key: Key, shows text: String, back: Key = Key(.escape)
    ) async {
        let before = await stage.lastingScreen()
        stage.press(key)
        await stage.see(text)
        stage.press(back)
        await stage.until("the screen as it was:\n\(before)\nnow:\n\(stage.screen)") { stage.screen == before }
    }

    @Test("Going back to home restores selection, scroll position and search")
    func home() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 40))
        await stage.open("Album 1")
        stage.press(Key(.end), Key(.up))
        await stage.see("48 photos")
        await expectSameScreen(on: stage, after: Key(.enter), shows: "1/48")
        stage.type("/album 1")
        stage.press(Key(.enter), Key(.right))
        await stage.see("13 of 40")
        await expectSameScreen(on: stage, after: Key(.enter), shows: "1/48")
    }

    @Test("Clearing a search restores selection and scroll position", arguments: ["photo 2zzz", "zzz", "even"])
    func clearedSearch(search: String) async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key(.pageDown), Key(.pageDown), Key(.pageDown), Key(.up), Key(.up), Key(.right))
        await stage.see("Photo 18")
        let before = await stage.lastingScreen()
        stage.type("/" + search)
        await stage.see("of 48")
        stage.press(Key(.escape))
        await stage.until("the screen as it was:\n\(before)\nnow:\n\(stage.screen)") { stage.screen == before }
    }

    @Test("Clearing a kept search with one large result shows it among its neighbors")
    func clearedKeptSearch() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.type("/photo 39")
        await stage.see("1/1 of 48")
        stage.press(Key(.enter))
        await stage.until("the result fills the screen") { stage.text.contains(/#{30}/) }
        stage.press(Key(.escape))
        await stage.see("39/48")
        await stage.waitForTiles(6)
        #expect(stage.text.contains("Photo 38") && stage.text.contains("Photo 40"))
    }

    @Test("A smaller terminal and back shows the same screen", arguments: ["", "/album 1"])
    func resizedHome(search: String) async {
        let stage = TestStage(library: InMemoryLibrary(albums: 40))
        await stage.open("Album 1")
        if !search.isEmpty {
            stage.type(search)
            stage.press(Key(.enter))
        }
        stage.press(Key(.pageDown), Key(.up), Key(.right))
        await stage.see("48 photos")
        let before = await stage.lastingScreen()
        stage.resize(columns: 40, rows: 12)
        await stage.until("a smaller screen") { stage.screen != before }
        stage.resize(columns: 80, rows: 24)
        await stage.until("the screen as it was:\n\(before)\nnow:\n\(stage.screen)") { stage.screen == before }
    }

    @Test("Clearing a search keeps a result that the user has selected or opened", arguments: [true, false])
    func clearedSearchWithSelection(opens: Bool) async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.type("/even")
        stage.press(Key(.enter))
        await stage.see("1/24 of 48")
        if opens {
            stage.press(Key(.enter))
            await stage.see("fit  1/24")
            stage.press(Key(.escape))
        } else {
            stage.press(Key(.right), Key(.left))
        }
        await stage.see("1/24 of 48")
        stage.press(Key(.escape))
        await stage.see("2/48")
    }

    @Test("Going back to an album restores selection, scroll position and search")
    func album() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.type("/even")
        stage.press(Key(.enter))
        await stage.see("24 of 48")
        stage.press(Key(.end))
        await stage.see("Photo 48")
        await expectSameScreen(on: stage, after: Key(.enter), shows: "24/24")
    }

    @Test("Going back from a photo restores the album, also after a resize in the viewer")
    func albumAfterResize() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key(.end), Key(.up))
        await stage.see("Photo 4")
        await stage.waitForTiles(6)
        let before = await stage.lastingScreen()
        stage.press(Key(.enter))
        await stage.see("@@@")
        stage.resize(columns: 120, rows: 40)
        stage.press(Key("i"))
        await stage.see("Decoded")
        stage.resize(columns: 80, rows: 24)
        stage.press(Key(.escape))
        await stage.see("@@@")
        stage.press(Key(.escape))
        await stage.until("the screen as it was:\n\(before)\nnow:\n\(stage.screen)") {
            stage.clock.advance(by: .milliseconds(10))
            return stage.screen == before
        }
    }

    @Test("Help over a zoomed and rotated photo with details gives the same view back")
    func viewer() async {
        let stage = TestStage(library: InMemoryLibrary(), columns: 120)
        await stage.open("Album 1", "1/48", "@@@")
        stage.press(Key("i"), Key(.enter), Key("R"), Key(.down), Key("H"))
        await stage.see("Decoded")
        await stage.see("view kept  100%")
        await expectSameScreen(on: stage, after: Key("?"), shows: "Actual size")
        await expectSameScreen(on: stage, after: Key("s"), shows: "Share Photo 1")
    }

    @Test("Esc, Enter and the key of help return from help to the screen below")
    func help() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1")
        await expectSameScreen(on: stage, after: Key("?"), shows: "Quit")
        stage.press(Key(.enter))
        await stage.see("Photo 2")
        await expectSameScreen(on: stage, after: Key("?"), shows: "Search photos", back: Key(.enter))
        stage.press(Key(.enter))
        await stage.see("@@@")
        await expectSameScreen(on: stage, after: Key("?"), shows: "Actual size", back: Key("?"))
    }
}
