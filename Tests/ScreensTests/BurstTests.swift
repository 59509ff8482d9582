import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Bursts on the screen", .timeLimit(.minutes(60)))
struct BurstTests {
    private let library: InMemoryLibrary

    /// Two bursts, `Surf 1` to `Surf 3` and `Gull 1` and `Gull 2`, with a photo between them and one after.
    init() {
        let times: [(String, Double)] = [
            ("Surf 1", 0.5), ("Surf 2", 1), ("Surf 3", 2), ("Pier", 60), ("Gull 1", 90.5), ("Gull 2", 91),
            ("Wreck", 200),
        ]
        library = InMemoryLibrary(
            photos: times.map { title, seconds in
                Photo(
                    id: Photo.ID(title), albumID: Album.ID("All"), title: title,
                    date: Date(timeIntervalSince1970: 1_715_500_000 + seconds), file: Array("/a/\(title).jpg".utf8))
            })
        library.foldBursts()
        library.allowEditing()
    }

    private func stage(columns: Int = 80, themes: ThemeSettings = ThemeSettings()) async -> TestStage {
        await TestStage(library: library, columns: columns, themes: themes).open("All", "Surf 1")
    }

    /// Opens the album, with its bursts folded.
    private func folded(columns: Int = 80) async -> TestStage {
        let stage = await stage(columns: columns)
        stage.type("b")
        await stage.see("1/4 of 7 photos")
        return stage
    }

    @Test("b folds bursts into tiles with their numbers, and the album keeps that")
    func folding() async {
        let stage = await folded()
        #expect(stage.text.contains("\u{25A3} 3") && stage.text.contains("\u{25A3} 2"))
        #expect(stage.text.contains("Surf 1") && !stage.text.contains("Surf 2"))
        #expect(stage.text.contains("Bursts are folded"))
        stage.press(Key(.escape))
        await stage.see("Albums")
        stage.press(Key(.enter))
        await stage.see("1/4 of 7 photos")
        stage.type("b")
        await stage.see("1/7")
        #expect(stage.preferences.foldedLists.isEmpty && stage.text.contains("All photos are shown"))
    }

    @Test("Folding bursts counts them at once, even right after a count of rated photos")
    func counting() async {
        library.allowEditing(isSearchable: true)
        library.set(Assessment(stars: 2), ofPhotoAt: 3)
        let stage = await stage(columns: 120)
        await stage.see("1 of 7 rated")
        stage.type("b")
        await stage.see("2 bursts left")
    }

    @Test("The selected photo stays selected when its burst is folded and unfolded")
    func selection() async {
        let stage = await stage()
        stage.type("lllll")
        await stage.see("6/7")
        stage.type("b")
        await stage.see("3/4 of 7 photos")
        stage.type("b")
        await stage.see("6/7")
    }

    @Test("Enter opens a stack of a library that doesn't fold bursts")
    func stackOfLibrary() async {
        let ids = ["Surf", "Gull"].map { Photo.ID($0) }
        let photos = ids.map { Photo(id: $0, albumID: Album.ID("All"), title: $0.rawValue) }
        let library = InMemoryLibrary(photos: [photos[0].with(burst: ids), photos[1]])
        let stage = await TestStage(library: library).open("All", "1/2")
        #expect(stage.text.contains("\u{25A3} 2"))
        stage.press(Key(.enter))
        await stage.see("Burst of 2 \u{00B7} Surf")
        stage.press(Key(.escape))
        await stage.see("1/2")
        stage.type("l")
        stage.press(Key(.enter))
        await stage.see("2/2")
        #expect(!stage.text.contains("Burst"))
    }

    @Test("Enter opens a burst, and Esc returns to its tile, whichever photo was selected last")
    func opening() async {
        let stage = await folded()
        stage.type("ll")
        await stage.see("3/4")
        stage.press(Key(.enter))
        await stage.see("Burst of 2 \u{00B7} Gull 1")
        await stage.see("1/2")
        stage.type("l")
        stage.type("b")
        await stage.see("These photos are a burst")
        stage.press(Key(.enter))
        await stage.see("Gull 2")
        await stage.see("2/2")
        stage.press(Key(.escape))
        stage.press(Key(.escape))
        await stage.see("3/4 of 7 photos")
    }

    @Test("Enter on a single photo of a folded list opens it, and n moves on by tiles")
    func viewing() async {
        let stage = await folded()
        stage.type("l")
        await stage.see("2/4")
        stage.press(Key(.enter))
        await stage.see("Pier")
        await stage.see("2/4")
        stage.type("n")
        await stage.see("Gull 1")
        await stage.see("3/4")
        stage.type("n")
        await stage.see("Wreck")
        await stage.see("4/4")
    }

