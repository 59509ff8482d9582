import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Moving and copying photos to folders", .timeLimit(.minutes(60)))
struct MovingTests {
    private let library: InMemoryLibrary
    private let favorites = InMemoryFavorites()

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album() async -> TestStage {
        await TestStage(library: library, favorites: favorites).open("Album 1", "1/20")
    }

    /// The folder of the last change.
    private var folder: String? {
        switch library.writes.last?.first?.edit {
        case .move(let folder, _), .copy(let folder, _, _): String(decoding: folder, as: UTF8.self)
        default: nil
        }
    }

    @Test("V asks for a folder, and the next photo takes the place of the photo; z moves it back")
    func move() async {
        let stage = await album()
        stage.type("V")
        await stage.see("Move Photo 1")
        await stage.see("Folder: ~/")
        stage.type("picks/")
        stage.press(Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to /home/ada/picks (press z to undo)")
        await stage.see("1/19")
        #expect(folder == "/home/ada/picks")
        #expect(stage.preferences.recentFolders == ["~/picks"])
        stage.type("z")
        await stage.see("Moved \u{201C}Photo 1\u{201D} back")
        await stage.see("1/20")
        stage.type("Z")
        await stage.see("Moved \u{201C}Photo 1\u{201D} to /home/ada/picks")
    }

    @Test("The arrows select a folder that was used before, and Enter chooses it")
    func recent() async {
        let stage = await album()
        stage.preferences.recentFolders = ["~/picks", "/srv/album"]
        stage.type("V")
        await stage.see("~/picks")
        #expect(stage.text.contains("\u{2191} \u{2193} recent folder"))
        #expect(!stage.text.contains("\u{25B8}"))
        stage.press(Key(.down))
        await stage.see("\u{25B8} ~/picks")
        stage.press(Key(.down))
        await stage.see("\u{25B8} /srv/album")
        stage.press(Key(.down))
        await stage.see("Nothing more in this direction")
        stage.press(Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to /srv/album")
        await stage.see("1/19")
    }

    @Test("After a recent folder was refused, Enter refuses it again, or uses the typed one")
    func refusedRecentFolder() async {
        let stage = await album()
        stage.preferences.recentFolders = ["~/{unknown}"]
        stage.type("V")
        await stage.see("~/{unknown}")
        stage.type("best")
        await stage.see("Folder: ~/best")
        stage.press(Key(.down), Key(.enter))
        await stage.see("Not all of these names are possible")
        stage.press(Key(.enter))
        await stage.see("Not all of these names are possible")
        stage.press(Key(.up), Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to /home/ada/best")
    }

    @Test("Every letter is typed into the path, which drops the selection of a folder")
    func typed() async {
        let stage = await album()
        stage.preferences.recentFolders = ["~/picks", "/srv/album"]
        stage.type("V")
        await stage.see("/srv/album")
        stage.type("b")
        await stage.see("Folder: ~/b")
        stage.press(Key(.down))
        await stage.see("\u{25B8} ~/picks")
        stage.type("est")
        await stage.see("Folder: ~/best")
        #expect(!stage.text.contains("\u{25B8}"))
        stage.press(Key(.down), Key(.up))
        #expect(!stage.text.contains("\u{25B8}"))
        #expect(library.writes.isEmpty)
        stage.press(Key(.enter))
        await stage.see("to /home/ada/best")
    }

    @Test("For screen readers, the cursor is on the selected folder")
    func recentForReaders() async {
        let stage = TestStage(library: library, themes: ThemeSettings(isForReaders: true))
        await stage.open("Album 1", "Photo 1")
        stage.preferences.recentFolders = ["~/picks", "/srv/album"]
        stage.type("V")
        await stage.see("/srv/album")
        stage.press(Key(.down), Key(.down))
        #expect(stage.surface.cursor.map { stage.row($0.row).contains("/srv/album") } == true)
    }

    @Test("Dots in a path are resolved before it is used, shown or remembered")
    func dots() async {
        let stage = await album()
        stage.type("V")
        await stage.see("Folder: ~/")
        stage.type("picks/../best")
        stage.press(Key(.enter))
        await stage.see("to /home/ada/best (press z to undo)")
        #expect(folder == "/home/ada/best")
        #expect(stage.preferences.recentFolders == ["~/best"])
    }

    @Test("A long name is shortened in notices, so that the reason and the key to undo are shown")
    func longNames() async {
        let name = String(repeating: "x", count: 250) + ".last"
        let library = InMemoryLibrary(photos: [Photo(path: "All", name), Photo(path: "All", "y")])
        library.allowEditing()
        let stage = await TestStage(library: library).open("All", "1/2")
        stage.preferences.recentFolders = ["/picks"]
        library.refuse(
            Photo.ID("All/\(name)"),
            .file(FileProblem(name: Array(name.utf8), .system(reason: "Read-only file system"))))
        stage.press(Key(.delete))
        await stage.see("Read-only file system")
        stage.type("V")
        await stage.see("/picks")
        library.acceptAll()
        stage.press(Key(.down), Key(.enter))
        await stage.see("(press z to undo)")
        #expect(stage.text.contains("x.last\u{201D} to /picks"))
    }

    @Test("Tab completes the folder; without a match, Tintype says so")
    func completion() async {
        let stage = await album()
        stage.type("V")
        await stage.see("Folder: ~/")
        stage.type("nothing/x")
        stage.press(Key(.tab))
        await stage.see("No matching folder")
        stage.press(Key(.escape))
        await stage.miss("Folder:")
        #expect(library.writes.isEmpty)
    }

    @Test("Enter uses the folder that Tab has completed")
    func completedFolder() async {
        let stage = await album()
        stage.type("V")
        await stage.see("Folder: ~/")
        stage.type("Pa")
        await stage.see("Folder: ~/Pa")
        stage.press(Key(.tab))
        await stage.see("Folder: ~/Papers/")
        stage.press(Key(.enter))
        await stage.see("to /home/ada/Papers (press z to undo)")
        #expect(folder == "/home/ada/Papers")
    }

    @Test("C copies the marked photos, which stay in the list; z removes the copies")
    func copy() async {
        let stage = await album()
        stage.type("  C")
        await stage.see("Copy 2 photos")
        stage.type("x")
        stage.press(Key(.enter))
        await stage.see("Copied 2 photos to /home/ada/x (press z to undo)")
        await stage.see("3/20")
        await stage.see("2 marked")
        stage.type("z")
        await stage.see("Removed the copies of 2 photos")
    }

    @Test("In the viewer, the next photo is shown after a move")
    func viewer() async {
        let stage = await album()
        stage.preferences.recentFolders = ["~/picks"]
        stage.press(Key(.enter))
        await stage.see("fit  1/20")
        stage.type("V")
        await stage.see("~/picks")
        stage.press(Key(.down), Key(.enter))
        await stage.see("Moved \u{201C}Photo 1\u{201D} to /home/ada/picks")
        await stage.seeSlowly("fit  1/19")
        #expect(stage.text.contains("Photo 2"))
    }

    @Test("A long operation shows its progress, other keys keep working, and Esc cancels it")
    func progress() async {
        let stage = await album()
        library.set(isWriteHeld: true)
        stage.preferences.recentFolders = ["~/picks"]
        stage.type("C")
        await stage.see("~/picks")
        stage.press(Key(.down), Key(.enter))
        await stage.until {
            stage.clock.advance(by: .seconds(1))
            return stage.text.contains("copying\u{2026} (Esc cancels)")
        }
        stage.press(Key(.right))
        await stage.see("2/20")
        stage.press(Key(.escape))
        await stage.miss("copying")
        #expect(stage.text.contains("2/20"))
    }

    @Test("A path is that of the user's home, of the photo's folder, or absolute")
    func paths() {
        let photo = Photo(id: Photo.ID("1"), albumID: Album.ID("1"), title: "1", file: Array("/home/ada/a/1.jpg".utf8))
        let paths = FolderPaths(home: "/home/ada", photo: photo)
        #expect(paths.start == "~/a/")
        #expect(paths.absolute("~/b/") == "/home/ada/b")
        #expect(paths.absolute("~") == "/home/ada")
        #expect(paths.absolute("b/c") == "/home/ada/a/b/c")
        #expect(paths.absolute("/") == "/")
        #expect(!FolderPaths.hasDots("/a/b.c/.d") && !FolderPaths.hasDots("/"))
        #expect(["/a/..", "/a/./b", "/..", "/a//b"].allSatisfy(FolderPaths.hasDots))
        let other = FolderPaths(
            home: "/home/ada", photo: photo.with(file: Array("/home/\u{FF}/".utf8.dropLast(2)) + [0xFF, 47, 49]))
        #expect(other.start == "~/")
    }

    @Test("If the settings say so, Y copies picks as JPEGs, and the prompt says their size")
    func export() async {
        let export = JPEGExport(maxSide: 2048, stripsPlaces: true)
        let copies = StubCopyPort()
        copies.set(export: export)
        let stage = await TestStage(library: library, copies: copies).open("Album 1", "1/")
        stage.type("P")
        await stage.see("Picked")
        stage.type("Y")
        await stage.see("Copy Photo 1 as JPEGs of up to 2048 pixels")
        stage.press(Key(.character("u"), .control))
        stage.type("~/web/{camera}/{n:2}")
        await stage.see("~/web/unknown camera/01")
        stage.press(Key(.enter))
        await stage.see("Copied")
        #expect(
            library.edits.last
                == .copy(toFolder: Array("/home/ada/web/unknown camera".utf8), as: "01", export: export))
    }
}
