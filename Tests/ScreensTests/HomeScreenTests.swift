import Albums
import Basics
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Home screen")
struct HomeScreenTests {
    @Test("Albums are listed below the owner, with cover, title and count")
    func albums() async {
        let stage = TestStage.demo()
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────── 1/3 ─
             ^^^^^^^^


             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┗━━━━━━━━ Coast ━━━━━━━━━┛     Harbor at night                Zennor
                      ^^^^^^^
                      7 photos                  2 photos                  1 photo


             Coast · 7 photos
             ? help  q quit  Enter open  / search  O sort  u profile  Tab feed
            """)
    }

    @Test("The failure of a cover is shown beside it in full, and r retries")
    func brokenCover() async {
        let pictures = FakePictures(drawsInitials: true)
        pictures.set(tileFailure: LibraryFailure.timedOut(host: "photos.example"))
        let stage = TestStage.demo(pictures: pictures)
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────── 1/3 ─
             ^^^^^^^^


             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃┌──────────────────────┐┃ ┌──────────────────────┐  ┌──────────────────────┐
             ┃│                      │┃ │                      │  │                      │
             ┃│                      │┃ │                      │  │                      │
             ┃│                      │┃ │                      │  │                      │
             ┃│           ×          │┃ │           ×          │  │           ×          │
             ┃│photos.example did not│┃ │photos.example did not│  │photos.example did not│
             ┃│   respond in time    │┃ │   respond in time    │  │   respond in time    │
             ┃│                      │┃ │                      │  │                      │
             ┃│                      │┃ │                      │  │                      │
             ┃│                      │┃ │                      │  │                      │
             ┃│                      │┃ │                      │  │                      │
             ┃└──────────────────────┘┃ └──────────────────────┘  └──────────────────────┘
             ┗━━━━━━━━ Coast ━━━━━━━━━┛     Harbor at night                Zennor
                      ^^^^^^^
                      7 photos                  2 photos                  1 photo


             Coast · 7 photos
             ? help  q quit  Enter open  / search  O sort  u profile  Tab feed
            """)
        pictures.set(tileFailure: nil)
        stage.press(Key("r"))
        await stage.see("dddd")
        #expect(!stage.text.contains("did not respond"))
    }

    @Test(
        "The reason why the list is cut short is shown above the hints at every size",
        arguments: [
            (80, 24), (100, 30), (120, 40), (200, 50), (40, 12), (80, 25), (80, 26), (80, 27), (80, 8), (60, 5),
        ])
    func partialFailure(columns: Int, rows: Int) async {
        let library = InMemoryLibrary(albums: 60)
        library.set(known: 50, partialFailure: .timedOut(host: "photo"))
        let stage = TestStage(library: library, columns: columns, rows: rows)
        await stage.open("Album 1")
        let hints = stage.row(rows - 1)
        #expect(hints.hasPrefix(" ? help"))
        stage.press(Key(.end))
        await stage.see("× photo did not")
        await stage.until("hints and the end on:\n\(stage.text)") {
            stage.row(rows - 1) == hints && (stage.text.contains("Album 54") || rows < 8)
        }
        #expect(stage.text.contains("(press r to retry)"))
    }

    @Test("A search without matches says why the list was not read to its end")
    func cutShortSearch() async {
        let library = InMemoryLibrary(albums: 60)
        library.set(known: 50, partialFailure: .listTooLong(read: 100_000))
        let stage = TestStage(library: library, columns: 80, rows: 24)
        await stage.open("Album 1")
        stage.type("/zzz")
        await stage.see("100,000")
        #expect(stage.text.contains("zzz"))
    }

    @Test("The cover of an album is its first photo that can be decoded")
    func coverOfLaterPhoto() async {
        let pictures = FakePictures(broken: ["Photo 1", "Photo 2"])
        let stage = TestStage(library: InMemoryLibrary(), pictures: pictures)
        await stage.open("########")
        #expect(!stage.text.contains("\u{00D7}"))
    }

    @Test("If no photo can be decoded, the cover shows the failure of the first")
    func noCover() async {
        let stage = TestStage(
            library: InMemoryLibrary(albums: 1, photosPerAlbum: 2),
            pictures: FakePictures(broken: ["Photo 1", "Photo 2"]))
        await stage.open("Damaged JPEG")
    }

    @Test("While the user types a search, the matching albums are shown and counted")
    func searching() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.type("/har")
        await stage.see("1 of 3")
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ─────────────────────────────────────────── 1/1 of 3 ─
             ^^^^^^^^


             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┃qqqqqqqqqqqqqqqqqqqqqqqq┃
             ┗━━━ Harbor at night ━━━━┛
                 ^^^^^^^^^^^^^^^^^
                      2 photos


             / har
                  _
             Enter keep  Esc clear  ↑ ↓ move
            """)
    }

    @Test("The search filters albums with every key, and Esc clears it")
    func search() async {
        let stage = TestStage(library: InMemoryLibrary(albums: 12))
        await stage.open("Album 10")
        stage.type("/album 1")
        await stage.see("4 of 12")
        await stage.miss("Album 2")
        stage.type("2")
        await stage.see("1 of 12")
        stage.press(Key(.escape))
        await stage.see("Album 2")
    }

    @Test("O sorts albums by title, photo count or in the original order, keeping the selection")
    func order() async {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 1)
        library.add(album: "Album 10", photos: 2)
        library.add(album: "Album 2", photos: 9)
        let stage = TestStage(library: library, columns: 60)
        await stage.open("9 photos")
        #expect(stage.albums == ["Album 1", "Album 10", "Album 2"])
        stage.press(Key(.right), Key("O"))
        await stage.see("Sort albums")
        #expect(stage.box == ["   Title", "   Photo count", " \u{25B8} Original order"])
        stage.press(Key(.home), Key(.enter))
        await stage.see("by title")
        await stage.until("sorting by number") { stage.albums == ["Album 1", "Album 2", "Album 10"] }
        stage.press(Key(.enter))
        await stage.see("1/2")
        stage.press(Key(.escape), Key("O"), Key(.down), Key(.enter))
        await stage.see("by photo count")
        await stage.until("the largest album first") { stage.albums == ["Album 2", "Album 10", "Album 1"] }
        #expect(stage.preferences.albumOrder == .photoCount)
        stage.type("/1")
        await stage.until("a search in the same order") { stage.albums == ["Album 10", "Album 1"] }
        stage.press(Key(.escape), Key("O"), Key(.down), Key(.enter))
        await stage.miss("by photo count")
        await stage.until("the library's order") { stage.albums == ["Album 1", "Album 10", "Album 2"] }
    }

    @Test("The remembered album order is used at the start")
    func rememberedOrder() async {
        let library = InMemoryLibrary(albums: 10, photosPerAlbum: 1)
        let stage = TestStage(library: library, order: .title, columns: 60)
        await stage.open("by title")
        await stage.until("sorting by number") { stage.albums.prefix(2) == ["Album 1", "Album 2"] }
    }

    @Test("A search without matches is reported")
    func noMatch() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.type("/zzz")
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ───────────────────────────────────────────── 0 of 3 ─
             ^^^^^^^^








                                         No albums match “zzz”

                                 To find photos, search the feed (Tab)








             / zzz
                  _
             Enter keep  Esc clear
            """)
    }

    @Test("A field of photos typed in the search for albums leads to the feed")
    func photoField() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.type("/year:2024")
        await stage.see("\u{D7} To find photos with year:, search the feed (Tab)")
        await stage.see("No albums match")
        stage.press(Key(.enter))
        await stage.miss("Enter keep")
        await stage.see("To find photos with year:, search the feed (Tab)")
        stage.press(Key(.escape), Key(.tab))
        await stage.see("Dune")
        stage.type("/year:2024")
        await stage.see("10 of 10")
        stage.press(Key(.escape), .albumsTab)
        // No photo of this library has a camera.
        stage.type("/camera:nikon")
        await stage.see("No albums match")
        #expect(!stage.text.contains("feed ("))
    }

    @Test("The few results of a kept search grow until they fill the screen; - makes them smaller")
    func fewResults() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.type("/a")
        await stage.see("1/2 of 3")
        stage.press(Key(.enter))
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ─ “a” ───────────────────────────────────── 1/2 of 3 ─
             ^^^^^^^^

            ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━┓
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┃dddddddddddddddddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq
            ┗━━━━━━━━━━━━━━━ Coast ━━━━━━━━━━━━━━━━┛            Harbor at night
                            ^^^^^^^
                            7 photos                                2 photos
             Coast · 7 photos
             ? help  Esc clear  q quit  Enter open  / search  O sort  u profile  Tab feed
            """)
        let grown = stage.text
        stage.press(Key("+"))
        await stage.see("Thumbnails are at their largest")
        stage.press(Key("-"))
        await stage.until("smaller tiles") { stage.text != grown && !stage.text.contains("largest") }
        #expect(stage.preferences.tileWidth == nil)
        stage.press(Key("+"))
        await stage.until("the tiles have grown") { stage.text == grown }
        stage.press(Key(.escape))
        await stage.see("Zennor")
    }

    @Test("A loading library fills in, and an empty one is reported")
    func growing() async {
        let library = InMemoryLibrary(albums: 1)
        library.set(isComplete: false)
        let stage = TestStage(library: library)
        stage.coordinator.start()
        await stage.see("1 album, 48 photos \u{2026}")
        library.add(album: "Album 0", photos: 2)
        library.set(isComplete: true)
        library.send(.changed)
        await stage.see("2 albums, 50 photos")
        await stage.see("Album 0")
        await stage.miss("\u{2026}")
    }

    @Test("An unreadable folder is a notice that the next key dismisses")
    func notice() async {
        let library = InMemoryLibrary()
        let stage = TestStage(library: library)
        await stage.open("Album 1")
        library.send(.unreadableFolder(path: "secret"))
        await stage.see("Can't read folder secret")
        stage.press(Key(.right))
        await stage.miss("secret")
    }

    @Test("A folder that is gone is a notice, and so is its return")
    func pulledOut() async {
        let library = InMemoryLibrary()
        let stage = TestStage(library: library)
        await stage.open("Album 1")
        library.send(.folderGone(path: "/media/card"))
        await stage.see("Folder /media/card is gone; it opens again when it returns")
        library.send(.folderReturned(path: "/media/card"))
        await stage.see("Folder /media/card is back")
    }

    @Test("A failing library shows the error")
    func failure() async {
        let library = InMemoryLibrary.demo
        library.set(failure: .timedOut(host: "photo.example"))
        let stage = TestStage.demo(library)
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────────────
             ^^^^^^^^








                                 photo.example did not respond in time

                                 Press r to retry or D for diagnostics









             ? help  q quit  r retry  D diagnostics
            """)
    }

    @Test("While nothing has loaded, hints offer only help and quitting")
    func loadingHints() async {
        let library = InMemoryLibrary()
        library.set(isHeld: true)
        let stage = TestStage(library: library)
        stage.coordinator.start()
        #expect(stage.row(23) == " ? help  q quit")
        library.set(isHeld: false)
        await stage.see("Enter open")
    }

    @Test("Looking again in an empty library is answered")
    func stillEmpty() async {
        let library = InMemoryLibrary.empty
        library.set(unread: [])
        let stage = TestStage.demo(library)
        await stage.see("No photos here")
        stage.type("r")
        await stage.see("Still no photos here")
    }

    @Test("Shift-Tab goes to the tab on the left")
    func previousTab() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.press(Key(.tab, .shift))
        await stage.see("No favorites yet")
        stage.press(Key(.tab, .shift))
        await stage.see("1/10")
        stage.press(Key(.tab, .shift))
        await stage.see("Zennor")
    }

    @Test("On a narrow terminal, a kept search comes before the number of matches")
    func keptSearch() async {
        let stage = TestStage.demo()
        stage.resize(columns: 40, rows: 12)
        await stage.see("Coast")
        stage.type("/boatzzzq")
        stage.press(Key(.enter))
        #expect(stage.row(2).contains(" \u{201C}boatzzzq\u{201D} "))
    }

    @Test("Below small covers, only the number of photos is left")
    func smallCovers() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        for _ in 1...6 { stage.press(Key("-")) }
        await stage.see(" 7  ")
        #expect(!stage.text.contains("phot\u{2026}") && !stage.text.contains("\u{2026}os"))
    }

    @Test("An empty library is reported")
    func empty() async {
        let stage = TestStage.demo(.empty)
        await stage.shows(
            """
             Ada Lovelace                                                0 albums, 0 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────────────
             ^^^^^^^^








                                             No photos here

                                           Press r to reload









             ? help  q quit  r reload
            """)
    }

    @Test("Only slow requests show an indicator", arguments: [OwnerPreference.everyone, .named("ada")])
    func slowLibrary(_ ownerPreference: OwnerPreference) async {
        let library = InMemoryLibrary()
        library.set(isHeld: true)
        let stage = TestStage(library: library, ownerPreference: ownerPreference)
        stage.coordinator.start()
        await stage.until("a request") { library.waiting > 0 }
        #expect(!stage.text.contains("Looking"))
        await stage.seeSlowly("Loading photos")
        library.set(isHeld: false)
        await stage.see("Album 3")
        #expect(!stage.text.contains("Looking"))
    }

    @Test("Albums in pages show how many are loaded, and why loading stopped")
    func pages() async {
        let library = InMemoryLibrary(albums: 30)
        library.set(known: 2)
        let stage = TestStage(library: library)
        await stage.open("1/30")
        await stage.seeSlowly("1/30, loading")
        library.set(known: 2, partialFailure: .timedOut(host: "photo.example"))
        library.send(.changed)
        await stage.see("\u{00D7} photo.example did not respond in time (press r to retry)")
        #expect(!stage.text.contains("loading"))
        await stage.see("Album 10")
        library.set(known: nil)
        stage.press(Key("r"))
        await stage.see("Album 11")
        #expect(!stage.text.contains("did not respond"))
    }

    @Test("Leaving cancels all loads, indicators included")
    func leaving() async {
        let library = InMemoryLibrary(albums: 30)
        library.set(known: 2)
        let pictures = FakePictures()
        pictures.set(areTilesHeld: true)
        let stage = TestStage(library: library, pictures: pictures)
        stage.coordinator.start()
        await stage.seeSlowly("1/30, loading")
        await stage.until("requests for both covers") { pictures.waiting == 2 }
        stage.press(Key("D"))
        await stage.until("cancelled cover requests") { pictures.waiting == 0 }
        await settle()
        #expect(pictures.waiting == 0)
    }

    @Test("q quits")
    func quit() async {
        let stage = TestStage(library: InMemoryLibrary())
        stage.coordinator.start()
        stage.press(Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test(
        "Every terminal size can be drawn, with the name at the top if there is room",
        arguments: [(1, 1), (2, 3), (20, 8), (40, 12), (80, 24), (120, 40), (200, 50), (500, 200)])
    func sizes(columns: Int, rows: Int) async {
        let stage = TestStage(library: InMemoryLibrary(albums: 30), columns: columns, rows: rows)
        stage.coordinator.start()
        if columns >= 20 {
            await stage.see("Ada Lovelace")
            #expect(stage.row(2).contains("Albums") && stage.row(rows - 1).contains("help"))
        }
        #expect(stage.surface.size == Size(columns: columns, rows: rows))
        stage.press(Key(.end), Key(.pageUp), Key(.down), Key(.home))
    }

    @Test("Enter opens an album that is still loading as soon as it has loaded")
    func openWhileLoading() async {
        let library = InMemoryLibrary(albums: 600)
        let stage = TestStage(library: library)
        await stage.open("Album 1")
        library.set(isHeld: true)
        stage.press(Key(.end), Key(.enter))
        #expect(stage.row(23).hasPrefix(" Esc stop"))
        library.set(isHeld: false)
        await stage.see("1/48")
        #expect(stage.row(0).contains("Album 99"))
    }

    @Test("Keys before the album has loaded stop it from opening", arguments: [Key(.escape), Key(.up), Key("/")])
    func stopOpening(key: Key) async {
        let library = InMemoryLibrary(albums: 600)
        let stage = TestStage(library: library)
        await stage.open("Album 1")
        library.set(isHeld: true)
        stage.press(Key(.end), Key(.enter), key)
        #expect(!stage.text.contains("Esc stop"))
        library.set(isHeld: false)
        await stage.see("Album 99")
        await settle()
        #expect(stage.row(0).contains("Ada Lovelace"))
    }

    @Test("Up from the first row selects the name, and down goes back")
    func nameSelection() async {
        let stage = TestStage(library: InMemoryLibrary())
        await stage.open("Album 3")
        await stage.see("Ada Lovelace")
        stage.press(Key(.up), Key(.up), Key(.up), Key(.enter))
        await stage.see("Account")
        stage.press(Key(.escape), Key(.down), Key(.enter))
        await stage.see("1/48")
    }
}

extension TestStage {
    /// The titles of the albums in reading order.
    fileprivate var albums: [String] {
        textAboveSelection.matches(of: /Album \d+/).map { String($0.output) }
    }
}
