import Albums
import FoundationEssentials
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Sorting", .timeLimit(.minutes(60)))
struct SortingTests {
    private let library = InMemoryLibrary(
        photos: [("dune 10", 300), ("reef", 500), ("dune 9", 100)].map { title, seconds in
            Photo(
                id: Photo.ID(title), albumID: Album.ID("All"), title: title,
                date: Date(timeIntervalSince1970: Double(seconds)))
        })

    private func stage(photoOrder: ListOrder = .original, columns: Int = 80) -> TestStage {
        TestStage(library: library, photoOrder: photoOrder, columns: columns)
    }

    /// Opens the only album.
    private func open(_ stage: TestStage) async {
        await stage.open("All", "dune 9")
    }

    /// Chooses an option of the sort menu.
    private func sort(_ stage: TestStage, by option: String) async {
        stage.press(Key("O"))
        await stage.see("Sort photos")
        stage.doubleClick(on: option)
        await stage.miss("Sort photos")
    }

    @Test("The sort menu of the albums")
    func albumsScreen() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.press(Key("O"))
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
             ┃dddddddddddddddddd┌ Sort albums ─────────────────────────┐cccccccccccccccccc
             ┃dddddddddddddddddd│   Title                              │cccccccccccccccccc
             ┃dddddddddddddddddd│   Photo count                        │cccccccccccccccccc
             ┃dddddddddddddddddd│ ▸ Original order                     │cccccccccccccccccc
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┃dddddddddddddddddd└──────────────────────────────────────┘cccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┃dddddddddddddddddddddddd┃ qqqqqqqqqqqqqqqqqqqqqqqq  cccccccccccccccccccccccc
             ┗━━━━━━━━ Coast ━━━━━━━━━┛     Harbor at night                Zennor
                      ^^^^^^^
                      7 photos                  2 photos                  1 photo


             Coast · 7 photos
             Esc back  Enter choose  ? help
            """)
    }

    @Test("The sort menu of the photos, with the second order selected")
    func photosScreen() async {
        let stage = await TestStage.demoAlbum()
        await stage.see("dddd")
        stage.press(Key("O"), Key("g"), Key("j"))
        await stage.shows(
            """
             Coast                                                                      1/7

