import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Mouse", .timeLimit(.minutes(60)))
struct MouseTests {
    private func home(
        _ library: InMemoryLibrary = InMemoryLibrary(albums: 40), favorites: InMemoryFavorites = InMemoryFavorites()
    ) async -> TestStage {
        await TestStage(library: library, favorites: favorites).open("Album 1")
    }

    private func album(favorites: InMemoryFavorites = InMemoryFavorites()) async -> TestStage {
        let stage = await home(favorites: favorites)
        stage.press(Key(.enter))
        await stage.see("1/48")
        await stage.see("Photo 4")
        return stage
    }

    @Test("A click selects an album, and a double click opens it")
    func albums() async {
        let stage = await home()
        stage.click(on: "Album 11")
        stage.press(Key(.enter))
        await stage.see("1/48")
        #expect(stage.row(0).hasPrefix(" Album 11"))
        stage.press(Key(.escape))
        await stage.see("Album 10")
        stage.doubleClick(on: "Album 10")
        await stage.see("1/48")
        #expect(stage.row(0).hasPrefix(" Album 10"))
    }

    @Test("A click on the selected album or photo opens it, and a double click does nothing more")
    func selected() async {
        let stage = await home()
        stage.doubleClick(on: "Album 1 ")
        await stage.see("1/48")
        await stage.see("Photo 4")
        stage.expireDoubleClick()
        stage.doubleClick(on: "Photo 1")
        await stage.see("fit  1/48")
        await settle()
        #expect(stage.text.contains("fit  1/48"))
    }

    @Test("A click on a tab opens it, on the name or address the profile; another click closes the profile")
    func header() async {
        let stage = await home()
        stage.click(on: "Ada Lovelace")
        await stage.see("Account")
        stage.click(on: "Account")
        await stage.see("Album 1")
        stage.click(on: "Feed")
        await stage.see("1/1,920")
        stage.click(on: "ada@engine")
        await stage.see("Account")
        stage.click(on: "Account")
        await stage.see("1/1,920")
        stage.click(on: "Albums")
        await stage.see("Album 1")
    }

    @Test("A click on a hint presses its key")
    func hint() async {
        let stage = await home()
        stage.click(on: "/ search")
        await stage.until("the search line") { stage.surface.cursor != nil }
        stage.press(Key(.escape))
        stage.expireDoubleClick()
        stage.click(on: "help")
        await stage.see("Keys")
    }

    @Test("The wheel scrolls, and the selection moves only to stay in view")
    func wheel() async {
        let stage = await album()
        await settle()
        let before = stage.text
        stage.press(Key(.down))
        let selected = stage.row(0).suffix(4)
        stage.point(.wheelDown, column: 10, row: 10)
        await stage.miss("Photo 1 ")
        #expect(stage.row(0).hasSuffix(selected))
        stage.point(.wheelDown, column: 10, row: 10)
        stage.point(.wheelDown, column: 10, row: 10)
        await stage.until("a moved selection") { !stage.row(0).hasSuffix(selected) }
        for _ in 0..<100 { stage.point(.wheelDown, column: 10, row: 10) }
        await stage.see("Photo 48")
        for _ in 0..<100 { stage.point(.wheelUp, column: 10, row: 10) }
        stage.press(Key(.home))
        await stage.until("the first photos on:\n\(stage.text)") {
            stage.clock.advance(by: .milliseconds(10))
            return stage.text == before
        }
    }

    @Test("The wheel scrolls the masonry layout by lines")
    func masonry() async {
        let stage = await album()
        stage.type("w")
        for _ in 0..<200 { stage.point(.wheelDown, column: 10, row: 10) }
        await stage.until("the end on:\n\(stage.text)") {
            stage.point(.wheelDown, column: 10, row: 10)
            return stage.text.contains("Photo 48")
        }
        for _ in 0..<300 { stage.point(.wheelUp, column: 10, row: 10) }
        await stage.see("Photo 2")
    }

    @Test("A click selects a photo, and a click on its favorite icon toggles the favorite")
    func heart() async {
        let stage = await album()
        stage.click(on: "Photo 2")
        await stage.see("2/48")
        stage.click(on: "\u{2661}")
        await stage.see("\u{2665}")
        stage.expireDoubleClick()
        stage.click(on: "\u{2665}")
        await stage.miss("\u{2665}")
        stage.expireDoubleClick()
        stage.doubleClick(on: "Photo 3")
        await stage.see("fit  3/48")
        stage.expireDoubleClick()
        stage.click(on: "\u{2661}")
        await stage.see("Added \u{201C}Photo 3\u{201D} to favorites")
        stage.click(on: "Added")
        await stage.see("\u{2665} Photo 3")
    }

    @Test("In the viewer the wheel zooms and dragging pans")
    func viewer() async {
        let stage = await album()
        stage.press(Key(.enter))
        await stage.see("fit  1/48")
        stage.point(.wheelUp, column: 0, row: 0)
        await stage.miss("fit  1/48")
        for _ in 0..<30 { stage.point(.wheelDown, column: 0, row: 0) }
        await stage.see("fit  1/48")
    }

    @Test("A double click on a line of the menu of sharing runs its command")
    func sharing() async {
        let stage = await album()
        stage.type("s")
        await stage.see("Save the original")
        stage.click(on: "Save the original")
        #expect(stage.text.contains("\u{25B8} S"))
        stage.click(on: "Save the original")
        await stage.see("Save as: ")
    }

    @Test("A click selects an owner, and a double click lists their albums")
    func owners() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("ada"), .named("bo")])
        let stage = await home(library)
        stage.type("o")
        await stage.see("Show albums by")
        stage.click(on: "Bo")
        #expect(stage.text.contains("\u{25B8} Bo"))
        stage.click(on: "Bo")
        await stage.see("0 albums")
        #expect(stage.preferences.scope == .owner(Owner.ID("bo")))
    }
}
