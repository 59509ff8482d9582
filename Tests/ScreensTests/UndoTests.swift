import Albums
import TerminalUI
import TestFixtures
import Testing

@testable import Screens

@MainActor
@Suite("Undo", .timeLimit(.minutes(60)))
struct UndoTests {
    private let favorites = InMemoryFavorites()

    private func album() async -> TestStage {
        await TestStage(library: InMemoryLibrary(albums: 2, photosPerAlbum: 40), favorites: favorites)
            .open("Album 1", "1/40")
    }

    @Test("In a grid, undoing and redoing select the photo, also when it is out of view")
    func grid() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.end))
        await stage.see("40/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        await stage.see("1/40")
        stage.press(Key(.end))
        await stage.see("40/40")
        stage.press(Key("Z"))
        await stage.see("Added")
        await stage.see("1/40")
    }

    @Test("In the viewer, undoing shows the photo")
    func viewer() async {
        let stage = await album()
        stage.press(Key(.enter))
        await stage.see("fit  1/40")
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key("n"), Key("n"), Key("n"))
        await stage.see("fit  4/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        // The notice covers the caption.
        await stage.seeSlowly("fit  1/40")
    }

    @Test("A photo that the list lacks leaves the selection where it is")
    func otherList() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.escape), Key(.right), Key(.enter))
        await stage.see("1/40")
        stage.press(Key(.right))
        await stage.see("2/40")
        stage.press(Key("z"))
        await stage.see("Removed")
        await settle()
        #expect(stage.row(0).hasSuffix("2/40"))
    }

    @Test("In the albums, z undoes too")
    func home() async {
        let stage = await album()
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key(.escape))
        await stage.see("Album 2")
        stage.press(Key("z"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites")
        #expect(favorites.titles == [])
    }

    @Test("A click on the hint of a photo command presses its key")
    func hint() async {
        let stage = await album()
        stage.click(on: "f favorite")
        await stage.see("Added")
        #expect(favorites.titles == ["Photo 1"])
    }

    @Test("z also undoes ratings, labels, flags and favorites of earlier runs, the latest first, and Z redoes them")
    func earlierRun() async {
        let (library, changes) = (InMemoryLibrary(albums: 1, photosPerAlbum: 3), InMemoryChanges())
        library.allowEditing()
        func open() async -> TestStage {
            await TestStage(library: library, favorites: favorites, changes: changes).open("Album 1", "/3")
        }
        var stage = await open()
        stage.type("4f")
        await stage.see("Added")
        stage.press(Key(.right), Key("x"), Key("7"))
        await stage.see("Labeled")
        await stage.coordinator.finish()
        #expect(changes.changes.count == 4)
        stage = await open()
        for notice in [
            "Restored the label of \u{201C}Photo 2\u{201D}", "Undid rejecting \u{201C}Photo 2\u{201D}",
            "Removed \u{201C}Photo 1\u{201D} from favorites", "Restored the stars of \u{201C}Photo 1\u{201D}",
        ] {
            stage.type("z")
            await stage.see(notice)
        }
        #expect(library.assessments(2) == [Assessment(), Assessment()] && favorites.titles.isEmpty)
        stage.type("z")
        await stage.see("Nothing to undo")
        stage.type("ZZ")
        await stage.see("Added \u{201C}Photo 1\u{201D} to favorites")
        await stage.coordinator.finish()
        #expect(library.assessments(2) == [Assessment(stars: 4), Assessment()])
        #expect(changes.changes.count == 2)
    }

    @Test("A change of an earlier run stays if another program has changed the photo since, and its values are named")
    func earlierRunWithOtherValues() async {
        let (library, changes) = (InMemoryLibrary(albums: 1, photosPerAlbum: 3), InMemoryChanges())
        library.allowEditing()
        var stage = await TestStage(library: library, changes: changes).open("Album 1", "1/3")
        stage.type("4")
        await stage.until { library.assessments(1)[0].stars == 4 }
        await stage.coordinator.finish()
        library.set(Assessment(stars: 2), ofPhotoAt: 0)
        stage = await TestStage(library: library, changes: changes).open("Album 1", "1/3")
        stage.type("z")
        await stage.see("another program has rated it \u{2605}\u{2605}")
        #expect(library.assessments(1)[0].stars == 2)
        await stage.coordinator.finish()
        #expect(changes.changes.isEmpty)
    }

    @Test("Changes of files and of other kinds in earlier runs are undone in the order of their dates")
    func earlierRunWithFiles() async {
        let (library, changes) = (InMemoryLibrary(albums: 1, photosPerAlbum: 3), InMemoryChanges())
        library.allowEditing()
        library.set(trashedEarlier: ["Photo 2"])
        var stage = await TestStage(library: library, changes: changes).open("Album 1", "1/2")
        stage.type("4")
        await stage.until { library.assessments(1)[0].stars == 4 }
        await stage.coordinator.finish()
        stage = await TestStage(library: library, changes: changes).open("Album 1", "1/2")
        stage.type("z")
        await stage.see("Restored the stars")
        stage.type("z")
        await stage.see("Restored \u{201C}Photo 2\u{201D} from the trash")
    }

    @Test(
        "A change made while z loads those of earlier runs stays undoable",
        arguments: [Named("at once", true), Named("later", false)])
    func changeDuringLoad(isTypedAtOnce: Named<Bool>) async {
        let (library, changes) = (InMemoryLibrary(albums: 1, photosPerAlbum: 3), InMemoryChanges())
        library.allowEditing()
        var stage = await TestStage(library: library, changes: changes).open("Album 1", "1/3")
        stage.type("2")
        await stage.until { library.assessments(1)[0].stars == 2 }
        await stage.coordinator.finish()
        stage = await TestStage(library: library, changes: changes).open("Album 1", "1/3")
        stage.press(Key(.right))
        await stage.see("2/3")
        changes.set(isLoadHeld: true)
        stage.type("z")
        if !isTypedAtOnce.value { await settle() }
        stage.type("4")
        await stage.until { library.assessments(2)[1].stars == 4 }
        await settle()
        changes.set(isLoadHeld: false)
        await stage.see("Rated \u{201C}Photo 2\u{201D}")
        #expect(library.assessments(2) == [Assessment(), Assessment(stars: 4)])
        stage.type("z")
        await stage.see("Restored the stars of \u{201C}Photo 2\u{201D}")
        await stage.coordinator.finish()
        #expect(library.assessments(2) == [Assessment(), Assessment()] && changes.changes.isEmpty)
    }

    @Test("After a change made while z was at work, nothing can be redone")
    func changeDuringUndo() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 3)
        library.allowEditing()
        let stage = await TestStage(library: library).open("Album 1", "1/3")
        stage.type("4")
        await stage.see("Rated \u{201C}Photo 1\u{201D}")
        library.set(isWriteHeld: true)
        stage.type("z")
        await stage.miss("\u{2605}\u{2605}\u{2605}\u{2605}")
        stage.press(Key(.right))
        await stage.see("2/3")
        stage.type("5")
        library.set(isWriteHeld: false)
        await stage.see("Rated \u{201C}Photo 2\u{201D}")
        #expect(library.assessments(2) == [Assessment(), Assessment(stars: 5)])
        stage.type("Z")
        await stage.see("Nothing to redo")
    }

    @Test("z undoes a change made while Z was at work before the redone one")
    func changeDuringRedo() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 3)
        library.allowEditing()
        let stage = await TestStage(library: library).open("Album 1", "1/3")
        stage.type("4")
        await stage.see("Rated \u{201C}Photo 1\u{201D}")
        stage.type("z")
        await stage.see("Restored the stars of \u{201C}Photo 1\u{201D}")
        library.set(isWriteHeld: true)
        stage.type("Z")
        await stage.see("\u{2605}\u{2605}\u{2605}\u{2605}")
        stage.press(Key(.right))
        await stage.see("2/3")
        stage.type("5")
        library.set(isWriteHeld: false)
        await stage.see("Rated \u{201C}Photo 2\u{201D}")
        #expect(library.assessments(2) == [Assessment(stars: 4), Assessment(stars: 5)])
        stage.type("z")
        await stage.see("Restored the stars of \u{201C}Photo 2\u{201D}")
        #expect(library.assessments(2) == [Assessment(stars: 4), Assessment()])
    }
}