    @Test("A photo of a burst that is rejected in the viewer stays on the screen")
    func rejectedInViewer() async {
        let stage = await folded()
        stage.type("l")
        stage.press(Key(.enter))
        await stage.see("Pier")
        await stage.see("2/4")
        stage.type("n")
        await stage.see("Gull 1")
        await stage.see("3/4")
        stage.type("x")
        await stage.until { self.library.assessment(of: Photo.ID("Gull 1"))?.flag == .rejected }
        library.send(.changed)
        stage.type("n")
        await stage.see("Wreck")
        await stage.see("4/4")
        stage.type("p")
        await stage.see("Gull 2")
        await stage.see("3/4")
    }

    @Test("A folded burst is one target of stars, labels and flags, and one undo restores them")
    func assessing() async {
        let stage = await folded()
        let burst = ["Surf 1", "Surf 2", "Surf 3"].map { Photo.ID($0) }
        stage.type("x")
        await stage.see("Rejected 3 photos (press z to undo)")
        #expect(library.writes == [burst.map { PhotoChange($0, .flag(.rejected)) }])
        await stage.see("1/4 of 7 photos")
        stage.type("z")
        await stage.see("Undid rejecting 3 photos")
        #expect(burst.allSatisfy { library.assessment(of: $0)?.flag == nil })
        stage.type("56l")
        await stage.until { burst.allSatisfy { self.library.assessment(of: $0)?.label != nil } }
        #expect(burst.allSatisfy { library.assessment(of: $0)?.stars == 5 })
        await stage.see("2/4")
        stage.type("4")
        await stage.see("Rated \u{201C}Pier\u{201D}")
    }

    @Test("Esc cancels looking up the next burst if that is slow")
    func canceledLookup() async {
        let stage = await folded()
        library.set(isHeld: true)
        stage.type(".")
        await settle()
        stage.press(Key(.escape))
        await stage.see("Canceled")
        library.set(isHeld: false)
        await settle()
        #expect(stage.row(0).hasSuffix("1/4 of 7 photos") && library.writes.isEmpty)
    }

    @Test("With auto-advance, a rating is for the whole burst, and goes to the next tile")
    func advancing() async {
        let stage = await folded()
        stage.type("A3")
        await stage.see("2/4")
        await stage.until { self.library.assessment(of: Photo.ID("Surf 3"))?.stars == 3 }
        #expect(library.assessment(of: Photo.ID("Pier")) == nil)
    }

    @Test("Del moves a folded burst to the trash, and one undo restores it")
    func trashing() async {
        let stage = await folded()
        stage.type("ll")
        await stage.see("3/4")
        stage.press(Key(.delete))
        await stage.see("Moved 2 photos to the trash")
        await stage.see("3/3 of 5 photos")
        #expect(Set(library.trashedPhotos) == [Photo.ID("Gull 1"), Photo.ID("Gull 2")])
        stage.type("z")
        await stage.see("of 7 photos")
        await stage.see("\u{25A3} 2")
    }

    @Test("A folded burst is moved, copied and turned as a whole")
    func changing() async {
        library.allowTurning()
        let stage = await folded()
        stage.type("V")
        await stage.see("Move 3 photos")
        stage.press(Key(.escape))
        await stage.miss("Move 3 photos")
        stage.type("C")
        await stage.see("Copy 3 photos")
        stage.press(Key(.escape))
        await stage.miss("Copy 3 photos")
        stage.type("R")
        await stage.see("Turned 3 photos (press z to undo)")
        #expect(library.edits == [PhotoEdit](repeating: .set([.orientation: "6"]), count: 3))
    }

    @Test("F2 on a folded burst renames all of its photos by a pattern, and else the one on top")
    func renaming() async {
        let stage = await folded()
        stage.press(Key(.function(2)))
        await stage.see("Rename Surf 1 (1 of 3)")
        await stage.see("Name: Surf 1")
        stage.type("st")
        await stage.see("Surf 1 \u{25B8} Surf 1st")
        #expect(!stage.text.contains("Surf 2 \u{25B8}"))
        stage.press(Key(.character("u"), .control))
        stage.type("Wave {n}")
        await stage.see("Surf 3 \u{25B8} Wave 3")
        stage.press(Key(.enter))
        await stage.see("Renamed 3 photos (press z to undo)")
    }

