import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Coordinator")
struct CoordinatorTests {
    @Test("Help lists the keys of the screen below and goes back to it")
    func help() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key("?"))
        await stage.see("Search albums by title")
        stage.press(Key(.escape))
        await stage.see("Ada Lovelace")
        stage.press(Key(.enter))
        await stage.see("1/48")
        stage.press(Key("?"))
        await stage.see("Larger thumbnails")
    }

    @Test("The doctor tells the size of now, also when it changes before one's eyes")
    func doctorAfterResize() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key("D"))
        await stage.see("Columns  80")
        stage.resize(columns: 100, rows: 30)
        await stage.see("Columns  100")
    }

    @Test("The doctor, the profile and the choice of owners are there from home, and go back to it")
    func pages() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key("D"))
        await stage.see("Colors")
        stage.press(Key(.escape), Key("u"))
        await stage.see("Account")
        stage.press(Key(.escape), Key(.up), Key(.enter))
        await stage.see("Account")
        stage.press(Key(.escape))
        await stage.see("Album 1")
    }

    @Test("Only a tab of home has keys for the other tabs")
    func tabKey() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("Tab favorites")
        stage.press(Key("1"), Key(.enter))
        await stage.see("1/48")
        stage.press(Key(.tab), Key("2"), Key("?"))
        await stage.see("Larger thumbnails")
        #expect(!stage.text.contains("The next tab"))
    }

    @Test("Offline is told at the end of the bottom line, beside hints and notices")
    func offline() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.notices.isOffline = true
        #expect(stage.row(23).hasSuffix("offline"))
        stage.notices.post(.failure("Something happened"))
        #expect(stage.row(23).hasPrefix(" × Something happened") && stage.row(23).hasSuffix("offline"))
        stage.notices.isOffline = false
        #expect(!stage.text.contains("offline"))
    }

    @Test("The feed is a tab of home")
    func feed() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.miss("Album 1")
        await stage.see("Ada Lovelace")
        stage.press(Key("1"))
        await stage.see("Album 1")
        stage.press(Key(.tab), Key("q"))
        await stage.until("the end") { stage.hasQuit }
    }

    @Test("u shows whose library it is from the feed, too")
    func profileFromFeed() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("Photo 1")
        let header = stage.row(0)
        stage.press(Key("u"))
        await stage.see("Any key goes back")
        stage.press(Key(.escape))
        await stage.see("Photo 1")
        #expect(stage.row(0) == header)
    }

    @Test("The feed is found as it was left: at its place, filtered, as a waterfall")
    func feedIsKept() async {
        let stage = TestStage(library: ShelfLibrary(albums: 1))
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("1/48")
        stage.type("/even")
        stage.press(Key(.enter), Key("w"))
        await stage.see("24 of 48")
        stage.press(Key(.right), Key("1"))
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("24 of 48")
        stage.press(Key(.enter))
        await stage.see("2/24")
        stage.press(Key(.escape), Key(.escape))
        await stage.see("4/48")
    }

    @Test("Leaving a screen ends its requests")
    func endsRequests() async {
        let library = ShelfLibrary()
        let painter = Painter()
        let stage = TestStage(library: library, painter: painter)
        library.set(isHeld: true)
        stage.coordinator.start()
        await stage.until("a question") { library.waiting > 0 }
        stage.press(Key("D"))
        await stage.until("no question") { library.waiting == 0 }
        library.set(isHeld: false)
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        painter.set(isHeld: true)
        stage.press(Key("i"))
        await stage.until("a question") { painter.waiting > 0 }
        stage.press(Key(.escape))
        await stage.until("no question") { painter.waiting == 0 }
    }

    @Test("Going back to home returns to the same album and search")
    func backToHome() async {
        let stage = TestStage(library: ShelfLibrary(albums: 12))
        stage.coordinator.start()
        await stage.see("Album 10")
        stage.type("/album 1")
        stage.press(Key(.enter))
        await stage.see("4 of 12")
        stage.press(Key(.right), Key(.enter))
        await stage.see("1/48")
        let title = stage.row(0)
        stage.press(Key("q"))
        await stage.see("4 of 12")
        stage.press(Key(.enter))
        await stage.see("1/48")
        #expect(stage.row(0) == title)
    }

    @Test("A terminal that is resized under a covered screen finds every screen in the new size")
    func resize() async {
        let stage = TestStage(library: ShelfLibrary())
        await stage.openFirstAlbum("1/48")
        stage.resize(columns: 120, rows: 40)
        stage.press(Key("q"))
        await stage.see("Ada Lovelace")
        #expect(stage.row(39).contains("quit"))
    }
}
