import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Renaming photos", .timeLimit(.minutes(60)))
struct RenamingTests {
    private let library: InMemoryLibrary

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album() async -> TestStage { await TestStage(library: library).open("Album 1", "1/20") }

    @Test("F2 renames a photo, and z gives it its old name")
    func one() async {
        let stage = await album()
        stage.press(Key(.function(2)))
        await stage.see("Rename Photo 1")
        await stage.see("Name: Photo 1")
        stage.type("st")
        await stage.see("Photo 1 \u{25B8} Photo 1st")
        stage.press(Key(.enter))
        await stage.see("Renamed \u{201C}Photo 1\u{201D} to \u{201C}Photo 1st\u{201D} (press z to undo)")
        await stage.see("Photo 1st")
        stage.type("z")
        await stage.see("\u{201C}Photo 1\u{201D} has its old name again")
        await stage.miss("Photo 1st")
    }

    @Test("Several photos get names by a pattern, once none is taken")
    func several() async {
        let stage = await album()
        stage.type("   ")
        await stage.see("3 marked")
        stage.press(Key(.function(2)))
        await stage.see("Rename 3 photos")
        stage.press(Key(.character("u"), .control))
        stage.type("Photo {n}5")
        await stage.see("\u{00D7} Photo 1 \u{25B8} Photo 15: another photo has this name")
        #expect(stage.text.contains("Photo 2 \u{25B8} Photo 25"))
        stage.press(Key(.enter))
        await stage.see("Not all of these names are possible")
        // The line is left, as Enter has ended typing in it.
        stage.press(Key(.character("u"), .control))
        stage.type("Trip {n:2} {name}")
        await stage.see("Photo 3 \u{25B8} Trip 03 Photo 3")
        stage.press(Key(.enter))
        await stage.see("Renamed 3 photos (press z to undo)")
        await stage.see("Trip 01 Photo 1")
        stage.type("z")
        await stage.see("3 photos have their old names again")
        await stage.miss("Trip")
    }

    @Test("The prompt for several photos lists the placeholders")
    func placeholders() async {
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked")
        stage.press(Key(.function(2)))
        await stage.see("Placeholders: {name} {n:3} {date:%Y-%m-%d_%H-%M-%S} {camera}")
    }

    @Test("A mistake in the pattern is shown, and Esc renames nothing")
    func mistakes() async {
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked")
        stage.press(Key(.function(2)))
        await stage.see("its date is unknown")
        stage.press(Key(.character("u"), .control))
        stage.type("{size}")
        await stage.see("unknown placeholder {size}")
        stage.press(Key(.escape))
        await stage.miss("Name:")
        #expect(library.writes.isEmpty)
    }
}

@MainActor
@Suite("Dates in patterns", .timeLimit(.minutes(60)))
struct DatedPatternTests {
    private let library = InMemoryLibrary.folder(albums: 1)

    /// Two photos with dates on a day of May 2024.
    private func photos(day: Double, _ kind: Photo.DateKind = .taken) -> [Photo] {
        (1...2).map { number in
            Photo(
                id: Photo.ID("Album 1/\(number)"), albumID: Album.ID("Album 1"), title: "Photo \(number)",
                date: Date(timeIntervalSince1970: 1_714_521_600 + 86_400 * (day - 1)), dateKind: kind)
        }
    }

    private func marking(_ photos: [Photo], pictures: FakePictures = FakePictures()) async -> TestStage {
        library.allowEditing()
        library.set(photos: photos)
        let keys = KeyOverrides(
            ["templates.press": ["ctrl-t"]], templates: ["press": ["headline": "On {date:%Y-%m-%d}"]])
        let stage = await TestStage(library: library, pictures: pictures, keys: keys).open("Album 1", "1/2")
        stage.type("  ")
        await stage.see("2 marked")
        return stage
    }

    private func ask(_ key: Key, _ pattern: String, _ stage: TestStage) async {
        stage.press(key)
        await stage.see("2 photos")
        stage.press(Key(.character("u"), .control))
        stage.type(pattern)
    }

    @Test("A photo whose date was corrected after it was marked has the new date in names, folders and templates")
    func corrected() async {
        let stage = await marking(photos(day: 1))
        library.set(photos: photos(day: 3))
        await ask(Key(.function(2)), "{date:%Y-%m-%d}_{n}", stage)
        await stage.see("Photo 1 \u{25B8} 2024-05-03_1")
        stage.press(Key(.escape))
        await stage.miss("Rename 2 photos")
        await ask(Key("Y"), "/delivery/{date:%d}/{n}", stage)
        await stage.see("Photo 2 \u{25B8} /delivery/03/2")
        stage.press(Key(.enter))
        await stage.see("Copied 2 photos")
        #expect(library.edits == [1, 2].map { .copy(toFolder: Array("/delivery/03".utf8), as: "\($0)") })
        stage.press(Key(.character("t"), .control))
        await stage.see("Described 2 photos")
        #expect(library.edits.last == .set([.headline: "On 2024-05-03"]))
    }

