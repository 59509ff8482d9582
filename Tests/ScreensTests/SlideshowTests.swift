import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Slideshow", .timeLimit(.minutes(60)))
struct SlideshowTests {
    /// Returns a stage with an album of some photos, the one at `selected` selected.
    private func stage(
        photos: Int = 4, selected: Int = 1, pictures: FakePictures = FakePictures(), order: Slideshow.Order = .list
    ) async -> TestStage {
        let stage = TestStage(
            library: InMemoryLibrary(albums: 1, photosPerAlbum: photos), pictures: pictures,
            viewing: ViewingSettings(interval: .seconds(5), order: order))
        await stage.open("Album 1", "1/\(photos)")
        for _ in 1..<selected { stage.press(Key(.right)) }
        return stage
    }

    private func playing(
        photos: Int = 4, selected: Int = 1, pictures: FakePictures = FakePictures(), order: Slideshow.Order = .list
    ) async -> TestStage {
        let stage = await stage(photos: photos, selected: selected, pictures: pictures, order: order)
        stage.press(Key(.function(5)))
        await stage.see("slideshow  fit  \(selected)/\(photos)")
        await stage.see("@@@")
        return stage
    }

    /// Advances the clock and gives the screens time to react.
    private func wait(_ seconds: Double, on stage: TestStage) async {
        stage.clock.advance(by: .seconds(seconds))
        await settle()
    }

    @Test("In the viewer Space starts the slideshow, and each photo is shown for the interval")
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

    @Test("In the grid Y starts with the selected photo, and the slideshow wraps around")
    func fromGrid() async {
        let stage = await playing(selected: 3)
        await stage.seeSlowly("fit  4/4")
        await stage.seeSlowly("fit  1/4")
        stage.press(Key(.escape))
        await stage.until { stage.row(0).hasSuffix("1/4") }
    }

    @Test("Space pauses and resumes")
    func pauses() async {
        let stage = await playing()
        stage.press(Key(" "))
        await stage.see("slideshow paused  fit  1/4")
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow paused  fit  1/4"))
        stage.press(Key(" "))
        await stage.seeSlowly("slideshow  fit  2/4")
    }

    @Test("n and p move within the slideshow and restart the interval")
    func moves() async {
        let pictures = FakePictures()
        let stage = await playing(pictures: pictures)
        await wait(4.9, on: stage)
        stage.press(Key("n"))
        // Once the photo is shown, the next one is prefetched.
        await stage.until { pictures.recorded.withLock { $0.views.last?.photo.title } == "Photo 3" }
        await wait(4.9, on: stage)
        #expect(stage.row(23).hasSuffix("fit  2/4"))
        stage.press(Key("p"))
        await stage.see("slideshow  fit  1/4")
        await stage.seeSlowly("slideshow  fit  2/4")
    }

    @Test("The interval starts only after a photo has loaded")
    func loading() async {
        let pictures = FakePictures()
        let stage = await playing(pictures: pictures)
        await stage.until { pictures.recorded.withLock { $0.views.last?.photo.title } == "Photo 2" }
        pictures.set(isHeld: true)
        stage.press(Key("n"))
        await stage.seeSlowly("loading  2/4")
        await wait(60, on: stage)
        #expect(stage.row(23).hasSuffix("loading  2/4"))
        pictures.set(isHeld: false)
        await stage.until { pictures.recorded.withLock { $0.views.last?.photo.title } == "Photo 3" }
        await wait(4.9, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow  fit  2/4"))
        await stage.seeSlowly("slideshow  fit  3/4")
    }

    @Test("The next photo is prefetched")
    func ahead() async {
        let pictures = FakePictures()
        let stage = await playing(selected: 4, pictures: pictures)
        await stage.until { pictures.recorded.withLock { $0.views.last?.photo.title } == "Photo 1" }
        #expect(stage.row(23).hasSuffix("slideshow  fit  4/4"))
    }

    @Test("A photo that cannot be shown still takes its interval")
    func broken() async {
        let stage = await playing(pictures: FakePictures(broken: ["Photo 2"]))
        await stage.seeSlowly("Can't show this photo: damaged JPEG")
        await stage.seeSlowly("slideshow  fit  3/4")
    }

    @Test("A slideshow waits below another screen, and continues afterwards", arguments: ["?", "s", ":"])
    func covered(key: Character) async {
        let stage = await playing()
        stage.press(Key(key))
        await stage.miss("slideshow  fit")
        await wait(30, on: stage)
        stage.press(Key(.escape))
        await stage.see("slideshow  fit  1/4")
        await stage.seeSlowly("slideshow  fit  2/4")
    }

    @Test("Zooming, panning and rotating pause a slideshow", arguments: [Key("+"), Key(.enter), Key("R"), Key("w")])
    func zoomed(key: Key) async {
        let stage = await playing()
        stage.press(key)
        await stage.see("slideshow paused")
        await stage.see("Space resume")
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("1/4"))
    }

    @Test("A shuffled slideshow shows each photo once per round, and p goes back")
    func shuffled() async {
        let stage = await playing(selected: 2, order: .shuffle)
        var positions = ["2/4"]
        for _ in 0..<3 {
            stage.press(Key("n"))
            await stage.until {
                stage.row(23).contains("fit") && !stage.row(23).hasSuffix(positions[positions.count - 1])
            }
            positions.append(String(stage.row(23).suffix(3)))
        }
        #expect(Set(positions).count == 4)
        stage.press(Key("p"))
        await stage.until { stage.row(23).hasSuffix(positions[2]) }
    }

    @Test("A single photo stays")
    func single() async {
        let stage = await playing(photos: 1)
        await wait(30, on: stage)
        #expect(stage.row(23).hasSuffix("slideshow  fit  1/1"))
    }
}
