import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Slideshow", .timeLimit(.minutes(5)))
struct SlideshowTests {
    /// An album of so many photos; with `selected`, that one is open.
    private func stage(
        photos: Int = 4, selected: Int = 1, painter: Painter = Painter(), order: Slideshow.Order = .list
    ) async -> TestStage {
        let stage = TestStage(
            library: ShelfLibrary(albums: 1, photosPerAlbum: photos), painter: painter,
            viewing: ViewingSettings(interval: .seconds(5), order: order))
        await stage.openFirstAlbum("1/\(photos)")
        for _ in 1..<selected { stage.press(Key(.right)) }
        return stage
    }

    private func playing(
        photos: Int = 4, selected: Int = 1, painter: Painter = Painter(), order: Slideshow.Order = .list
    ) async -> TestStage {
        let stage = await stage(photos: photos, selected: selected, painter: painter, order: order)
        stage.press(Key(" "))
        await stage.see("slideshow  fit  \(selected)/\(photos)")
        await stage.see("@@@")
        return stage
    }

    /// Lets time go by, and everyone do what they do then.
    private func wait(_ seconds: Double, on stage: TestStage) async {
        stage.clock.advance(by: .seconds(seconds))
        try? await Task.sleep(for: .milliseconds(20))
    }

    @Test("In a photo Space starts it, and each photo is shown for its time")
    func starts() async {
        let stage = await stage()
        stage.press(Key(.enter))
        await stage.see("@@@")
        stage.press(Key(" "))
        await stage.see("slideshow  fit  1/4")
        await wait(4.9, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow  fit  1/4"))
        await stage.seeSlowly("slideshow  fit  2/4")
        await stage.seeSlowly("slideshow  fit  3/4")
    }

    @Test("In the grid Space starts it with the selected photo, and after the last one it begins again")
    func fromGrid() async {
        let stage = await playing(selected: 3)
        await stage.seeSlowly("fit  4/4")
        await stage.seeSlowly("fit  1/4")
        stage.press(Key(.escape))
        await stage.until { stage.row(0).hasSuffix("1/4") }
    }

    @Test("Space pauses it and lets it go on")
    func pauses() async {
        let stage = await playing()
        stage.press(Key(" "))
        await stage.see("slideshow paused  fit  1/4")
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow paused  fit  1/4"))
        stage.press(Key(" "))
        await stage.seeSlowly("slideshow  fit  2/4")
    }

    @Test("n and p move within it, and give the next photo its whole time")
    func moves() async {
        let painter = Painter()
        let stage = await playing(painter: painter)
        await wait(4.9, on: stage)
        stage.press(Key("n"))
        // Once it is there, the one after is drawn ahead.
        await stage.until { painter.asked.withLock { $0.views.last?.photo.title } == "Photo 3" }
        await wait(4.9, on: stage)
        #expect(stage.row(23).hasSuffix("fit  2/4"))
        stage.press(Key("p"))
        await stage.see("slideshow  fit  1/4")
        await stage.seeSlowly("slideshow  fit  2/4")
    }

    @Test("A photo that is still loading does not use up its time")
    func loading() async {
        let painter = Painter()
        let stage = await playing(painter: painter)
        await stage.until { painter.asked.withLock { $0.views.last?.photo.title } == "Photo 2" }
        painter.set(isHeld: true)
        stage.press(Key("n"))
        await stage.seeSlowly("loading  2/4")
        await wait(60, on: stage)
        #expect(stage.row(23).hasSuffix("loading  2/4"))
        painter.set(isHeld: false)
        await stage.until { painter.asked.withLock { $0.views.last?.photo.title } == "Photo 3" }
        await wait(4.9, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow  fit  2/4"))
        await stage.seeSlowly("slideshow  fit  3/4")
    }

    @Test("The photo that comes next is drawn ahead")
    func ahead() async {
        let painter = Painter()
        let stage = await playing(selected: 4, painter: painter)
        await stage.until { painter.asked.withLock { $0.views.last?.photo.title } == "Photo 1" }
        #expect(stage.row(23).hasSuffix("slideshow  fit  4/4"))
    }

    @Test("A photo that cannot be shown has its time too")
    func broken() async {
        let stage = await playing(painter: Painter(broken: ["Photo 2"]))
        await stage.seeSlowly("cannot be shown: damaged JPEG")
        await stage.seeSlowly("slideshow  fit  3/4")
    }

    @Test("Every way out ends it", arguments: ["?", "i", "s"])
    func ends(key: Character) async {
        let stage = await playing()
        stage.press(Key(key))
        await stage.miss("slideshow  fit")
        stage.press(Key(.escape))
        await stage.see("fit  1/4")
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("  fit  1/4") && !stage.row(23).contains("slideshow"))
    }

    @Test("Shuffled, each photo is shown once before one is shown again, and p goes back to the one before")
    func shuffled() async {
        let stage = await playing(selected: 2, order: .shuffle)
        var places = ["2/4"]
        for _ in 0..<3 {
            stage.press(Key("n"))
            await stage.until { stage.row(23).contains("fit") && !stage.row(23).hasSuffix(places[places.count - 1]) }
            places.append(String(stage.row(23).suffix(3)))
        }
        #expect(Set(places).count == 4)
        stage.press(Key("p"))
        await stage.until { stage.row(23).hasSuffix(places[2]) }
    }

    @Test("A single photo stays")
    func single() async {
        let stage = await playing(photos: 1)
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow  fit  1/1"))
    }
}
