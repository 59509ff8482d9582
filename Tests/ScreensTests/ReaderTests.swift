import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Screen reader mode", .timeLimit(.minutes(60)))
struct ReaderTests {
    private func start(
        _ library: InMemoryLibrary = InMemoryLibrary(), pictures: FakePictures = FakePictures(),
        favorites: InMemoryFavorites = InMemoryFavorites()
    ) async -> TestStage {
        await TestStage(
            library: library, pictures: pictures, favorites: favorites, themes: ThemeSettings(isForReaders: true)
        )
        .open("Album 1")
    }

    /// Returns the line with the cursor.
    private func current(_ stage: TestStage) -> String? {
        stage.surface.cursor.map { stage.row($0.row) }
    }

    /// Returns all characters that are box drawing, blocks or symbols.
    private func ornaments(on stage: TestStage) -> [Unicode.Scalar] {
        stage.text.unicodeScalars.filter { (0x2500...0x27BF).contains($0.value) }
    }

    @Test("Each album is a line, and the cursor is on the selected one")
    func albums() async {
        let stage = await start()
        await stage.shows(
            """
             Ada Lovelace                                              3 albums, 144 photos
             ada@engine:~/p
              Albums                                                                     3
             ^^^^^^^^
            Album 1, 48 photos
            _^^^^^^^^^^^^^^^^^
            Album 2, 48 photos
            Album 3, 48 photos

















             ? help  q quit  Enter open  / search  O sort  u profile  Tab feed
            """)
        stage.press(Key(.down))
        #expect(current(stage) == "Album 2, 48 photos")
        stage.press(Key(.up), Key(.up))
        #expect(current(stage)?.hasPrefix(" Ada Lovelace") == true)
        #expect(ornaments(on: stage).isEmpty)
    }

    @Test("While the user types a search the cursor is there, and afterwards on the result")
    func search() async {
        let stage = await start()
        stage.type("/album 2")
        await stage.miss("Album 1")
        #expect(current(stage)?.contains("/ album 2") == true)
        stage.press(Key(.enter))
        #expect(current(stage) == "Album 2, 48 photos")
        stage.type("/0")
        await stage.see("No albums match")
        stage.press(Key(.enter))
        #expect(current(stage)?.contains("No albums match") == true)
    }

    @Test("A photo is a line with its details, and no pixels are requested")
    func photos() async {
        let library = InMemoryLibrary(albums: 1)
        library.add(
            album: "Album 0",
            photos: [
                Photo(
                    id: Photo.ID("1"), albumID: Album.ID("Album 0"), title: "Dune", author: "Ada",
                    date: Date(timeIntervalSince1970: 1_715_500_000))
            ])
        let pictures = FakePictures()
        let stage = await start(library, pictures: pictures)
        stage.press(Key(.enter))
        await stage.see("Dune, 2024-05-12, Ada, 4000 \u{00D7} 3000 pixels")
        #expect(current(stage)?.hasPrefix("Dune") == true)
        stage.type("m")
        stage.type("f")
        await stage.see("Dune, marked, favorite, 2024-05-12")
        #expect(stage.row(0).hasSuffix(" 1"))
        #expect(pictures.recorded.withLock { $0.tiles.isEmpty && $0.views.isEmpty })
        #expect(ornaments(on: stage).isEmpty)
    }

    @Test("The line of a photo has the modification date if the list is sorted by it")
    func modifiedPhoto() async {
        let library = InMemoryLibrary(albums: 1)
        library.add(
            album: "Album 0",
            photos: [
                Photo(
                    id: Photo.ID("1"), albumID: Album.ID("Album 0"), title: "Dune",
                    date: Date(timeIntervalSince1970: 1_715_500_000), dateKind: .modified)
            ])
        let stage = await start(library)
        stage.press(Key(.enter))
        await stage.see("Dune, modified 2024-05-12, 4000")
    }

    @Test("A move changes only the lines it leaves and enters")
    func changes() async {
        let stage = await start()
        stage.press(Key(.enter))
        await stage.see("Photo 9, Ada, 4000")
        let before = stage.surface
        stage.press(Key(.down))
        let after = stage.surface
        let changed = before.cells.indices.filter { before.cells[$0] != after.cells[$0] }.map {
            $0 / before.size.columns
        }
        #expect(Set(changed) == [1, 2])
        #expect(after.text == before.text)
    }

