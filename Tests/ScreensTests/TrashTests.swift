import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Moving photos to the trash", .timeLimit(.minutes(60)))
struct TrashTests {
    private let library: InMemoryLibrary
    private let favorites = InMemoryFavorites()

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album() async -> TestStage {
        await TestStage(library: library, favorites: favorites).open("Album 1", "1/20")
    }

    private var photos: [Photo] {
        get async { (try? await library.photos(in: .feed, matching: .everything, in: 0..<20).items) ?? [] }
    }

    @Test("In a grid, the next photo takes the place of the photo, before its file is moved; z brings it back")
    func grid() async {
        let stage = await album()
        stage.press(Key(.right))
        await stage.see("2/20")
        library.set(isWriteHeld: true)
        stage.press(Key(.delete))
        await stage.see("2/19")
        await stage.see("Photo 3")
        await stage.miss("Photo 2 ")
        library.set(isWriteHeld: false)
        await stage.see("Moved \u{201C}Photo 2\u{201D} to the trash (press z to undo)")
        stage.type("z")
        await stage.see("Restored \u{201C}Photo 2\u{201D} from the trash")
        await stage.see("2/20")
        stage.type("Z")
        await stage.see("Moved \u{201C}Photo 2\u{201D}")
        await stage.see("/19")
    }

    @Test("In the viewer, the next photo is shown, without a word about a missing file")
    func viewer() async {
        let stage = await album()
        stage.press(Key(.enter))
        await stage.see("fit  1/20")
        stage.press(Key(.delete))
        await stage.see("Moved \u{201C}Photo 1\u{201D}")
        await stage.seeSlowly("fit  1/19")
        #expect(stage.text.contains("Photo 2"))
        stage.type("z")
        await stage.see("Restored")
        await stage.seeSlowly("fit  1/20")
        #expect(stage.text.contains("Photo 1"))
    }

    @Test("Marked photos go together, and come back with their marks")
    func marked() async {
        let stage = await album()
        stage.type("   ")
        await stage.see("3 marked")
        stage.press(Key(.delete))
        await stage.see("Moved 3 photos to the trash (press z to undo)")
        await stage.miss("3 marked")
        stage.type("z")
        await stage.see("Restored 3 photos from the trash")
        await stage.see("3 marked")
        await stage.see("/20")
    }

    @Test("A favorite is none in the trash, and one again when it is back")
    func favorite() async {
        let stage = await album()
        stage.type("f")
        await stage.see("Added")
        await stage.see("\u{2665}")
        stage.press(Key(.delete))
        await stage.see("Moved")
        await stage.miss("\u{2665}")
        #expect(favorites.titles.isEmpty)
        stage.type("z")
        await stage.see("Restored")
        await stage.see("\u{2665}")
    }

    @Test("A second key press before the next photo is on the screen spares that photo")
    func quickly() async {
        let stage = await album()
        library.set(isWriteHeld: true)
        stage.press(Key(.delete), Key(.delete))
        library.set(isWriteHeld: false)
        await stage.see("Moved \u{201C}Photo 1\u{201D}")
        await settle()
        #expect(library.writes.count == 1)
        #expect(await photos.count == 19)
    }

    @Test("A photo that can't be moved stays, and the reason is shown")
    func refused() async {
        let stage = await album()
        if let photo = await photos.first?.id {
            library.refuse(
                photo,
                .file(
                    FileProblem(
                        name: Array("1.jpg".utf8), .noTrash(folder: "/mnt/.Trash-0", reason: "Read-only file system"))))
        }
        stage.press(Key(.delete))
        await stage.see("1.jpg: can't create a trash in")
        await stage.see("1/20")
        stage.type("z")
        await stage.see("Nothing to undo")
    }

    @Test("X moves the rejected photos of the list after a question with their number and size")
    func rejected() async {
        let stage = await album()
        stage.type("X")
        await stage.see("No photos here are rejected")
        stage.type("x")
        stage.press(Key(.right), Key("x"))
        await stage.until { library.assessments(2).allSatisfy { $0.flag == .rejected } }
        stage.type("X")
        await stage.see("Move 2 rejected photos (4 files, 2,048 KB) to the trash?")
        stage.press(Key(.escape))
        await stage.miss("rejected photos")
        #expect(await photos.count == 20)
        stage.type("X")
        await stage.see("Move 2 rejected photos")
        stage.press(Key(.enter))
        await stage.see("Moved 2 photos to the trash")
        await stage.see("/18")
        stage.type("z")
        await stage.see("Restored 2 photos")
        await stage.see("/20")
    }

