import Albums
import Basics
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Viewer", .timeLimit(.minutes(60)))
struct ViewerScreenTests {
    private func open(pictures: FakePictures = FakePictures(), search: String? = nil) async -> TestStage {
        let stage = TestStage(library: InMemoryLibrary(), pictures: pictures)
        await stage.open("Album 1", "/48")
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

    @Test("A list that loses the photo below the command palette closes the viewer, once the palette has closed")
    func lossBelowPalette() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 2)
        let stage = await TestStage(library: library).open("Album 1", "1/2")
        library.set(isHeld: true)
        stage.press(Key(.enter))
        await stage.until { library.waiting > 0 }
        let viewer = stage.stack.top as? ViewerScreen
        stage.press(Key(":"))
        await stage.see("Enter run")
        let palette = stage.stack.top
        library.set(photos: [])
        library.set(isHeld: false)
        await stage.until { viewer?.state.position.photo == nil }
        await settle()
        #expect(stage.stack.top === palette)
        stage.press(Key(.escape))
        await stage.until { stage.stack.top is PhotoGridScreen }
    }

    @Test("D shows diagnostics over the photo, and Esc returns to it")
    func diagnostics() async {
        let stage = await open()
        stage.press(Key("D"))
        await stage.see("Columns  80")
        stage.press(Key(.escape))
        await stage.see("fit")
    }

    @Test("A photo fills the terminal above a caption with title, date, author and position")
    func caption() async {
        let stage = await TestStage.demoAlbum()
        stage.press(Key(.enter))
        await stage.see("fit  1/7")
        await stage.see("? help")
        await stage.missSlowly("? help")
        await stage.shows(
            """
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
            dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd
             ♡ Dune   2024-05-12 07:46 · Ada Lovelace                              fit  1/7
            """)
    }

    @Test("Hints cover the photo's last line when it opens", arguments: [40, 80, 120])
    func hints(columns: Int) async {
        let stage = TestStage(library: InMemoryLibrary(), columns: columns, rows: columns == 40 ? 12 : 24)
        await stage.open("Album 1", "1/48", "@@@")
        let expected =
            [
                40: " ? help  Esc grid  \u{2190} \u{2192} previous, next",
                80: " ? help  Esc grid  \u{2190} \u{2192} previous, next  + - zoom  Space slideshow  i details",
                120: " ? help  Esc grid  \u{2190} \u{2192} previous, next  + - zoom  Space slideshow  i details"
                    + "  f favorite  s share",
            ][columns] ?? ""
        #expect(stage.row(columns == 40 ? 10 : 22).hasPrefix(expected))
    }

    @Test("The hints disappear after three seconds, and only their line is drawn again, once")
    func hintsDisappear() async {
        let stage = await open()
        await stage.see("Photo 1   Ada")
        await stage.until("only the hints’ timer") { stage.clock.sleepers == 1 }
        let before = stage.surface
        #expect(stage.row(22).contains("? help"))
        stage.clock.advance(by: .milliseconds(2999))
        await settle()
        #expect(stage.row(22).contains("? help"))
        let redraw = stage.stack.onNeedsDisplay
        var redraws = 0
        stage.stack.onNeedsDisplay = {
            redraws += 1
            redraw()
        }
        stage.clock.advance(by: .milliseconds(1))
        await stage.miss("? help")
        await settle()
        #expect(redraws == 1)
        for row in 0..<24 where row != 22 {
            #expect(
                (0..<80).allSatisfy { stage.surface.cell(column: $0, row: row) == before.cell(column: $0, row: row) })
        }
        #expect(stage.row(22) == String(repeating: "@", count: 80))
    }

    @Test("A key without effect shows the reason and the hints for three seconds", arguments: [80, 40])
    func hintsAfterNoEffect(columns: Int) async {
        let stage = TestStage(library: InMemoryLibrary(), columns: columns)
        await stage.open("Album 1", "1/48", "@@@")
        await stage.see("? help")
        await stage.missSlowly("? help")
        stage.press(Key("b"))
        await stage.see("b does nothing here")
        await stage.see("? help")
        await stage.missSlowly("? help")
        #expect(!stage.text.contains("does nothing") && stage.text.contains("Photo 1"))
    }

    @Test("Below the command palette a photo continues to load, and its hints are hidden")
    func belowPalette() async {
        let pictures = FakePictures(drawsInitials: true)
        let stage = await TestStage.demoAlbum(pictures: pictures)
        pictures.set(isHeld: true)
        stage.press(Key(.enter))
        await stage.until { pictures.waiting == 1 }
        stage.press(Key(":"))
        await stage.see("Enter run")
        #expect(!stage.text.contains("? help"))
        pictures.set(isHeld: false)
        await stage.until { stage.row(0) == String(repeating: "d", count: 80) }
        stage.press(Key(.escape))
        await stage.see("? help")
    }

    @Test("A click on a hint presses its key, also on each of two keys")
    func clicksOnHints() async {
        let stage = await open()
        await stage.see("\u{2190} \u{2192} previous, next")
        stage.click(on: "\u{2192}")
        await stage.see("2/48")
        stage.expireDoubleClick()
        stage.click(on: "\u{2190}")
        await stage.see("1/48")
        stage.expireDoubleClick()
        stage.click(on: "Esc grid")
        await stage.see("Photo 2")
    }

    @Test("With the mouse alone, the sides of a photo page, a click shows the hints, and the right button goes back")
    func mouseOnly() async {
        let stage = await open()
        await stage.see("\u{2190} \u{2192} previous, next")
        func click(_ column: Int, _ button: MouseEvent.Button = .left) {
            stage.point(.press, button: button, column: column, row: 5)
            stage.point(.release, button: button, column: column, row: 5)
        }
        click(79)
        await stage.see("2/48")
        click(79)
        await stage.see("3/48")
        click(0)
        await stage.see("2/48")
        stage.type("?")
        await stage.see("Show all keys")
        click(40, .right)
        await stage.see("2/48")
        stage.press(Key(.right))
        await stage.see("3/48")
        stage.expireDoubleClick()
        click(40)
        await stage.see("\u{2190} \u{2192} previous, next")
        await stage.see("3/48")
        click(40, .right)
        await stage.see("Photo 2")
    }

    @Test("v hides the caption and gives its line to the photo")
    func hidesCaption() async {
        let stage = await open()
        await stage.see("? help")
        await stage.missSlowly("? help")
        stage.press(Key("v"))
        let photo = String(repeating: "@", count: 80)
        await stage.until { stage.row(23) == photo }
        // Pixels in the last row make some terminals scroll.
        stage.change { ($0.pixelCell, $0.showsPixelsInLastRow) = (CellSize(width: 10, height: 20), false) }
        await stage.until { stage.row(22) == photo && stage.row(23).allSatisfy { $0 == " " } }
        stage.press(Key("v"))
        await stage.see("Photo 1")
    }

    @Test("With pixels, those of the next photo in the direction of the last step are ready ahead")
    func ahead() async {
        let stage = await open()
        await stage.see("Photo 1")
        #expect(stage.surface.ahead.isEmpty)
        stage.change { $0.pixelCell = CellSize(width: 10, height: 20) }
        for (key, ahead) in [(nil, "Photo 2"), ("n", "Photo 3"), ("n", "Photo 4"), ("p", "Photo 1")] {
            if let key { stage.type(key) }
            await stage.until { stage.surface.ahead.map(\.identity.content.description) == [ahead] }
        }
        stage.type("i")
        stage.type(":")
        await stage.until { stage.surface.ahead.isEmpty }
    }

    @Test("n and p step through the matching photos and stop at the ends")
    func nextAndPrevious() async {
        let stage = await open(search: "even")
        await stage.see("Photo 2")
        stage.press(Key("n"))
        await stage.see("Photo 4")
        stage.press(Key("p"))
        await stage.see("Photo 2")
        stage.press(Key("p"))
        await stage.see("This is the first photo")
        stage.press(Key("n"))
        await stage.see("2/24")
    }

    @Test("Left, Right, Backspace, Home and End move through the photos while nothing can be panned that way")
    func arrowsMove() async {
        let stage = await open()
        for (key, position) in [
            (Key(.right), "2/48"), (Key("l"), "3/48"), (Key(.left), "2/48"), (Key(.end), "48/48"),
            (Key(.backspace), "47/48"), (Key("h"), "46/48"), (Key(.home), "1/48"),
        ] {
            stage.press(key)
            await stage.see("fit  " + position)
        }
        stage.press(Key(.left))
        await stage.see("This is the first photo")
        stage.press(Key(.home))
        await stage.see("This is the first photo")
        stage.press(Key("G"))
        await stage.see("fit  48/48")
        stage.press(Key(.end))
        await stage.see("This is the last photo")
    }

    @Test("In a zoomed photo, a held arrow key stops at the edge, and another press shows the next photo")
    func arrowsAtEdge() async {
        let stage = await open()
        stage.press(Key(.enter))
        await stage.see("100%  1/48")
        for _ in 0..<300 { stage.press(Key(.right)) }
        await stage.see("Edge of the photo")
        await stage.missSlowly("Edge of the photo")
        stage.press(Key(.right))
        await stage.see("fit  2/48")
    }

    @Test("End in a growing list moves to the last known photo, and then on")
    func endOfGrowingList() async {
        let library = InMemoryLibrary()
        library.set(known: 30)
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/48", "fit  1/48")
        library.set(known: nil)
        stage.press(Key(.end))
        await stage.see("fit  48/48")
    }

    @Test("Going back keeps scroll position and filter and selects the last photo seen")
    func goingBack() async {
        let stage = await open(search: "even")
        stage.press(Key("n"))
        await stage.see("Photo 4")
        stage.press(Key(.escape))
        await stage.see("24 of 48")
        stage.press(Key(.enter))
        await stage.see("2/24")
    }

    @Test("Zooming requests the visible part at its resolution, around the same center")
    func zoom() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        await stage.until { !pictures.recorded.withLock { $0.views }.isEmpty }
        let whole = pictures.recorded.withLock { $0.views[0].request.part }
        stage.press(Key(.enter))
        await stage.see("100%")
        await stage.until { pictures.recorded.withLock { $0.views.last?.request.part.width } == 80 }
        let part = pictures.recorded.withLock { $0.views[$0.views.count - 1].request.part }
        #expect(abs(part.x + part.width / 2 - (whole.x + whole.width / 2)) < 0.001)
        #expect(part.height == 46)
        stage.press(Key(.enter))
        await stage.see("fit")
    }

    @Test("A frame in the corner shows where a zoomed photo is, and v hides it with the caption")
    func locator() async {
        let stage = await open()
        #expect(!stage.text.contains("\u{2588}"))
        stage.press(Key(.enter))
        await stage.see("100%")
        func corner() -> [String] { (0..<7).map { String(stage.row($0).suffix(15)) } }
        func frame(_ rows: String...) -> [String] {
            ["\u{250C}\(String(repeating: "\u{2500}", count: 13))\u{2510}"]
                + rows.map { "\u{2502}\($0.replacing("#", with: "\u{2588}"))\u{2502}" }
                + ["\u{2514}\(String(repeating: "\u{2500}", count: 13))\u{2518}"]
        }
        let empty = "             "
        await stage.until("the middle on:\n\(stage.text)") {
            corner() == frame(empty, empty, "      #      ", empty, empty)
        }
        for _ in 0..<300 { stage.press(Key(.down), Key(.right)) }
        await stage.until("the last part on:\n\(stage.text)") {
            corner() == frame(empty, empty, empty, empty, "            #")
        }
        stage.type("v")
        await stage.miss("\u{2588}")
        stage.type("v")
        await stage.see("\u{2588}")
        stage.press(Key(.enter))
        await stage.miss("\u{2588}")
    }

    @Test("The frame has the shape of the photo, also in ASCII, and leaves out of a part what isn't visible")
    func locatorShapes() throws {
        let area = Rect(column: 0, row: 0, columns: 80, rows: 24)
        func drawn(_ width: Int, _ height: Int) -> String {
            var viewport = Viewport(
                picture: PixelSize(width: width, height: height), columns: 80, rows: 24, cellAspect: 2)
            viewport.toggleFill()
            var surface = Surface(size: Size(columns: 80, rows: 24), repertoire: .ascii)
            ZoomLocator(viewport, in: area)?.draw(on: &surface, theme: .mono)
            return surface.text.split(separator: "\n").map { $0.drop { $0 == " " } }.joined(separator: "\n")
        }
        #expect(
            drawn(1000, 1000) == """
                +------------+
                |            |
                |############|
                |############|
                |############|
                |############|
                |            |
                +------------+
                """)
        #expect(
            drawn(20_000, 1000) == """
                +----------------+
                |        #       |
                +----------------+
                """)
        #expect(drawn(1600, 960).isEmpty)
        let tiny = Rect(column: 0, row: 0, columns: 20, rows: 6)
        var viewport = Viewport(picture: PixelSize(width: 40, height: 30), columns: 20, rows: 6, cellAspect: 2)
        viewport.toggleActualSize()
        #expect(ZoomLocator(viewport, in: tiny) == nil)
    }

    @Test("Enter zooms to where the camera has focused, or else to the part that was shown of the last photo")
    func focusPoint() async {
        var details = PhotoDetails()
        details.focus = FocusPoint(x: 0.25, y: 0.75)
        details.camera = "Camera A"
        let pictures = FakePictures(details: details)
        let stage = await open(pictures: pictures)
        let last = { pictures.recorded.withLock { $0.views.last?.request.part } }
        func isAround(_ x: Double, _ y: Double) -> Bool {
            guard let part = last(), part.width == 80 else { return false }
            return abs(part.x + part.width / 2 - x) < 0.001 && abs(part.y + part.height / 2 - y) < 0.001
        }
        await stage.see("Camera A")
        stage.press(Key(.enter))
        await stage.until { isAround(1000, 2250) }
        stage.press(Key(.left))
        await stage.until { isAround(974, 2250) }
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.press(Key(.enter))
        await stage.until { isAround(1000, 2250) }
        stage.press(Key(.left))
        await stage.until { isAround(974, 2250) }
        pictures.set(details: PhotoDetails())
        stage.press(Key("n"))
        await stage.see("fit  2/48")
        stage.press(Key(.enter))
        await stage.until { isAround(974, 2250) }
    }

    @Test("The viewer explains why it cannot show a photo, and n leaves it")
    func broken() async {
        let stage = await TestStage.demoAlbum(pictures: FakePictures(broken: ["Dune"], drawsInitials: true))
        stage.press(Key(.enter))
        await stage.see("Can't show")
        await stage.shows(
            """











                        × Can't show this photo: damaged JPEG (press r to retry)










             ? help  Esc grid  ← → previous, next  Space slideshow  i details  f favorite
             ♡ Dune   2024-05-12 07:46 · Ada Lovelace                                   1/7
            """)
        stage.press(Key("n"))
        await stage.see("llll")
    }

    @Test("A photo named at startup opens on top of its album")
    func namedPhoto() async throws {
        let library = InMemoryLibrary()
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

    @Test("A photo found late does not cover a screen the user has opened")
    func namedPhotoFoundLate() async throws {
        let library = InMemoryLibrary()
        let late = Photo(id: Photo.ID("late"), albumID: Album.ID("Late"), title: "Late")
        let stage = TestStage(library: library)
        stage.coordinator.start(at: late)
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("1/48")
        library.add(album: "Late", photos: [late])
        library.send(.changed)
        library.send(.completed)
        await stage.until { stage.coordinator.pendingPhoto == nil }
        #expect(stage.row(0).contains("1/48"))
        stage.press(Key(.escape))
        await stage.see("Late")
    }

    @Test("A photo covered while opening opens afterwards")
    func coveredWhileOpening() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 1", "1/48")
        stage.press(Key(.enter), Key("?"))
        await stage.see("Next photo")
        stage.press(Key(.escape))
        await stage.see("@@@")
        await stage.see("fit")
    }

    /// Returns a stage with the viewer on the last of 30 loaded photos out of 48.
    private func openLastKnown(_ library: InMemoryLibrary) async -> TestStage {
        library.set(known: 30)
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/48")
        stage.press(Key(.end), Key(.enter))
        await stage.see("fit  30/48")
        return stage
    }

    @Test("The count follows newly loaded photos, and n reaches them")
    func followsPages() async {
        let library = InMemoryLibrary()
        let stage = await openLastKnown(library)
        library.set(known: nil)
        library.send(.changed)
        await stage.see("30/48")
        stage.press(Key("n"))
        await stage.see("31/48")
    }

    @Test("A photo of the grid is drawn while the list still loads")
    func drawsAtOnce() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 12)
        let pictures = FakePictures()
        let stage = TestStage(library: library, pictures: pictures)
        await stage.open("Album 1", "1/12")
        library.set(isHeld: true)
        stage.press(Key(.enter))
        await stage.see("@@@")
        library.set(isHeld: false)
        await stage.until { library.waiting == 0 }
        stage.press(Key("n"))
        await stage.see("2/12")
        await stage.until { pictures.recorded.withLock { $0.views.count } >= 2 }
        #expect(Set(pictures.recorded.withLock { $0.views.map(\.0.id) }).count == 2)
        #expect(pictures.recorded.withLock { $0.views.count } == 2)
    }

    @Test("A photo covered before its list has loaded counts the photos afterwards")
    func countsAfterCovering() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 12)
        library.set(known: 5)
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/12")
        library.set(isHeld: true)
        stage.press(Key(.enter))
        await stage.see("@@@")
        stage.press(Key("?"))
        await stage.see("Next photo")
        library.set(known: nil)
        library.set(isHeld: false)
        stage.press(Key(.escape))
        await stage.see("1/12")
    }

    @Test("If only the list fails to load, its photo is shown, and n tries again")
    func listFails() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 12)
        let stage = TestStage(library: library)
        await stage.open("Album 1", "1/12")
        library.set(failure: .timedOut(host: "photo.example"))
        stage.press(Key(.enter))
        await stage.see("@@@")
        await settle()
        #expect(!stage.text.contains("photo.example"))
        stage.press(Key("n"))
        await stage.see("photo.example did not respond in time")
    }

    @Test("n at the last loaded photo waits for the next and keeps the current one visible")
    func waitsForNext() async {
        let library = InMemoryLibrary()
        let stage = await openLastKnown(library)
        library.set(isHeld: true)
        stage.press(Key("n"))
        await stage.seeSlowly("fit  loading  30/48")
        #expect(stage.text.contains("@@@") && stage.text.contains("Photo 30"))
        library.set(known: nil)
        library.set(isHeld: false)
        await stage.see("Photo 31")
        await stage.see("31/48")
        await stage.miss("loading")
    }

    @Test("n at the end of a loading library continues once more photos are found")
    func goesOnLater() async {
        let library = InMemoryLibrary()
        let stage = await openLastKnown(library)
        stage.press(Key("n"), Key("n"))
        await stage.seeSlowly("fit  loading  30/48")
        library.set(known: nil)
        library.send(.changed)
        await stage.see("31/48")
        await stage.miss("loading")
    }

    @Test("If the next photo fails to load, the reason is shown, the current photo stays and n retries")
    func nextFails() async {
        let library = InMemoryLibrary()
        let stage = await openLastKnown(library)
        library.set(known: 30, partialFailure: .timedOut(host: "photo.example"))
        stage.press(Key("n"))
        await stage.see("photo.example did not respond in time (press n to retry)")
        #expect(stage.text.contains("@@@") && stage.row(23).hasSuffix("30/48"))
        library.set(known: nil)
        stage.press(Key("n"))
        await stage.see("31/48")
    }

    @Test(
        "A slow photo shows its placeholder; a quick one replaces the previous photo directly")
    func slowPhoto() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        await stage.see("@@@")
        pictures.set(isHeld: true)
        stage.press(Key("n"))
        await stage.see("Photo 2")
        #expect(stage.text.contains("@@@") && !stage.text.contains("loading"))
        await stage.seeSlowly("loading")
        #expect(!stage.text.contains("@@@"))
        pictures.set(isHeld: false)
        await stage.see("@@@")
        #expect(!stage.text.contains("loading"))
    }

    @Test(
        "A coarse picture is shown only if the sharp one is slow, after a longer delay on a slow line",
        arguments: [(isQuick: true, delay: 1), (isQuick: false, delay: 5)])
    func roughFirst(_ line: (isQuick: Bool, delay: Int)) async {
        let clock = ManualClock()
        let (views, continuation) = AsyncThrowingStream<ViewedPicture, any Error>.makeStream()
        var port = FakePictures().port
        port.view = { _, _ in views }
        let renderer = ViewRenderer(pictures: port, link: LinkPort(isQuick: { line.isQuick }), clock: clock)
        var shown: [Bool] = []
        renderer.onView = { shown.append($0.isSharp) }
        let picture = RenderedPicture.cells(CellPicture(columns: 0, rows: 0, cells: []))
        let photo = Photo(id: Photo.ID("1"), albumID: Album.ID("1"), title: "Photo")
        let part = PixelRect(x: 0, y: 0, width: 1, height: 1)
        renderer.draw(
            photo, ViewRequest(part: part, columns: 1, rows: 1, style: ArtStyle(symbols: .half, colors: .none)))
        continuation.yield(ViewedPicture(picture: picture, isSharp: false))
        await until { clock.sleepers == 1 }
        #expect(shown.isEmpty && renderer.isInProgress)
        for _ in 0..<line.delay {
            #expect(shown.isEmpty && clock.sleepers == 1)
            clock.advance(by: .milliseconds(30))
        }
        await until { !shown.isEmpty }
        continuation.yield(ViewedPicture(picture: picture, isSharp: true))
        continuation.finish()
        await until { !renderer.isInProgress }
        #expect(shown == [false, true])
    }

    @Test("Leaving or covering a photo cancels its decode", arguments: [Key(.escape), Key("?")])
    func cancels(key: Key) async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        // Loading the next photo begins and ends in another pane.
        #expect(pictures.recorded.withLock { !$0.cancelledPanes.contains(.first) })
        stage.press(key)
        #expect(pictures.recorded.withLock { $0.cancelledPanes.contains(.first) })
    }

    @Test("w fits the side that fills the screen, and then the whole photo again")
    func fill() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        stage.press(Key("w"))
        await stage.see("fit width  1/48")
        await stage.until { pictures.recorded.withLock { $0.views.last?.request.part.width } == 4000 }
        stage.press(Key("R"))
        await stage.see("fit width  1/48")
        stage.press(Key("w"))
        await stage.see("  fit  1/48")
    }

    @Test("K keeps zoom, position and rotation for the next photos, and the caption says so")
    func keepsView() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        stage.press(Key(.enter), Key("L"), Key(.up), Key("H"))
        await stage.see("view kept  100%  1/48")
        // Other views prefetch the next photo, in another pane.
        func last(of title: String) -> ViewRequest? {
            var request = pictures.recorded.withLock { $0.views.last { $0.photo.title == title }?.request }
            request?.pane = .first
            return request
        }
        await stage.until { last(of: "Photo 1")?.rotation == .threeQuarters }
        let request = last(of: "Photo 1")
        stage.press(Key("n"))
        await stage.see("view kept  100%  2/48")
        await stage.until { last(of: "Photo 2") != nil }
        #expect(last(of: "Photo 2") == request)
        stage.press(Key("H"), Key("n"))
        await stage.see("fit  3/48")
        #expect(!stage.text.contains("view kept"))
    }

    @Test("Without a caption, a notice says whether the view is kept")
    func keepsViewWithoutCaption() async {
        let stage = await open()
        stage.press(Key("v"), Key("H"))
        await stage.see("The next photos keep this view")
        stage.press(Key("H"))
        await stage.see("The next photos are fitted to the screen")
    }

    @Test("R rotates the photo, fitted or zoomed in, and the next one is upright")
    func turns() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        // Other views prefetch the next photo.
        func last(of title: String) -> ViewRequest? {
            pictures.recorded.withLock { $0.views.last { $0.photo.title == title }?.request }
        }
        stage.press(Key("R"))
        await stage.until { last(of: "Photo 1")?.rotation == .quarter }
        #expect(last(of: "Photo 1")?.part.height == 4000)
        // A photo has an actual size once it is there.
        await settle()
        stage.press(Key(.enter))
        await stage.see("100%")
        stage.press(Key("R"))
        await stage.until("\(String(describing: last(of: "Photo 1")))") {
            last(of: "Photo 1")?.rotation == .half && last(of: "Photo 1")?.part.width == 80
        }
        stage.press(Key("n"))
        await stage.see("fit  2/48")
        await stage.until { last(of: "Photo 2")?.rotation == Rotation.none }
    }
}
