import Albums
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("The strip below the photo", .timeLimit(.minutes(60)))
struct StripTests {
    private let library = InMemoryLibrary(
        photos: (0..<26).map { index in
            let title = String(UnicodeScalar(UInt8(65 + index)))
            return Photo(id: Photo.ID(title), albumID: Album.ID("All"), title: title)
        })

    private func viewer(columns: Int = 80, rows: Int = 24) async -> TestStage {
        let stage = await TestStage(library: library, columns: columns, rows: rows).open("All", "1/26")
        stage.press(Key(.enter))
        await stage.see("fit  1/26")
        return stage
    }

    private func state(_ stage: TestStage) -> ViewerState? { (stage.stack.top as? ViewerScreen)?.state }

    /// Waits until the strip shows photos.
    private func strip(
        shows titles: String, on stage: TestStage, sourceLocation: SourceLocation = #_sourceLocation
    ) async {
        await stage.until(sourceLocation: sourceLocation) {
            _ = stage.text
            guard let strip = state(stage)?.strip else { return false }
            return strip.photos.map(\.title).joined() == titles && strip.tiles.count == titles.count
        }
    }

    @Test("N shows the neighbors of the photo in a row of tiles, and hides them")
    func toggling() async {
        let stage = await viewer()
        stage.type("nnN")
        await strip(shows: "ABCDEF", on: stage)
        stage.clock.advance(by: .seconds(4))
        await stage.shows(
            """
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
                                       ━━━━━━━━━━━━
             ############ ############ ############ ############ ############ ############
             ############ ############ ############ ############ ############ ############
             ############ ############ ############ ############ ############ ############
             ############ ############ ############ ############ ############ ############
             ♡ C                                                                  fit  3/26
            """)
        stage.press(Key(.function(6)))
        #expect(state(stage)?.strip == nil)
        await stage.until { stage.row(19).contains("@@@@") }
    }

    @Test("The next viewer shows the strip, too, unless it was hidden")
    func remembering() async {
        let stage = await viewer()
        stage.type("N")
        await strip(shows: "ABCDEF", on: stage)
        stage.press(Key(.escape))
        await stage.see("1/26")
        stage.press(Key(.enter))
        await strip(shows: "ABCDEF", on: stage)
        stage.type("N")
        stage.press(Key(.escape), Key(.enter))
        await stage.see("fit  1/26")
        #expect(state(stage)?.strip == nil && !stage.preferences.showsStrip)
    }

    @Test("The row stays until the photo leaves it, and then keeps one of its photos")
    func turning() async {
        let stage = await viewer()
        stage.type("N")
        await strip(shows: "ABCDEF", on: stage)
        stage.type("nnnnn")
        await stage.see("6/26")
        await strip(shows: "ABCDEF", on: stage)
        stage.type("n")
        await strip(shows: "FGHIJK", on: stage)
        stage.press(Key(.end))
        await strip(shows: "UVWXYZ", on: stage)
        stage.press(Key(.home))
        await strip(shows: "ABCDEF", on: stage)
    }

    @Test("Tiles of another row wait until the photo is on the screen")
    func waiting() async {
        let stage = await viewer()
        stage.type("N")
        await strip(shows: "ABCDEF", on: stage)
        stage.waitsForPictures = true
        library.set(isHeld: true)
        stage.press(Key(.end))
        await stage.until { library.waiting > 0 }
        #expect(state(stage)?.strip?.photos.first?.title == "A")
        library.set(isHeld: false)
        await strip(shows: "UVWXYZ", on: stage)
    }

    @Test("A row whose load was canceled loads once the photo is on the screen again")
    func canceled() async {
        let navigator = PhotoNavigator(
            from: PhotoPosition(list: .album(Album.ID("All")), query: .everything, index: 0), library: library)
        let strip = PhotoStrip(navigator, pictures: FakePictures().port, clock: ManualClock())
        strip.layOut(
            capacity: 6,
            tile: TileRequest(columns: 12, rows: 4, style: ArtStyle(symbols: .half, colors: .none), isVisible: false))
        library.set(isHeld: true)
        strip.update(isPhotoShown: true)
        await until { library.waiting == 1 }
        strip.update(isPhotoShown: false)
        library.set(isHeld: false)
        strip.update(isPhotoShown: true)
        await until { strip.state.photos.map(\.title).joined() == "ABCDEF" }
    }

    @Test("A click on a tile shows its photo")
    func clicking() async {
        let stage = await viewer()
        stage.type("N")
        await strip(shows: "ABCDEF", on: stage)
        stage.point(.press, column: 42, row: 21)
        stage.point(.release, column: 42, row: 21)
        await stage.see("4/26")
        await stage.until { state(stage)?.activePane.photo?.title == "D" }
    }

    @Test("On a small terminal, the strip is two rows high")
    func small() async {
        let stage = await viewer(columns: 40, rows: 12)
        stage.type("N")
        await strip(shows: "ABCDE", on: stage)
        stage.clock.advance(by: .seconds(4))
        await stage.shows(
            """
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
            @@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@@
               ━━━━━━
               ###### ###### ###### ###### ######
               ###### ###### ###### ###### ######
             ♡ A                          fit  1/26
            """)
    }

    @Test("The details and a changed list leave the strip as it is")
    func others() async {
        let stage = await viewer(columns: 120)
        stage.type("Ni")
        await strip(shows: "ABCDEFGHI", on: stage)
        library.send(.changed)
        await strip(shows: "ABCDEFGHI", on: stage)
        #expect(stage.text.contains("############ ############"))
    }
}
