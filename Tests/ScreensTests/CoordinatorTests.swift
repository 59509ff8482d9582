import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Coordinator")
struct CoordinatorTests {
    @Test("Help lists the keys of the screen below and goes back to it")
    func help() async {
        let stage = TestStage(library: InMemoryLibrary())
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

    @Test("The doctor shows the current terminal size, even after a resize")
    func doctorAfterResize() async {
        let stage = TestStage(library: InMemoryLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key("D"))
        await stage.see("Columns  80")
        stage.resize(columns: 100, rows: 30)
        await stage.see("Columns  100")
    }

    @Test("The doctor, the profile and the owner list open from home and go back to it")
    func pages() async {
        let stage = TestStage(library: InMemoryLibrary())
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

    @Test("Only the tabs of home have tab keys")
    func tabKey() async {
        let stage = TestStage(library: InMemoryLibrary())
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

    @Test("The offline indicator is at the end of the bottom line, beside hints and notices")
    func offline() async {
        let stage = TestStage(library: InMemoryLibrary())
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
        let stage = TestStage(library: InMemoryLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.miss("Album 1")
        await stage.see("Ada Lovelace")
        stage.press(Key("1"))
        await stage.see("Album 1")
        stage.press(Key(.tab), Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test("u shows the owner from the feed too")
    func profileFromFeed() async {
        let stage = TestStage(library: InMemoryLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.tab))
        await stage.see("Photo 1")
        let header = stage.row(0)
        stage.press(Key("u"))
        await stage.see("Press any key to go back")
        stage.press(Key(.escape))
        await stage.see("Photo 1")
        #expect(stage.row(0) == header)
    }

    @Test("The feed is restored with its position, filter and layout")
    func feedIsKept() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 1))
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

    @Test("Leaving a screen cancels its requests")
    func endsRequests() async {
        let library = InMemoryLibrary()
        let pictures = FakePictures()
        let stage = TestStage(library: library, pictures: pictures)
        library.set(isHeld: true)
        stage.coordinator.start()
        await stage.until("a request") { library.waiting > 0 }
        stage.press(Key("D"))
        await stage.until("no requests") { library.waiting == 0 }
        library.set(isHeld: false)
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        pictures.set(isHeld: true)
        stage.press(Key("i"))
        await stage.until("a request") { pictures.waiting > 0 }
        stage.press(Key(.escape))
        await stage.until("no requests") { pictures.waiting == 0 }
    }

    @Test("Going back to home returns to the same album and search")
    func backToHome() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 12))
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

    @Test("A resize applies to covered screens too")
    func resize() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.openFirstAlbum("1/48")
        stage.resize(columns: 120, rows: 40)
        stage.press(Key("q"))
        await stage.see("Ada Lovelace")
        #expect(stage.row(39).contains("quit"))
    }
}
