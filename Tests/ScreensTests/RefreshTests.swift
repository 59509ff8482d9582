import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Refreshing a library", .timeLimit(.minutes(60)))
struct RefreshTests {
    private func photos(_ numbers: some Sequence<Int>) -> [Photo] {
        numbers.map { number in
            Photo(id: Photo.ID("\(number)"), albumID: Album.ID("All"), title: "Photo \(number)")
        }
    }

    @Test("r shows added and removed photos and keeps the selected photo")
    func selection() async {
        let library = InMemoryLibrary(photos: photos(1...9))
        let stage = TestStage(library: library)
        await stage.open("All", "1/9")
        stage.press(Key(.right), Key(.right), Key(.right))
        await stage.see("4/9")
        library.set(unread: photos([2, 4, 5, 10]))
        stage.press(Key("r"))
        await stage.see("2/4")
        #expect(stage.text.contains("Photo 10") && !stage.text.contains("Photo 3"))
    }

    @Test("If the selected photo was removed, the one after it is selected")
    func selectionGone() async {
        let library = InMemoryLibrary(photos: photos(1...9))
        let stage = TestStage(library: library)
        await stage.open("All", "1/9")
        stage.press(Key(.right), Key(.right), Key(.right))
        await stage.see("4/9")
        library.set(unread: photos([1, 2, 3, 5, 6]))
        stage.press(Key("r"))
        await stage.see("4/5")
    }

    @Test("r regenerates the thumbnails")
    func thumbnails() async {
        let library = InMemoryLibrary(photos: photos(1...2))
        let pictures = FakePictures()
        let stage = TestStage(library: library, pictures: pictures)
        await stage.open("All", "###")
        let before = pictures.recorded.withLock { $0.tiles.count }
        library.set(unread: photos(1...2))
        stage.press(Key("r"))
        await stage.until { pictures.recorded.withLock { $0.tiles.count } >= before + 2 }
        #expect(stage.text.contains("###"))
    }

    @Test("r in the viewer stays on its photo at its new position")
    func viewer() async {
        let library = InMemoryLibrary(photos: photos(1...9))
        let stage = TestStage(library: library)
        await stage.open("All", "1/9")
        stage.press(Key(.right), Key(.right), Key(.right), Key(.enter))
        await stage.see("fit  4/9")
        library.set(unread: photos([4, 5]))
        stage.press(Key("r"))
        await stage.see("Reloaded")
        await stage.missSlowly("Reloaded")
        await stage.see("fit  1/2")
        #expect(stage.row(23).contains("Photo 4"))
    }

    @Test("r in the feed refreshes the totals")
    func totals() async {
        let library = InMemoryLibrary()
        let stage = TestStage(library: library)
        await stage.open("3 albums")
        stage.press(.feedTab)
        await stage.see("1/144")
        library.add(album: "Album 4", photos: 1)
        stage.press(Key("r"))
        await stage.see("4 albums")
    }

    @Test("The feed shows changes of the owner")
    func changedOwner() async {
        let library = InMemoryLibrary.demo
        library.set(owners: [.named("ada")])
        let stage = TestStage.demo(library)
        await stage.see("Coast")
        stage.press(.feedTab)
        await stage.see("1/10")
        library.set(owners: [Owner(id: Owner.ID("ada"), name: "Countess of Lovelace", address: .postal(.init()))])
        stage.press(Key("r"))
        await stage.see("Countess of Lovelace")
    }

    @Test("A feed sorted by modification date is labeled as such")
    func sortDate() async {
        let library = InMemoryLibrary(photos: photos(1...9))
        library.set(dateKind: .modified)
        let stage = TestStage(library: library, columns: 100)
        await stage.open("All")
        stage.press(.feedTab)
        await stage.see("by date modified, newest first")
    }
}
