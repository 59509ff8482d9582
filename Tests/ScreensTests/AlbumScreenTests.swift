import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Album screen")
struct AlbumScreenTests {
    /// Returns a stage that shows the first album of a library.
    private func open(
        _ library: InMemoryLibrary = InMemoryLibrary(), of count: String = "48",
        pictures: FakePictures = FakePictures(),
        columns: Int = 80,
        rows: Int = 24
    ) async -> TestStage {
        let stage = TestStage(library: library, pictures: pictures, columns: columns, rows: rows)
        await stage.openFirstAlbum("/\(count)")
        return stage
    }

    @Test("The grid has at least three columns at 80, with titles and a position")
    func grid() async {
        let stage = await open()
        await stage.see("1/48")
        await stage.see("Photo 3")
        #expect(stage.text.split(separator: "\n").contains { $0.contains("Photo 1 ") && $0.contains("Photo 3") })
    }

    @Test("Every key of a search filters the grid; each word must match a title or tag")
    func search() async {
        let stage = await open()
        stage.type("/")
        stage.type("PHÓTO")
        await stage.see("48 of 48")
        stage.type(" odd")
        await stage.see("24 of 48")
        stage.type(" 1")
        await stage.see("9 of 48")
        stage.type("x")
        await stage.see("No photos match")
        stage.press(Key(.backspace))
        await stage.see("9 of 48")
    }

    @Test("While typing Esc clears the search; with a kept search the first Esc clears it and the second goes back")
    func escape() async {
        let stage = await open()
        stage.type("/even")
        await stage.see("24 of 48")
        stage.press(Key(.escape))
        await stage.see("1/48")
        stage.type("/even")
        stage.press(Key(.enter))
        await stage.see("24 of 48")
        #expect(stage.surface.cursor == nil)
        stage.press(Key(.escape))
        await stage.see("/48")
        stage.press(Key(.escape))
        await stage.see("Ada Lovelace")
    }

    @Test("q goes back at once, even with a kept search")
    func quit() async {
        let stage = await open()
        stage.type("/even")
        stage.press(Key(.enter), Key("q"))
        await stage.see("Ada Lovelace")
    }

    @Test("The selected photo stays selected if it matches the search")
    func keepsSelection() async {
        let stage = await open()
        stage.press(Key(.right), Key(.right), Key(.right))
        await stage.see("4/48")
        stage.type("/even")
        stage.press(Key(.enter))
        await stage.see("24 of 48")
        stage.press(Key(.enter))
        await stage.see("2/24")
    }

    @Test("Clearing a search without matches restores the selection")
    func keepsSelectionThroughNoMatch() async {
        let stage = await open()
        stage.press(Key(.right), Key(.right), Key(.right))
        await stage.see("4/48")
        stage.type("/zzz")
        await stage.see("No photos match")
        stage.press(Key(.escape))
        await stage.see("4/48")
    }

    @Test("The selection is a frame and reversed text, not only a color")
    func selectionWithoutColor() async {
        let stage = await open()
        await stage.see("\u{250F}")
        let reversed = stage.surface.cells.filter { $0.style.attributes.contains(.reverse) }
        #expect(reversed.contains { $0.scalar == "P" })
    }

    @Test("+ and - change the thumbnail size, which is remembered")
    func tileSize() async {
        let stage = await open()
        stage.press(Key("+"))
        await stage.until { stage.rememberedTileWidth == 40 }
        stage.press(Key("-"), Key("-"))
        #expect(stage.rememberedTileWidth == 20)
    }

    @Test(
        "Each size step changes the number of thumbnails per row, up to the limits", arguments: [80, 200])
    func tileSizeSteps(columns: Int) {
        var width = TileSize.usable(1000)
        var counts = [TileSize.tileCount(of: width, columns: columns)]
        #expect(TileSize.width(after: width, .larger, columns: columns) == nil)
        while let smaller = TileSize.width(after: width, .smaller, columns: columns) {
            width = smaller
            counts.append(TileSize.tileCount(of: width, columns: columns))
        }
        #expect(counts.first == 1 && counts.count > 4 && zip(counts, counts.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test("A photo that cannot be decoded is a broken tile with the reason")
    func broken() async {
        let stage = await open(pictures: FakePictures(broken: ["Photo 2"]))
        await stage.see("damaged JPEG")
        await stage.see("Photo 2")
    }

    @Test("r reloads a thumbnail that failed for any reason")
    func retriesTiles() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        pictures.set(tileFailure: LibraryFailure.timedOut(host: "photo.example"))
        stage.press(Key("-"))
        await stage.see("photo.example did")
        pictures.set(tileFailure: nil)
        stage.press(Key("r"))
        await stage.miss("photo.example")
        await stage.see("####")
    }

    @Test("A failed next page is reported once", arguments: [(80, 24), (40, 12)])
    func failedPage(columns: Int, rows: Int) async {
        let library = InMemoryLibrary()
        library.set(known: 7, partialFailure: .timedOut(host: "photo.example"))
        let stage = TestStage(library: library, columns: columns, rows: rows)
        await stage.openFirstAlbum("1/7 of 48")
        stage.press(Key(.end))
        await stage.see("(press r to retry)")
        library.send(.partlyFailed(.timedOut(host: "photo.example")))
        await stage.until { stage.notices.current != nil }
        #expect(stage.text.contains("(press r to retry)"))
        #expect(!stage.text.contains("Couldn't load"))
    }