    // MARK: Keeping one

    @Test("K keeps a compared photo, rejects the others of its burst at once, and compares the next burst")
    func keepingCompared() async {
        library.allowEditing(isSearchable: true)
        let stage = await folded(columns: 120)
        await stage.see("2 bursts left")
        stage.type("c")
        await stage.until { compared(on: stage) == ["Surf 1", "Surf 2", "Surf 3"] }
        stage.press(Key(.tab))
        stage.type("K")
        await stage.until { compared(on: stage) == ["Gull 1", "Gull 2"] }
        await stage.see("Kept \u{201C}Surf 2\u{201D} and rejected 2 photos (press z to undo) \u{00B7} 1 burst left")
        #expect(library.writes == [["Surf 1", "Surf 3"].map { PhotoChange(Photo.ID($0), .flag(.rejected)) }])
        stage.type("z")
        await stage.see("Undid rejecting 2 photos")
        #expect(library.assessment(of: Photo.ID("Surf 1"))?.flag == nil)
        stage.type("Z")
        await stage.see("Rejected 2 photos")
        stage.type("K")
        await stage.see("Kept \u{201C}Gull 1\u{201D} and rejected 1 photo (press z to undo) \u{00B7} no bursts left")
        await stage.see("3/4 of 7 photos")
        await stage.until { !stage.text.contains("burst left") && !stage.text.contains("bursts left  ") }
    }

    @Test("K in an opened burst opens the next one, also in the viewer, and after the last returns to the list")
    func keepingOpened() async {
        let stage = await folded()
        stage.press(Key(.enter))
        await stage.see("Burst of 3")
        await stage.see("1/3")
        stage.type("xl")
        await stage.see("2/3")
        stage.type("hK")
        await stage.see("Burst of 2 \u{00B7} Gull 1")
        await stage.until { self.library.assessment(of: Photo.ID("Surf 3"))?.flag == .rejected }
        #expect(library.assessment(of: Photo.ID("Surf 1"))?.flag == nil)
        await stage.see("1/2")
        stage.press(Key(.escape))
        await stage.see("3/4")
        stage.type(",")
        await stage.see("1/4")
        stage.type("z")
        await stage.see("Undid rejecting")
        stage.press(Key(.enter))
        await stage.see("1/3")
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.type("K")
        await stage.until { (try? (stage.stack.top as? ViewerScreen)?.currentPhoto())?.title == "Gull 1" }
        stage.press(Key(.escape))
        await stage.see("Burst of 2 \u{00B7} Gull 1")
        stage.press(Key(.escape))
        await stage.see("3/4")
    }

    @Test("K on two compared photos rejects the other, and elsewhere says what it needs")
    func keepingOther() async {
        let stage = await folded(columns: 120)
        stage.type("K")
        await stage.see("Open or compare a burst to keep one of its photos")
        stage.type("lc")
        await stage.until { compared(on: stage) == ["Pier", "Gull 1"] }
        stage.type("K")
        await stage.see("Kept \u{201C}Pier\u{201D} and rejected 1 photo (press z to undo)")
        await stage.until { compared(on: stage) == ["Pier", "Wreck"] }
        #expect(library.writes == [[PhotoChange(Photo.ID("Gull 1"), .flag(.rejected))]])
    }

    @Test("Keys typed before the next burst appears don't change it")
    func keepingTwice() async {
        let stage = await folded(columns: 120)
        stage.waitsForPictures = true
        stage.type("c")
        await stage.until {
            _ = stage.text
            return (stage.stack.top as? ViewerScreen)?.state.activePane.isOnScreen == true
        }
        stage.type("KK")
        await stage.see("1 key ignored: not on the screen yet")
        #expect(library.assessment(of: Photo.ID("Gull 2")) == nil)
    }

    @Test("The period goes to the next burst and the comma to the previous one, whether bursts are folded or not")
    func steps() async {
        let stage = await folded()
        stage.type(".")
        await stage.see("3/4")
        stage.type(".")
        await stage.see("There is no burst after this")
        stage.press(Key(.left))
        await stage.see("2/4")
        stage.type(",")
        await stage.see("1/4")
        stage.type(",")
        await stage.see("There is no burst before this")
        stage.press(Key(.enter))
        await stage.see("Burst of 3")
        await stage.see("Surf 3")
        stage.type(".")
        await stage.see("Burst of 2 \u{00B7} Gull 1")
        stage.press(Key(.escape))
        await stage.see("3/4")
        stage.type("b")
        await stage.see("5/7")
        stage.type(",")
        await stage.see("1/7")
        stage.press(Key(.enter))
        await stage.see("fit")
        stage.type(".")
        await stage.see("5/7")
        await stage.see("Gull 1")
    }