    @Test("Keys typed before the question of X is on the screen don't answer it, and reach no photo")
    func rejectedTooEarly() async {
        let stage = await album()
        stage.type("x")
        await stage.see("Rejected \u{201C}Photo 1\u{201D}")
        let writes = library.writes.count
        library.set(isHeld: true)
        stage.press(Key("X"), Key(.enter), Key("5"), Key("y"))
        await settle()
        library.set(isHeld: false)
        await stage.see("Move 1 rejected photo")
        await stage.see("3 keys ignored: not on the screen yet")
        await settle()
        #expect(library.writes.count == writes)
        stage.press(Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to the trash")
    }

    @Test("Esc cancels X while the list loads, and the keys typed meanwhile do nothing")
    func rejectedCanceled() async {
        let stage = await album()
        stage.type("x")
        await stage.see("Rejected \u{201C}Photo 1\u{201D}")
        let writes = library.writes.count
        library.set(isHeld: true)
        stage.press(Key("X"), Key("5"), Key(.escape))
        await stage.see("Canceled")
        library.set(isHeld: false)
        await settle()
        #expect(!stage.text.contains("rejected photo") && library.writes.count == writes)
        stage.press(Key(.right))
        await stage.see("2/20")
    }

    @Test("z also restores photos that an earlier run has trashed")
    func earlierRun() async {
        library.set(trashedEarlier: ["Photo 2"])
        let stage = await TestStage(library: library).open("Album 1", "1/19")
        stage.type("z")
        await stage.see("Restored \u{201C}Photo 2\u{201D} from the trash")
        await stage.see("2/20")
        stage.type("z")
        await stage.see("Nothing to undo")
    }

    @Test("z marks photos again that an earlier run has trashed, and those that were favorites are so again")
    func earlierRunWithFavorite() async {
        library.set(trashedEarlier: ["Photo 2", "Photo 3"], wereFavorites: true)
        let stage = await TestStage(library: library, favorites: favorites).open("Album 1", "1/18")
        stage.type("z")
        await stage.see("Restored 2 photos from the trash")
        await stage.see("2 marked")
        await stage.see("\u{2665}")
        #expect(favorites.titles == ["Photo 2", "Photo 3"])
    }

    @Test("A photo that was unmarked before it was trashed is marked again by undo once it is back")
    func unmarkedBefore() async {
        let stage = await album()
        stage.type(" ")
        await stage.see("1 marked")
        stage.press(Key(.left))
        stage.type(" ")
        await stage.miss("1 marked")
        stage.press(Key(.left), Key(.delete))
        await stage.see("Moved \u{201C}Photo 1\u{201D}")
        await settle()
        stage.type("z")
        await stage.see("Restored")
        await stage.see("/20")
        stage.type("z")
        await stage.see("1 marked")
    }

    @Test("In the search line, Delete deletes a character")
    func typing() async {
        let stage = await album()
        stage.type("/photo 1")
        stage.press(Key(.character("a"), .control), Key(.delete))
        await stage.see("/ hoto 1")
        #expect(await photos.count == 20)
    }

    @Test("In other libraries, the keys say why they do nothing")
    func unsupported() async {
        let stage = await TestStage.demoAlbum()
        for key in [Key(.delete), Key("X"), Key("V"), Key("C")] {
            stage.press(key)
            await stage.see("Only photos in folders can be moved, copied or renamed")
        }
        stage.type("?")
        await stage.see("Keys")
        #expect(!stage.text.contains("trash"))
    }

    @Test("Marked photos that the screen doesn't show are moved only after a question")
    func unlisted() async {
        let stage = await album()
        stage.type("  /photo 1")
        stage.press(Key(.enter))
        await stage.see("of 20")
        stage.press(Key(.delete))
        await stage.see("Move 2 marked photos to the trash, also 1 that")
        stage.press(Key(.escape))
        await stage.miss("marked photos to")
        #expect(await photos.count == 20)
        stage.press(Key(.delete))
        await stage.see("Move 2 marked photos")
        stage.press(Key(.enter))
        await stage.see("Moved 2 photos to the trash")
    }

    @Test("A single marked photo that a filter hides is moved only after a question that names it")
    func unlistedByFilter() async {
        let stage = await album()
        stage.type(" /photo 2")
        stage.press(Key(.enter))
        await stage.see("of 20")
        stage.press(Key(.delete))
        await stage.see("Move the marked photo \u{201C}Photo 1\u{201D}, which the screen")
        #expect(await photos.count == 20)
        stage.press(Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to the trash")
    }

    @Test("Marked photos of another album are moved only after a question, also if an earlier run has marked them")
    func unlistedInAlbum() async throws {
        let library = InMemoryLibrary(albums: 2, photosPerAlbum: 4)
        library.allowEditing()
        let marks = InMemoryMarks()
        let marked = try await library.photos(in: .album(Album.ID("Album 2")), matching: .everything, in: 0..<3).items
        try await marks.port.add(Array(marked.prefix(1)))
        var stage = await TestStage(library: library, marks: marks).open("Album 1", "1 marked  1/4")
        stage.press(Key(.delete))
        await stage.see("Move the marked photo \u{201C}\(marked[0].title)\u{201D}, which")
        stage.press(Key(.escape))
        await stage.miss("which the screen")
        #expect(library.writes.isEmpty)
        await stage.coordinator.finish()
        try await marks.port.add(Array(marked.suffix(2)))
        stage = await TestStage(library: library, marks: marks).open("Album 1", "3 marked  1/4")
        stage.press(Key(.delete))
        await stage.see("Move 3 marked photos, which the screen doesn't show")
        stage.press(Key(.enter))
        await stage.see("Moved 3 photos to the trash")
    }

    @Test("Marked photos of the list that are scrolled out of view are moved only after a question that counts them")
    func outOfView() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 200)
        library.allowEditing()
        let stage = await TestStage(library: library).open("Album 1", "1/200")
        stage.type("  ")
        await stage.see("2 marked  3/200")
        stage.press(Key(.end))
        await stage.see("Photo 200")
        stage.press(Key(.delete))
        await stage.see("Move 2 marked photos, which the screen doesn't show")
        stage.press(Key(.escape))
        await stage.miss("which the screen")
        stage.type("m")
        await stage.see("3 marked")
        stage.press(Key(.delete))
        await stage.see("Move 3 marked photos to the trash, also 2 that")
        #expect(library.writes.isEmpty)
        stage.press(Key(.enter))
        await stage.see("Moved 3 photos to the trash")
    }