    @Test("If the list is cut short, the reason is shown below the last photo")
    func partialFailure() async {
        let library = InMemoryLibrary()
        library.set(known: 7, partialFailure: .timedOut(host: "photo.example"))
        let stage = TestStage(library: library)
        await stage.openFirstAlbum("1/7 of 48")
        #expect(!stage.text.contains("did not respond"))
        stage.press(Key(.end))
        await stage.see("photo.example did not respond in time (press r to retry)")
        await stage.see("Photo 7")
        stage.press(Key("w"))
        await stage.see("photo.example did not respond in time (press r to retry)")
        // The jump to the end is given up, or it would go on with the retry.
        await stage.miss("Esc stop")
        library.set(known: nil)
        stage.press(Key("r"))
        await stage.see("7/48")
        await stage.see("Photo 8")
    }

    @Test("A search of an album that is still loading shows how much was searched")
    func searchesWhatIsThere() async {
        let library = InMemoryLibrary()
        library.set(known: 30)
        let stage = await open(library, of: "30 of 48")
        stage.type("/even")
        await stage.see("15 in 30 of 48")
        library.set(known: nil)
        library.send(.changed)
        await stage.see("24 of 48")
    }

    @Test("Details that take long to load show an indicator")
    func slowInformation() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        pictures.set(isHeld: true)
        stage.press(Key("i"))
        await stage.see("Number 1")
        #expect(!stage.text.contains("Asking"))
        await stage.seeSlowly("Loading more")
        pictures.set(isHeld: false)
        await stage.see("4000 \u{00D7} 3000 pixels")
        #expect(!stage.text.contains("Asking"))
    }

    @Test("An album of 100,000 photos is read in ranges around the view")
    func large() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 100_000)
        let stage = TestStage(library: library)
        await stage.openFirstAlbum("1/100000")
        stage.press(Key(.end))
        await stage.see("100000/100000")
        await stage.see("Photo 99999")
        stage.press(Key(.pageUp))
        await stage.see("Photo 99994")
        #expect(library.largestRange < 600)
    }

    @Test("Visible thumbnails are requested first, and those scrolled away are cancelled")
    func visibleFirst() async {
        let pictures = FakePictures()
        let stage = await open(pictures: pictures)
        await stage.see("#")
        let recorded = pictures.recorded.withLock { $0.tiles }.filter { $0.photo.albumID == Album.ID("Album 1") }
        let grid = recorded.drop { $0.request.columns < 20 }
        #expect(grid.first?.request.isVisible == true)
        #expect(grid.contains { !$0.request.isVisible })
    }

    @Test(
        "Every terminal size can be drawn",
        arguments: [(1, 1), (20, 8), (40, 12), (80, 24), (120, 40), (200, 50), (500, 200)])
    func sizes(columns: Int, rows: Int) async {
        let stage = TestStage(library: InMemoryLibrary(), columns: 80, rows: 24)
        await stage.openFirstAlbum("1/48")
        stage.resize(columns: columns, rows: rows)
        if columns >= 20 { await stage.see("Photo 1") }
        stage.press(Key(.end))
        if columns >= 20 { await stage.see("Photo 48") }
        stage.resize(columns: 80, rows: 24)
        await stage.see("48/48")
    }

    @Test("w switches between the grid and the masonry layout, keeping the selection")
    func masonry() async {
        let stage = await open()
        stage.press(Key(.right), Key("w"))
        await stage.see("2/48")
        await stage.see("Photo 1")
        stage.press(Key(.down))
        await stage.see("5/48")
        await stage.until("the end") {
            stage.press(Key(.down))
            return stage.text.contains("47/48")
        }
        await stage.see("Photo 47")
        stage.press(Key("w"))
        await stage.see("47/48")
    }

    @Test("In the masonry layout the file's aspect ratio is used if the library has none")
    func measuredMasonry() async {
        let pictures = FakePictures(aspects: ["Photo 1": 0.5, "Photo 2": 4])
        let stage = TestStage(library: InMemoryLibrary(), pictures: pictures, rows: 40)
        await stage.openFirstAlbum("1/48")
        stage.press(Key("w"))
        await stage.see("Photo 3")
        let rows = stage.text.split(separator: "\n", omittingEmptySubsequences: false)
        let titles = (1...3).map { number in
            rows.firstIndex { $0.contains("Photo \(number) ") || $0.hasSuffix("Photo \(number)") } ?? 0
        }
        #expect(titles[1] < titles[2] && titles[2] < titles[0])
    }

    @Test("In the masonry layout End goes to the last photo before its layout is known")
    func endOfMasonry() async {
        let stage = await open(InMemoryLibrary(albums: 1, photosPerAlbum: 300), of: "300")
        stage.press(Key("w"))
        await stage.see("Photo 1")
        stage.press(Key(.end))
        await stage.see("300/300")
        await stage.see("Photo 300")
    }

    @Test("i shows the details of the photo")
    func information() async {
        let stage = await open()
        stage.press(Key("i"))
        await stage.see("4000 \u{00D7} 3000 pixels")
        await stage.see("Number 1")
        stage.press(Key(.escape))
        await stage.see("1/48")
    }

    @Test("Going back to the masonry layout returns to a photo far down")
    func backToMasonry() async {
        let stage = await open(InMemoryLibrary(albums: 1, photosPerAlbum: 300), of: "300")
        stage.press(Key(.end), Key("w"))
        await stage.see("Photo 300")
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.press(Key(.escape))
        await stage.see("300/300")
        await stage.see("Photo 300")
    }
}