    @Test("In an opened burst, photos are trashed and restored, and the list shows the remaining ones")
    func trashingInBurst() async {
        let stage = await folded()
        stage.press(Key(.enter))
        await stage.see("Burst of 3")
        await stage.see("1/3")
        stage.press(Key(.delete))
        await stage.see("Burst of 2")
        await stage.see("1/2")
        stage.type("z")
        await stage.see("Burst of 3")
        stage.press(Key(.delete))
        await stage.see("Burst of 2")
        await stage.see("1/2")
        stage.press(Key(.escape))
        await stage.see("1/4 of 6 photos")
        await stage.see("Surf 2")
    }

    @Test("m marks all photos of a burst, and a command on them asks before it trashes hidden photos")
    func marking() async {
        let stage = await folded()
        stage.type("m")
        await stage.see("3 marked")
        #expect(stage.text.contains("\u{2713}"))
        stage.press(Key(.delete))
        await stage.see("Move 3 marked photos to the trash, also 2 that")
        #expect(library.trashedPhotos.isEmpty)
        stage.press(Key(.escape))
        await stage.see("1/4 of 7 photos")
        stage.type("m")
        await stage.until { !stage.text.contains("marked") }
    }

    @Test("M marks all photos, and X asks about all rejected ones, also those in bursts")
    func allPhotos() async {
        let stage = await folded()
        stage.type("M")
        await stage.see("7 marked")
        stage.type("x")
        await stage.until { self.library.assessment(of: Photo.ID("Wreck"))?.flag == .rejected }
        stage.type("M")
        await stage.until { !stage.text.contains("marked") }
        stage.type("X")
        await stage.see("Move 7 rejected photos")
    }

    @Test("X finds the rejected photos of a service's stacks, unless a search sees only their top photos")
    func stackOfService() async {
        library.stack(["Surf 1", "Surf 2", "Surf 3"].map { Photo.ID($0) })
        let stage = await stage()
        await stage.see("1/5")
        stage.type("x")
        await stage.until { self.library.assessment(of: Photo.ID("Surf 3"))?.flag == .rejected }
        stage.type("X")
        await stage.see("Move 3 rejected photos")
        stage.press(Key(.escape))
        await stage.miss("rejected photos")
        stage.type("/surf")
        stage.press(Key(.enter))
        await stage.see("1 of 5")
        stage.type("X")
        await stage.see("Move 1 rejected photo")
    }

    @Test("Favorites, marked photos and libraries without exact times say why b does nothing")
    func noBursts() async {
        let plain = await TestStage(library: InMemoryLibrary(albums: 1), columns: 120).open("Album 1", "Photo 1")
        plain.type("b")
        await plain.see("Bursts can be folded in albums and feeds of folders")
        let stage = await folded(columns: 120)
        stage.type("m")
        await stage.see("3 marked")
        stage.type("'")
        await stage.see("Marked photos")
        stage.type("b")
        await stage.see("Bursts can be folded in albums and feeds of folders")
    }

    @Test("A search folds the photos of a burst that match")
    func searching() async {
        let stage = await folded()
        stage.type("/surf")
        await stage.see("1/1 of 7")
        #expect(stage.text.contains("\u{25A3} 3"))
        stage.type(" 2")
        await stage.until { !stage.text.contains("\u{25A3}") && stage.text.contains("Surf 2") }
    }

    @Test("Headings of months count photos")
    func months() async {
        let stage = await folded()
        stage.type("t")
        await stage.see("2024")
        await stage.see("7")
    }

    @Test("Screen readers hear in words how many photos a burst has")
    func readers() async {
        let reader = await self.stage(themes: ThemeSettings(isForReaders: true))
        reader.type("b")
        await reader.see("Surf 1, burst of 3 photos")
        await reader.see("4 of 7 photos")
    }

    /// The titles of the compared photos; empty on another screen.
    private func compared(on stage: TestStage) -> [String] {
        (stage.stack.top as? ViewerScreen)?.state.panes.compactMap(\.photo?.title) ?? []
    }

    @Test("c compares the burst of a tile, and returns to that tile")
    func comparing() async {
        let stage = await folded(columns: 120)
        stage.type("c")
        await stage.until { compared(on: stage) == ["Surf 1", "Surf 2", "Surf 3"] }
        stage.press(Key(.escape))
        await stage.see("\u{25A3} 3")
    }

