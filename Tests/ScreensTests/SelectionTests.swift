import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Selection without colors", .timeLimit(.minutes(60)))
struct SelectionTests {
    @Test("The selected tab, name, album, photo, owner or share command is in reverse video")
    func reversed() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("ada"), .named("bo")])
        let stage = TestStage(library: library, themes: ThemeSettings(choice: .mono))
        await stage.open("Album 2")
        #expect(stage.isReversed("Albums") && !stage.isReversed("Feed"))
        #expect(stage.isReversed("Album 1") && !stage.isReversed("Album 2"))
        stage.press(Key(.up))
        #expect(stage.isReversed("Ada") && !stage.isReversed("Album 1"))
        stage.type("o")
        await stage.see("Show albums by")
        #expect(stage.isReversed("\u{25B8} Everyone") && !stage.isReversed("Bo"))
        stage.press(Key(.escape), Key(.down), Key(.enter))
        await stage.see("1/48")
        #expect(stage.isReversed("Photo 1") && !stage.isReversed("Photo 2"))
        stage.type("s")
        await stage.see("Save the original")
        #expect(stage.isReversed("Copy the path") && !stage.isReversed("Save the original"))
    }
}
