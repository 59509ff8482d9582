import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Starting")
struct StartTests {
    @Test("The only album of a library opens at once, and q quits from it")
    func onlyAlbum() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 1), opensOnlyAlbum: true)
        await stage.open("1/48")
        stage.press(Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test("Esc leaves the only album for the albums, where it stays closed")
    func leavingOnlyAlbum() async {
        let library = InMemoryLibrary(albums: 1)
        let stage = TestStage(library: library, opensOnlyAlbum: true)
        await stage.open("1/48")
        stage.press(Key(.escape))
        await stage.see("1 album, 48 photos")
        library.send(.changed)
        await settle()
        #expect(stage.text.contains("1 album, 48 photos"))
        stage.press(Key(.enter))
        await stage.see("1/48")
        stage.press(Key("q"))
        await stage.see("1 album, 48 photos")
        #expect(!stage.hasQuit)
    }

    @Test("The only album still opens after the user has moved, and its hint line says that q quits")
    func movingMeanwhile() async {
        let library = InMemoryLibrary(albums: 1)
        library.set(isComplete: false)
        let stage = TestStage(library: library, opensOnlyAlbum: true)
        stage.coordinator.start()
        await stage.see("1 album, 48 photos \u{2026}")
        stage.press(Key(.down), Key("x"))
        library.set(isComplete: true)
        library.send(.changed)
        await stage.see("1/48")
        await stage.see("? help  Esc albums  q quit")
    }

    @Test("The only album does not open once the user has searched, or opened something", arguments: ["/", "?"])
    func busyUser(key: Character) async {
        let library = InMemoryLibrary(albums: 1)
        library.set(isComplete: false)
        let stage = TestStage(library: library, opensOnlyAlbum: true)
        stage.coordinator.start()
        await stage.see("1 album, 48 photos \u{2026}")
        stage.press(Key(key))
        if key == "?" { stage.press(Key(.escape)) }
        library.set(isComplete: true)
        library.send(.changed)
        await stage.miss("\u{2026}")
        await settle()
        #expect(stage.text.contains("1 album, 48 photos"))
    }

    @Test("An album among others stays closed, and so does the only album of one owner")
    func otherAlbums() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 2), opensOnlyAlbum: true)
        await stage.open("Album 2")
        let single = InMemoryLibrary(albums: 1)
        single.set(owners: [.named("ada"), .named("grace")])
        let other = TestStage(library: single, ownerPreference: .owner(Owner.ID("ada")), opensOnlyAlbum: true)
        await other.open("48 photos")
        await settle()
        #expect(other.text.contains("Album 1"))
        #expect(!other.text.contains("1/48"))
    }

    @Test("q quits from the photo that the program started with; Esc goes to its album", arguments: [false, true])
    func photo(goesBack: Bool) async {
        let stage = TestStage(library: InMemoryLibrary(), opensOnlyAlbum: true)
        stage.coordinator.start(
            at: Photo(id: Photo.ID("Album 2/3"), albumID: Album.ID("Album 2"), title: "Photo 3"))
        await stage.see("fit  3/48")
        #expect(stage.text.contains("Esc grid  q quit"))
        if goesBack {
            stage.press(Key(.escape))
            await stage.until("the album") { stage.row(0).hasPrefix(" Album 2") }
            await stage.see("Photo 4")
            stage.press(Key(.enter))
            await stage.see("fit  3/48")
            stage.press(Key("q"))
            await stage.until("the album") { stage.row(0).hasPrefix(" Album 2") }
            #expect(!stage.hasQuit)
        }
        stage.press(Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }
}