    @Test("On 80 columns, hints offer b where bursts are in view, c for a burst or several marked photos, and x")
    func hints() async {
        let stage = await stage()
        func hints() -> String { String(stage.text.split(separator: "\n").last ?? "") }
        #expect(hints().contains("b bursts") && hints().contains("x reject") && !hints().contains("c compare"))
        stage.type("b")
        await stage.see("1/4 of 7 photos")
        stage.press(Key(.right))
        await stage.see("2/4")
        #expect(hints().contains("b bursts") && !hints().contains("c compare"))
        stage.press(Key(.left))
        await stage.see("1/4")
        await stage.see("Enter open  c compare  b bursts  1\u{2013}5 rate  x reject")
        stage.press(Key(.enter))
        await stage.see("1/3")
        await stage.see("Enter open  c compare  K keep one  1\u{2013}5 rate  x reject")
        stage.press(Key(.enter))
        await stage.see("1\u{2013}5 rate  x reject  i details")
        stage.press(Key(.escape))
        stage.press(Key(.escape))
        await stage.see("1/4")
        stage.type("lm")
        await stage.see("1 marked")
        #expect(!hints().contains("c compare"))
        stage.type("lm")
        await stage.see("3 marked")
        #expect(hints().contains("c compare"))
    }

    @Test("In an opened burst, c compares its photos from the current one on, without rejected ones")
    func comparingOpened() async {
        let stage = await folded(columns: 120)
        stage.press(Key(.enter))
        await stage.see("Burst of 3")
        await stage.see("1/3")
        stage.type("l")
        await stage.see("2/3")
        stage.type("c")
        await stage.until { compared(on: stage) == ["Surf 2", "Surf 3", "Surf 1"] }
        stage.press(Key(.escape))
        await stage.see("2/3")
        stage.press(Key(.enter))
        await stage.see("Surf 2")
        stage.type("x")
        await stage.until { library.assessment(of: Photo.ID("Surf 2"))?.flag == .rejected }
        stage.type("n")
        await stage.see("Surf 3")
        stage.type("c")
        await stage.until { compared(on: stage) == ["Surf 3", "Surf 1"] }
    }

    @Test("In an opened burst of more than four, all others follow that a search leaves")
    func comparingOpenedLong() async {
        let stage = await waves()
        stage.press(Key(.enter))
        await stage.see("Burst of 5")
        await stage.see("1/5")
        stage.type("lll")
        await stage.see("4/5")
        stage.type("c")
        for challenger in [5, 1, 2, 3] {
            await stage.until { compared(on: stage) == ["Wave 4", "Wave \(challenger)"] }
            stage.press(Key(.enter))
        }
        await stage.see("Picked \u{201C}Wave 4\u{201D} (press z to undo)")
        stage.press(Key(.escape))
        await stage.see("4/5")
        stage.type("/4")
        await stage.see("1/1 of 5")
        stage.press(Key(.enter))
        stage.type("c")
        await stage.see("There is no other photo to compare this one with")
    }

    /// Opens an album with a folded burst of five photos.
    private func waves() async -> TestStage {
        let photos = (1...6).map { number in
            Photo(
                id: Photo.ID("Wave \(number)"), albumID: Album.ID("All"), title: "Wave \(number)",
                date: Date(timeIntervalSince1970: 1_715_500_000 + (number == 6 ? 100 : Double(number))),
                file: Array("/a/\(number).jpg".utf8))
        }
        let library = InMemoryLibrary(photos: photos)
        library.foldBursts()
        library.allowEditing()
        let stage = await TestStage(library: library, columns: 120).open("All", "Wave 1")
        stage.type("b")
        await stage.see("\u{25A3} 5")
        return stage
    }

    @Test("Of a burst of more than four, c compares the first two, and the others of the burst follow")
    func comparingLong() async {
        let stage = await waves()
        stage.type("c")
        for challenger in 2...5 {
            await stage.until { compared(on: stage) == ["Wave 1", "Wave \(challenger)"] }
            stage.press(Key(.enter))
        }
        await stage.see("Picked \u{201C}Wave 1\u{201D} (press z to undo)")
        stage.press(Key(.enter))
        await stage.see("There are no more photos to compare")
        #expect(compared(on: stage) == ["Wave 1", "Wave 5"])
        stage.press(Key(.escape))
        await stage.see("\u{25A3} 5")
    }
}
