import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Marked photos that the list doesn't show", .timeLimit(.minutes(60)))
struct HiddenMarksTests {
    private let library = InMemoryLibrary(albums: 2, photosPerAlbum: 40)
    private let marks = InMemoryMarks()

    init() {
        library.allowEditing()
    }

    /// Shows the first album, while photos of the second one are marked.
    private func album(marked count: Int) async throws -> TestStage {
        let photos = try await library.photos(
            in: .album(Album.ID("Album 2")), matching: .everything, in: 0..<count)
        try await marks.port.add(photos.items)
        let stage = TestStage(library: library, marks: marks)
        return await stage.open("Album 1", "\(count) marked  1/40")
    }

    /// The stars of the first photo of each album.
    private var stars: [Int?] {
        ["Album 1/1", "Album 2/1"].map { library.assessment(of: Photo.ID($0))?.stars }
    }

    @Test(
        "A key that changes photos asks before it acts on them, and Esc or n changes nothing",
        arguments: [
            (Key("4"), "Use the marked photo \u{201C}Photo 1\u{201D}"),
            (Key("x"), "Use the marked photo \u{201C}Photo 1\u{201D}"),
            (Key("P"), "Use the marked photo \u{201C}Photo 1\u{201D}"),
            (Key("7"), "Use the marked photo \u{201C}Photo 1\u{201D}"),
            (Key(.function(2)), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("V"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key(.delete), "Move the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("f"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("C"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("s"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("S"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
            (Key("!"), "Use the marked photo \u{201C}Photo 1\u{201D}, which"),
        ])
    func asks(key: Key, question: String) async throws {
        let stage = try await album(marked: 1)
        for no in [Key(.escape), Key("n")] {
            stage.press(key)
            await stage.see(question)
            stage.press(no)
            #expect(!stage.text.contains("marked photo"))
        }
        #expect(library.writes.isEmpty)
    }

    @Test("Enter or y confirms, and several photos are counted", arguments: [Key(.enter), Key("y")])
    func confirms(yes: Key) async throws {
        let stage = try await album(marked: 3)
        stage.type("4")
        await stage.see("Use 3 marked photos, which this list")
        stage.press(yes)
        await stage.see("Rated 3 photos")
        await stage.until { stars == [nil, 4] }
    }

    @Test(
        "Keys typed during the lookup don't answer its question, and change no photo",
        arguments: [Key("4"), Key(.delete)])
    func tooEarly(key: Key) async throws {
        let stage = try await album(marked: 3)
        library.set(isHeld: true)
        stage.press(key, Key(.enter), Key("5"), Key(.right))
        await settle()
        library.set(isHeld: false)
        await stage.see("marked photos, which")
        await stage.see("3 keys ignored: not on the screen yet")
        await settle()
        #expect(library.writes.isEmpty)
        stage.press(Key(.escape))
        await stage.see("3 marked  1/40")
    }

    @Test("Esc cancels the lookup, and nothing changes", arguments: [Key("4"), Key("f")])
    func canceled(key: Key) async throws {
        let stage = try await album(marked: 3)
        library.set(isHeld: true)
        stage.press(key, Key(.escape))
        await stage.see("Canceled")
        library.set(isHeld: false)
        await settle()
        #expect(!stage.text.contains("marked photos, which") && library.writes.isEmpty)
    }

    @Test("In the question, m unmarks all photos, so the key acts on the selected photo again")
    func unmarks() async throws {
        let stage = try await album(marked: 3)
        stage.type("4")
        await stage.see("m unmark all")
        stage.type("m")
        await stage.see("Unmarked 3 photos (press z to undo)")
        stage.type("4")
        await stage.see("Rated \u{201C}Photo 1\u{201D}")
        await stage.until { stars == [4, nil] }
    }

    @Test("After the question, a prompt asks for the folder or the name of the marked photos")
    func prompts() async throws {
        let stage = try await album(marked: 2)
        stage.type("V")
        await stage.see("Use 2 marked photos, which this list doesn't show?")
        stage.press(Key(.enter))
        await stage.see("Folder:")
        stage.press(Key(.escape), Key(.function(2)))
        await stage.see("Use 2 marked photos")
        stage.press(Key(.enter))
        await stage.see("Name:")
    }

    @Test("After the question, favorites, copies and sharing are those of the marked photos")
    func uses() async throws {
        let stage = try await album(marked: 2)
        stage.type("f")
        await stage.see("Use 2 marked photos, which this list doesn't show?")
        stage.press(Key(.enter))
        await stage.see("Added 2 photos")
        stage.type("C")
        await stage.see("Use 2 marked photos")
        stage.press(Key(.enter))
        await stage.see("Copy 2 photos")
        stage.press(Key(.escape))
        stage.type("s")
        await stage.see("Use 2 marked photos")
        stage.press(Key(.enter))
        await stage.see("Share 2 photos")
    }

    @Test("If the list has one of the marked photos, in view or not, the key acts at once")
    func listed() async throws {
        let stage = try await album(marked: 1)
        stage.type("m4")
        await stage.see("Rated 2 photos")
        stage.press(Key(.end))
        await stage.see("40/40")
        #expect(!stage.text.contains("\u{2713}"))
        stage.type("52")
        await stage.until { stars == [2, 2] }
    }

    @Test("A search that leaves out the marked photo is asked about, too")
    func search() async throws {
        let stage = await TestStage(library: library).open("Album 1", "1/40")
        stage.type(" /photo 2")
        stage.press(Key(.enter))
        await stage.see("1 marked  1/13 of 40")
        stage.type("3")
        await stage.see("Use the marked photo \u{201C}Photo 1\u{201D}")
        stage.press(Key(.escape), Key(.escape))
        await stage.miss("of 40")
        await stage.see("\u{2713}")
        stage.type("3")
        await stage.see("Rated \u{201C}Photo 1\u{201D}")
    }

    @Test("The viewer and the list of marked photos act on the photos that they show")
    func shown() async throws {
        let stage = try await album(marked: 1)
        stage.press(Key(.enter))
        await stage.see("fit  1/40")
        stage.type("3")
        await stage.until { stars == [3, nil] }
        stage.press(Key(.escape), Key("'"))
        await stage.see("Marked photos")
        await stage.see("1/1")
        stage.type("5")
        await stage.until { stars == [3, 5] }
    }
}