    @Test("A file that the library hasn't read yet has the date in it, not that of its last modification")
    func unread() async {
        var details = PhotoDetails()
        details.setTaken(photos(day: 2)[0].date, zone: nil)
        let stage = await marking(photos(day: 29, .modified), pictures: FakePictures(details: details))
        await ask(Key(.function(2)), "{date:%Y-%m-%d}_{n}", stage)
        await stage.see("Photo 2 \u{25B8} 2024-05-02_2")
        stage.press(Key(.enter))
        await stage.see("Renamed 2 photos")
        #expect(library.edits == [.rename("2024-05-02_1"), .rename("2024-05-02_2")])
    }

    @Test("Typing on while dates are being read makes none of them wrong")
    func typingOn() async {
        var details = PhotoDetails()
        details.setTaken(photos(day: 2)[0].date, zone: nil)
        let pictures = FakePictures(details: details)
        let stage = await marking(photos(day: 29, .modified), pictures: pictures)
        pictures.set(areDetailsHeld: true)
        await ask(Key(.function(2)), "{date}_{n}", stage)
        for key in "-a" {
            stage.press(Key(key))
            await settle()
        }
        pictures.set(areDetailsHeld: false)
        await stage.see("Photo 2 \u{25B8} 2024-05-02_2-a")
    }
}

@Suite("Patterns for names")
struct RenamePatternTests {
    private func photo(_ date: Date?) -> Photo {
        Photo(id: Photo.ID("1"), albumID: Album.ID("1"), title: "IMG_1", date: date, dateKind: .taken)
    }

    private func name(_ pattern: String, number: Int = 7, camera: String? = "Nikon D3100") throws -> String {
        try RenamePattern(pattern).name(
            of: photo(Date(timeIntervalSince1970: 1_718_460_245)), number: number, camera: camera)
    }

    @Test(
        "Placeholders stand for the name, the date, the camera and a number",
        arguments: [
            ("{date:%Y-%m-%d}_{n:3}", "2024-06-15_007"), ("{name}-{n}", "IMG_1-7"), ("{camera} {n:1}", "Nikon D3100 7"),
            ("{date}", "2024-06-15"), ("{date:%Y%m%d_%H%M%S}", "20240615_140405"), ("{date:100%%}", "100%"),
            ("plain", "plain"),
        ])
    func placeholders(pattern: String, expected: String) throws {
        #expect(try name(pattern) == expected)
    }

    @Test("Photos of the same second get a counter, unless the pattern has a number")
    func counters() throws {
        let names = ["a", "b", "a", "a", "a_2", "c"].map { Result<String, RenamePattern.Failure>.success($0) }
        func distinct(_ pattern: String) throws -> [String] {
            try RenamePattern(pattern).distinct(names).map { try $0.get() }
        }
        #expect(try distinct("{date}") == ["a", "b", "a_3", "a_4", "a_2", "c"])
        #expect(try distinct("{date}{n}") == ["a", "b", "a", "a", "a_2", "c"])
        #expect(try distinct("a") == ["a", "b", "a", "a", "a_2", "c"])
    }

    @Test("A date of which only the year is known gives no name")
    func impreciseDate() throws {
        let photo = Photo(
            id: Photo.ID("1"), albumID: Album.ID("1"), title: "a", date: Date(timeIntervalSince1970: 0),
            datePrecision: .year)
        #expect(throws: RenamePattern.Failure.noDate) {
            try RenamePattern("{date}").name(of: photo, number: 1, camera: nil)
        }
    }

    @Test("A number with more digits than asked for is not cut")
    func largeNumbers() throws {
        #expect(try name("{n:2}", number: 1234) == "1234")
    }

    @Test(
        "Unknown placeholders and formats are mistakes",
        arguments: ["{x}", "{n:0}", "{n:a}", "{date:%Q}", "{date:%", "a{"])
    func mistakes(pattern: String) {
        #expect(throws: RenamePattern.Failure.self) { try RenamePattern(pattern) }
    }

    @Test("Photos without a date or camera get no name from a pattern that needs one")
    func missingValues() throws {
        let pattern = try RenamePattern("{date}{camera}")
        #expect(throws: RenamePattern.Failure.noDate) {
            try pattern.name(of: photo(nil), number: 1, camera: "b")
        }
        #expect(try name("{camera}/{n}", camera: nil) == "unknown camera/7")
        #expect(try name("{camera}", camera: "a/b") == "a-b")
    }
}