             ┏━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddd┌ Sort photos ─────────────────────────┐pppppppppppppppppp
             ┃dddddddddddddddddd│   Title                              │pppppppppppppppppp
             ┃dddddddddddddddddd│ ▸ Newest first                       │pppppppppppppppppp
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┗━━━━━━━━━ Dune ━━━│   Oldest first                       │    Pier
                       ^^^^^^
                                │   Original order                     │
              rrrrrrrrrrrrrrrrrr└──────────────────────────────────────┘tttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
                        Reef                      Surf             Tide pools …the winter
             Dune · 2024-05-12 07:46
             Esc back  Enter choose  ? help
            """)
    }

    @Test("The sort menu lists the orders that the library supports, with the current one selected")
    func menu() async {
        let stage = stage(photoOrder: .newestFirst)
        await open(stage)
        stage.press(Key("O"))
        await stage.see("Sort photos")
        #expect(
            stage.box == ["   Title", " \u{25B8} Newest first", "   Oldest first", "   Original order"])
        stage.press(Key(.down), Key(.enter))
        await stage.until("the oldest first") { stage.photos == ["dune 9", "dune 10", "reef"] }
        stage.press(Key("O"), Key(.escape))
        await stage.see("oldest first")
        #expect(stage.photos == ["dune 9", "dune 10", "reef"])
    }

    @Test("Keys typed ahead of an answer wait until it is used")
    func typedAhead() async {
        let stage = stage()
        await open(stage)
        stage.press(Key("O"), Key("g"), Key(.enter), Key("O"))
        await stage.until("the second menu, with the order of the first") { stage.box.first == " \u{25B8} Title" }
    }

    @Test("The order of a folder has its name, and that of its feed is listed once")
    func folderOrder() async {
        let stage = TestStage(library: InMemoryLibrary.folder(albums: 2))
        await stage.open("Album 2")
        stage.press(Key("O"))
        await stage.see("Folder order")
        stage.press(Key(.escape), Key(.enter))
        await stage.see("Photo 2")
        stage.press(Key("O"))
        await stage.see("Sort photos")
        #expect(stage.box.last == " \u{25B8} Folder order")
        stage.press(Key(.escape), Key(.escape), .feedTab)
        await stage.see("Photo 2")
        stage.press(Key("O"))
        await stage.see("Sort photos")
        #expect(stage.box == ["   Title", " \u{25B8} Newest first", "   Oldest first"])
    }

    @Test("Albums that the library cannot count are not sorted by count")
    func unsupportedCount() async {
        library.set(albumOrders: [.original, .title])
        let stage = stage()
        await stage.open("All")
        stage.press(Key("O"))
        await stage.see("Sort albums")
        #expect(stage.box == ["   Title", " \u{25B8} Original order"])
        #expect(!stage.text.contains("count"))
    }

    @Test("A list that cannot be sorted says so")
    func unsorted() async {
        library.set(photoOrders: [.original])
        library.set(albumOrders: [.original])
        let stage = stage()
        await stage.open("All")
        stage.press(Key("O"))
        await stage.see("This list can't be sorted")
        stage.press(Key(.enter))
        await stage.see("dune 9")
        stage.press(Key("O"))
        await stage.see("This list can't be sorted")
    }

    @Test("Photos are sorted in natural order, and the selected one stays selected")
    func photos() async {
        let stage = stage()
        await open(stage)
        stage.press(Key(.right))
        await stage.see("2/3")
        await sort(stage, by: "Title")
        await stage.until("natural order") { stage.photos == ["dune 9", "dune 10", "reef"] }
        await stage.see("3/3 \u{00B7} by title")
        #expect(stage.preferences.rememberedPhotoOrder?.library == library.address)
        #expect(stage.preferences.rememberedPhotoOrder?.order == .title)
        await sort(stage, by: "Newest first")
        await stage.see("1/3 \u{00B7} newest first")
        #expect(stage.photos == ["reef", "dune 10", "dune 9"])
    }

    @Test("A search of a sorted list keeps the order, and sorting keeps the search")
    func searchAndOrder() async {
        let stage = stage()
        await open(stage)
        await sort(stage, by: "Title")
        stage.type("/dune")
        await stage.see("2 of 3")
        #expect(stage.photos == ["dune 9", "dune 10"])
        stage.press(Key(.enter))
        await sort(stage, by: "Newest first")
        await stage.until("the newest match first") { stage.photos == ["dune 10", "dune 9"] }
        stage.press(Key(.escape))
        await stage.until("all photos") { stage.photos == ["reef", "dune 10", "dune 9"] }
    }

    @Test("The viewer and the slideshow follow the order of the grid")
    func viewer() async {
        let stage = stage(photoOrder: .oldestFirst)
        await open(stage)
        stage.press(Key(.enter))
        await stage.see("fit  1/3")
        for title in ["dune 9", "dune 10", "reef"] {
            await stage.until(title) { stage.row(23).contains(title) }
            stage.press(Key("n"))
        }
        await stage.see("This is the last photo")
        stage.press(Key(.escape))
        await stage.see("3/3 \u{00B7} oldest first")
        stage.press(Key(.home), Key(.function(5)))
        await stage.until("the first photo") { stage.row(23).contains("dune 9") }
        await stage.seeSlowly("dune 10")
    }

    @Test("The feed is sorted too, and End goes to the last photo in that order")
    func feed() async {
        let stage = stage(photoOrder: .title)
        await stage.open("All")
        stage.press(.feedTab)
        await stage.until("a sorted feed") { stage.photos == ["dune 9", "dune 10", "reef"] }
        stage.press(Key(.end))
        await stage.see("by title  3/3")
        stage.press(Key(.enter))
        await stage.until("the last photo") { stage.row(23).contains("reef") }
    }

    @Test("A photo opened by name is found in the remembered order")
    func namedPhoto() async {
        let stage = stage(photoOrder: .newestFirst)
        stage.coordinator.start(at: Photo(id: Photo.ID("dune 9"), albumID: Album.ID("All"), title: "dune 9"))
        await stage.see("fit  3/3")
        #expect(stage.row(23).contains("dune 9"))
    }

    @Test("A remembered order that the list does not support is ignored")
    func unsupported() async {
        library.set(photoOrders: [.original, .title])
        let stage = stage(photoOrder: .newestFirst)
        await open(stage)
        #expect(stage.photos == ["dune 10", "reef", "dune 9"])
        #expect(!stage.text.contains("newest first"))
    }

    @Test("File dates are named as modification dates")
    func modified() async {
        library.set(dateKind: .modified)
        let stage = stage(columns: 100)
        await open(stage)
        await sort(stage, by: "Date modified, oldest first")
        await stage.see("1/3 \u{00B7} by date modified, oldest first")
    }

    @Test("On a narrow terminal the position is shown without the order")
    func narrow() async {
        let stage = stage(photoOrder: .title, columns: 40)
        await stage.open("All")
        stage.press(.feedTab)
        await stage.see("1/3")
        #expect(!stage.text.contains("by title"))
    }
}

extension TestStage {
    /// The titles of the photos in the grid, in reading order.
    fileprivate var photos: [String] {
        textAboveSelection.matches(of: /dune \d+|reef/).map { String($0.output) }
    }
}
