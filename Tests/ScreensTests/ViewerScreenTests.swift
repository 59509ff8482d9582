import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Viewer")
struct ViewerScreenTests {
    private func open(painter: Painter = Painter(), search: String? = nil) async -> TestStage {
        let stage = TestStage(library: ShelfLibrary(), painter: painter)
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("/48")
        if let search {
            stage.type("/" + search)
            stage.press(Key(.enter))
            await stage.see(" of 48")
            await stage.miss("Photo 1 ")
        }
        stage.press(Key(.enter))
        await stage.see("fit")
        return stage
    }

    @Test("A photo fills the terminal but for a caption with title, author, description and place")
    func caption() async {
        let stage = await open()
        await stage.see(String(repeating: "@", count: 80))
        #expect(stage.row(23).hasPrefix(" Photo 1  Ada \u{2014} Number 1"))
        #expect(stage.row(23).hasSuffix("fit  1/48"))
    }

    @Test("c hides the caption, and the photo takes its line")
    func hidesCaption() async {
        let stage = await open()
        stage.press(Key("c"))
        await stage.until { stage.row(23) == String(repeating: "@", count: 80) }
        stage.press(Key("c"))
        await stage.see("Photo 1")
    }

    @Test("n and p go through the photos that match, and stop at the ends")
    func nextAndPrevious() async {
        let stage = await open(search: "even")
        await stage.see("Photo 2")
        stage.press(Key("n"))
        await stage.see("Photo 4")
        stage.press(Key("p"))
        await stage.see("Photo 2")
        stage.press(Key("p"))
        await stage.see("1/24")
    }

    @Test("Going back keeps selection, scroll and filter, on the photo seen last")
    func goingBack() async {
        let stage = await open(search: "even")
        stage.press(Key("n"))
        await stage.see("Photo 4")
        stage.press(Key(.escape))
        await stage.see("24 of 48")
        stage.press(Key(.enter))
        await stage.see("2/24")
    }

    @Test("Zoom asks for the part that is shown, at the zoom's resolution, around the same middle")
    func zoom() async {
        let painter = Painter()
        let stage = await open(painter: painter)
        await stage.until { !painter.asked.withLock { $0.views }.isEmpty }
        let whole = painter.asked.withLock { $0.views[0].request.part }
        stage.press(Key("1"))
        await stage.see("100%")
        await stage.until { painter.asked.withLock { $0.views.last?.request.part.width } == 80 }
        let part = painter.asked.withLock { $0.views[$0.views.count - 1].request.part }
        #expect(abs(part.x + part.width / 2 - (whole.x + whole.width / 2)) < 0.001)
        #expect(part.height == 46)
        stage.press(Key("0"))
        await stage.see("fit")
    }

    @Test("A photo that cannot be shown says why, and the next one can be gone to")
    func broken() async {
        let stage = TestStage(library: ShelfLibrary(), painter: Painter(broken: ["Photo 1"]))
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        stage.press(Key(.enter))
        await stage.see("cannot be shown: damaged JPEG")
        stage.press(Key("n"))
        await stage.see("@@@")
    }

    @Test("A photo named at the start is opened on top of its album")
    func namedPhoto() async throws {
        let library = ShelfLibrary()
        let photo = try await library.photos(in: .album(Album.ID("Album 2")), matching: .everything, in: 6..<7).items[0]
        let stage = TestStage(library: library)
        stage.coordinator.start(at: photo)
        await stage.see("Photo 7")
        await stage.see("7/48")
        stage.press(Key(.escape))
        await stage.see("Album 2")
        stage.press(Key(.escape))
        await stage.see("Ada Lovelace")
    }

    @Test("A photo that was covered while it opened is opened afterwards")
    func coveredWhileOpening() async {
        let stage = TestStage(library: ShelfLibrary())
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        stage.press(Key(.enter), Key("?"))
        await stage.see("Next photo")
        stage.press(Key(.escape))
        await stage.see("@@@")
        await stage.see("fit")
    }
}
