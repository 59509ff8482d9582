import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Adding photos to albums", .timeLimit(.minutes(60)))
struct AlbumChangeTests {
    private let library = InMemoryLibrary(albums: 3, photosPerAlbum: 20)

    init() {
        library.allowChanges(ofAlbums: 0..<2)
    }

    @Test("B lists the user's albums; the photo is added to the chosen one, and z removes it")
    func add() async {
        let stage = await TestStage(library: library).open("Album 1", "1/20")
        stage.type("B")
        await stage.see("Add Photo 1 to an album")
        await stage.see("New album\u{2026}")
        #expect(!stage.text.contains("Album 3"))
        stage.press(Key(.down))
        stage.press(Key(.enter))
        await stage.see("Added \u{201C}Photo 1\u{201D} to \u{201C}Album 2\u{201D} (press z to undo)")
        #expect(library.writes.last?.map(\.edit.kind) == [.album])
        stage.type("z")
        await stage.see("Removed \u{201C}Photo 1\u{201D} from \u{201C}Album 2\u{201D}")
    }

    @Test("Keys typed while the albums load are for their menu")
    func typedAhead() async {
        let stage = await TestStage(library: library).open("Album 1", "1/20")
        library.set(isHeld: true)
        stage.press(Key("B"), Key(.down), Key(.enter))
        await settle()
        #expect(!stage.text.contains("2/20") && library.writes.isEmpty)
        library.set(isHeld: false)
        await stage.see("Added \u{201C}Photo 1\u{201D} to \u{201C}Album 2\u{201D}")
    }

    @Test("Esc cancels the loading of albums")
    func canceled() async {
        let stage = await TestStage(library: library).open("Album 1", "1/20")
        library.set(isHeld: true)
        stage.press(Key("B"), Key(.escape))
        await stage.see("Canceled")
        library.set(isHeld: false)
        await settle()
        #expect(!stage.text.contains("to an album") && library.writes.isEmpty)
        stage.type("B")
        await stage.see("Add Photo 1 to an album")
    }

    @Test("Marked photos are added to a new album")
    func newAlbum() async {
        let stage = await TestStage(library: library).open("Album 1", "1/20")
        stage.type("m")
        stage.press(Key(.right))
        stage.type("mB")
        await stage.see("Add 2 photos to an album")
        stage.press(Key(.end))
        stage.press(Key(.enter))
        await stage.see("Name:")
        stage.type("Trip")
        stage.press(Key(.enter))
        await stage.see("Added 2 photos to \u{201C}Trip\u{201D}")
    }

    @Test("The palette removes a photo from an album of the user, but not from another one")
    func remove() async {
        for (first, text) in [
            (0, "Removed \u{201C}Photo 1\u{201D} from \u{201C}Album 1\u{201D} (press z to undo)"),
            (1, "This list isn't one of your albums"),
        ] {
            library.allowChanges(ofAlbums: first..<3)
            let stage = await TestStage(library: library).open("Album 1", "1/20")
            stage.type(":from the album")
            await stage.see("Remove from the album")
            stage.press(Key(.enter))
            await stage.see(text)
        }
    }
}
