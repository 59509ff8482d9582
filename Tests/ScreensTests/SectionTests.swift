import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Sections of a library", .timeLimit(.minutes(60)))
struct SectionTests {
    private let library = InMemoryLibrary.demo

    private func makeStage() -> TestStage {
        library.add(person: "Grace", inAlbum: "Coast")
        library.add(person: "Alan", inAlbum: "Zennor")
        return TestStage.demo(library)
    }

    @Test("The tab of people opens a person like an album")
    func people() async {
        let stage = makeStage()
        await stage.see("Albums  Feed  Favorites  People")
        stage.press(Key(.character("4"), .alt))
        await stage.see("Grace")
        #expect(stage.text.contains("Alan") && !stage.text.contains("Harbor at night"))
        stage.press(Key(.enter))
        await stage.see("Dune")
        stage.press(Key(.escape))
        await stage.see("Alan")
        stage.press(Key(.escape))
        await stage.see("Harbor at night")
    }

    @Test("Tab goes through all tabs and back to the albums")
    func tabKey() async {
        let stage = makeStage()
        await stage.see("Harbor at night")
        for _ in 0..<3 { stage.press(Key(.tab)) }
        await stage.see("Grace")
        stage.press(Key(.tab))
        await stage.see("Harbor at night")
        stage.press(Key(.tab, .shift))
        await stage.see("Grace")
    }

    @Test("A library without people has no tab for them")
    func withoutPeople() async {
        let stage = TestStage.demo(library)
        await stage.see("Harbor at night")
        #expect(!stage.text.contains("People"))
        stage.press(Key(.character("4"), .alt))
        #expect(stage.text.contains("Harbor at night"))
    }
}