    @Test("A photo opens as a page of details, n, p and the arrows go to other photos, and the list follows")
    func page() async {
        let stage = await TestStage.demoAlbum(forReaders: true)
        await stage.shows(
            """
             Coast                                                                        7
            Dune, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels
            _^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            Lighthouse, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels
            Pier, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels
            Reef, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels
            Surf, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels
            Tide pools after the last storm of the winter, 2024-05-12, Ada Lovelace, 4000 ×…
            Wreck, 2024-05-12, Ada Lovelace, 4000 × 3000 pixels















             ? help  Esc albums  Enter open  / search  f favorite  s share  O sort  m mark
            """)
        stage.press(Key(.enter))
        await stage.shows(
            """
            Dune, 1/7
            Description: The dune near St. Ives
            _
            Tags: sea, summer
            Author: Ada Lovelace
            Date: 2024-05-12 07:46
            Dimensions: 4000 × 3000 pixels
            File: Coast/Dune.jpg
            Decoded: 640 × 480 (at 1/4), cached















             ? help  Esc back  n next  p previous  f favorite  s share  m mark
            """)
        stage.type("n")
        await stage.see("Lighthouse, 2/7")
        await stage.see("Description: The lighthouse")
        #expect(current(stage) == "Description: The lighthouse near St. Ives")
        stage.press(Key(.right))
        await stage.see("Pier, 3/7")
        stage.press(Key(.left))
        await stage.see("Description: The lighthouse")
        stage.press(Key(.down))
        #expect(current(stage)?.hasPrefix("Tags: ") == true)
        stage.type("f")
        await stage.see("Lighthouse, 2/7, favorite")
        stage.press(Key(.escape))
        await stage.until("the list on:\n\(stage.text)") { current(stage)?.hasPrefix("Lighthouse, ") == true }
    }

    @Test("The feed, the favorites and a search are lines too")
    func tabs() async {
        let stage = await start()
        #expect(stage.row(2).hasPrefix("  Albums   "))
        stage.press(Key(.tab))
        await stage.see("Photo 1, Ada")
        #expect(stage.row(2).hasPrefix("  Feed   "))
        stage.type("f")
        await stage.see("Photo 1, favorite, Ada, 4000 \u{00D7} 3000 pixels")
        stage.press(.favoritesTab)
        await stage.until("one favorite on:\n\(stage.text)") { current(stage)?.hasPrefix("Photo 1, ") == true }
        stage.press(.feedTab)
        stage.type("/photo 4")
        await stage.see("Photo 40")
        #expect(current(stage)?.contains("/ photo 4") == true)
        stage.press(Key(.enter))
        await stage.until("the cursor on a photo") { current(stage)?.hasPrefix("Photo 4") == true }
    }

    @Test("The cursor is on the selected line of other lists too")
    func otherLists() async {
        let library = InMemoryLibrary()
        library.set(owners: [.named("ada"), .named("bo")])
        let stage = await start(library)
        stage.type("o")
        await stage.see("Show albums by")
        stage.press(Key(.down))
        #expect(current(stage)?.contains("Ada") == true)
        stage.press(Key(.escape), Key(.enter))
        await stage.see("Photo 1, Ada")
        stage.type("s")
        await stage.see("Save the original")
        stage.press(Key(.down))
        #expect(current(stage)?.contains("Save the original") == true)
        #expect(ornaments(on: stage).isEmpty)
        stage.press(Key(.escape))
        stage.type("?")
        await stage.see("Keys")
        let first = current(stage)
        stage.press(Key(.down))
        #expect(current(stage) != first && stage.surface.cursor != nil)
        stage.press(Key(.escape))
        stage.type("D")
        await stage.see("Doctor")
        #expect(current(stage)?.contains("Colors") == true)
        #expect(ornaments(on: stage).isEmpty)
    }

    @Test("A click selects a line, and a double click opens it")
    func mouse() async {
        let stage = await start()
        stage.click(on: "Album 2")
        #expect(current(stage) == "Album 2, 48 photos")
        stage.click(on: "Album 2")
        await stage.see("Photo 3, Ada")
        stage.expireDoubleClick()
        stage.click(on: "Photo 3")
        #expect(current(stage)?.hasPrefix("Photo 3,") == true)
    }

    @Test("Information stays until the user presses a key")
    func news() async {
        let stage = await start()
        stage.notices.infoStays = true
        stage.notices.post(.info("Something happened"))
        await stage.see("Something happened")
        stage.clock.advance(by: .seconds(60))
        #expect(stage.text.contains("Something happened"))
        stage.press(Key(.down))
        await stage.miss("Something happened")
    }
}