    @Test("Marked photos in view are moved without a question")
    func inView() async {
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked  3/20")
        stage.press(Key(.delete))
        await stage.see("Moved 2 photos to the trash")
    }

    @Test("A single marked photo of the list is moved without a question")
    func markedAndListed() async {
        let stage = await album()
        stage.type(" ")
        await stage.see("1 marked  2/20")
        stage.press(Key(.delete))
        await stage.see("Moved \u{201C}Photo 1\u{201D}")
    }

    @Test("A photo that is back by other means can be moved to the trash again")
    func again() async {
        let stage = await album()
        stage.press(Key(.delete))
        await stage.see("Moved \u{201C}Photo 1\u{201D}")
        await stage.see("1/19")
        _ = await library.apply([PhotoChange(library.trashedPhotos.first ?? Photo.ID(""), .restore)])
        await stage.see("/20")
        stage.press(Key(.home))
        await stage.see("1/20")
        stage.press(Key(.delete))
        await stage.see("1/19")
        #expect(library.writes.count == 3)
    }

    @Test("The mark of a photo that can't be moved stays")
    func refusedMark() async {
        let stage = await album()
        stage.type("m")
        await stage.see("1 marked")
        if let photo = await photos.first?.id { library.refuse(photo, .file(FileProblem(name: [49], .changed))) }
        stage.press(Key(.delete))
        await stage.see("another program has changed the file")
        await stage.see("1 marked")
    }
}
