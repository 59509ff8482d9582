import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Public links", .timeLimit(.minutes(60)))
struct PublicLinkTests {
    private let library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)

    @Test("A public link is created once the user agrees, and then shared in place of the private one")
    func create() async {
        library.createPublicLinks()
        let stage = await TestStage(library: library).open("Album 1", "1/20")
        stage.type("s")
        await stage.see("Public link: create one that needs no account")
        stage.type("p")
        await stage.see("Everyone who gets the link can see and download Photo 1,")
        stage.press(Key(.escape))
        await stage.see("Copy the ")
        #expect(library.publicLinks.isEmpty)
        stage.type("p")
        await stage.see("Everyone who gets the link")
        stage.press(Key(.enter))
        await stage.see("Public link created; choose how to share it")
        await stage.see("https://shelf.example/share/1")
        #expect(!stage.text.contains("create one that needs no account") && library.publicLinks.map(\.count) == [1])
        stage.type("c")
        await stage.see("Copied link")
    }
}