@MainActor
@Suite("Copying and moving photos by a pattern", .timeLimit(.minutes(60)))
struct ExportTests {
    private let library: InMemoryLibrary

    init() {
        library = InMemoryLibrary(albums: 1, photosPerAlbum: 20)
        library.allowEditing()
    }

    private func album() async -> TestStage { await TestStage(library: library).open("Album 1", "1/20") }

    @Test("Y copies the picks of the list to the paths of a pattern, and z removes the copies")
    func picks() async {
        let stage = await album()
        stage.type("P")
        await stage.see("Picked")
        stage.press(Key(.right))
        stage.press(Key(.right))
        stage.type("P")
        await stage.see("Picked \u{201C}Photo 3\u{201D}")
        stage.type("Y")
        await stage.see("Copy 2 photos")
        #expect(stage.text.contains("Placeholders: {name}"))
        stage.press(Key(.character("u"), .control))
        stage.type("/delivery/{n:4}/{name}_{n}")
        await stage.see("Photo 1 \u{25B8} /delivery/0001/Photo 1_1")
        await stage.see("Photo 3 \u{25B8} /delivery/0002/Photo 3_2")
        stage.press(Key(.enter))
        await stage.see("Copied 2 photos to 2 folders (press z to undo)")
        #expect(
            library.writes.last?.map(\.edit) == [
                .copy(toFolder: Array("/delivery/0001".utf8), as: "Photo 1_1"),
                .copy(toFolder: Array("/delivery/0002".utf8), as: "Photo 3_2"),
            ])
        stage.type("z")
        await stage.see("Removed the copies of 2 photos")
    }

    @Test("A pattern without a number or name at its end names folders")
    func folders() async {
        let stage = await album()
        stage.type("  ")
        await stage.see("2 marked")
        stage.type("V")
        await stage.see("Move 2 photos")
        stage.press(Key(.character("u"), .control))
        stage.type("/delivery/{n:2}/raw")
        await stage.see("Photo 2 \u{25B8} /delivery/02/raw/")
        stage.press(Key(.enter))
        await stage.see("Moved 2 photos to 2 folders (press z to undo)")
        #expect(library.writes.last?.last?.edit == .move(toFolder: Array("/delivery/02/raw".utf8)))
    }

    @Test("The pattern is suggested for the next photos")
    func recent() async {
        let stage = await album()
        stage.type("PY")
        await stage.see("Copy Photo 1")
        stage.press(Key(.character("u"), .control))
        stage.type("/delivery/{n:3}")
        await stage.see("/delivery/001")
        stage.press(Key(.enter))
        await stage.see("Copied")
        stage.type("Y")
        await stage.see("/delivery/{n:3}")
        stage.press(Key(.down))
        stage.press(Key(.enter))
        await stage.miss("Folder:")
        await stage.see("Copied")
        #expect(library.writes.last?.last?.edit == .copy(toFolder: Array("/delivery".utf8), as: "001"))
    }

    @Test("Typing on while cameras are being read makes none of them unknown")
    func camerasDuringTyping() async {
        var details = PhotoDetails()
        details.camera = "Nikon D3100"
        let pictures = FakePictures(details: details)
        let stage = await TestStage(library: library, pictures: pictures).open("Album 1", "1/20")
        stage.type("V")
        await stage.see("Move Photo 1")
        stage.press(Key(.character("u"), .control))
        pictures.set(areDetailsHeld: true)
        stage.type("/a/{camera}")
        await settle()
        // Each of these keys cancels the read that the one before began.
        for key in "-2024" {
            stage.press(Key(key))
            await settle()
        }
        pictures.set(areDetailsHeld: false)
        await stage.see("Photo 1 \u{25B8} /a/Nikon D3100-2024/")
    }

    @Test("Text that is typed before the list has loaded goes into the prompt")
    func typedAhead() async {
        let stage = await album()
        stage.type("P")
        await stage.see("Picked")
        stage.type("Y/52")
        await stage.see("/52")
        await settle()
        #expect(stage.text.contains("Copy Photo 1") && library.writes.count == 1)
    }

    @Test("Esc stops looking for the picks of a list")
    func canceledLookup() async {
        let stage = await album()
        // The grid has no more to load.
        _ = await stage.lastingScreen()
        library.set(isHeld: true)
        stage.type("Y")
        await stage.seeSlowly("1/20, loading")
        stage.press(Key(.escape))
        await stage.see("Canceled")
        await stage.miss("loading")
        library.set(isHeld: false)
        await settle()
        #expect(stage.text.contains("Canceled"))
    }

    @Test("Without picks and marks, Y says so")
    func nothing() async {
        let stage = await album()
        stage.type("Y")
        await stage.see("No photos here are picks, or marked")
    }
}
