import Albums
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Albums in folders")
struct FolderTreeTests {
    private func home(
        _ library: InMemoryLibrary = .folders, folding: AlbumFolding = AlbumFolding(), columns: Int = 80, rows: Int = 24
    ) async -> TestStage {
        let stage = TestStage(
            library: library, pictures: FakePictures(drawsInitials: true), folding: folding, columns: columns,
            rows: rows)
        await stage.open("Garden")
        await stage.see("~/p")
        return stage
    }

    @Test("A row of tiles that doesn't fit is cut off at the bottom, and a click scrolls all of it into view")
    func clippedRow() async {
        let stage = await home(
            folding: AlbumFolding(folders: [Album.ID("2023"): true, Album.ID("2024"): true]), columns: 60, rows: 33)
        await stage.shows(
            """
             Ada Lovelace                           5 albums, 58 photos
             ~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────
             ^^^^^^^^

            ┏━━━━━━━━━━━━━━━━━━┓
            ┃pppppppppppppppppp┃
            ┃pppppppppppppppppp┃
            ┃pppppppppppppppppp┃
            ┃pppppppppppppppppp┃
            ┃pppppppppppppppppp┃
            ┗━━━━━ Garden ━━━━━┛
                  ^^^^^^^^
                  5 photos

             ▾ 2023 · 2 albums, 20 photos

             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
                    Alps               Porto
                 12 photos            8 photos

             ▾ 2024 · 2 albums, 33 photos

             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
                   Beach                Rome
             Garden · 5 photos
             ? help  q quit  Enter open  / search  t flat list  O sort
            """)
        stage.point(.press, column: 30, row: 27)
        stage.point(.release, column: 30, row: 27)
        await stage.shows(
            """
             Ada Lovelace                           5 albums, 58 photos
             ~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────
             ^^^^^^^^

             pppppppppppppppppp
             pppppppppppppppppp
             pppppppppppppppppp
             pppppppppppppppppp
             pppppppppppppppppp
                   Garden
                  5 photos

             ▾ 2023 · 2 albums, 20 photos

             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
                    Alps               Porto
                 12 photos            8 photos

             ▾ 2024 · 2 albums, 33 photos
                                ┏━━━━━━━━━━━━━━━━━━┓
             pppppppppppppppppp ┃pppppppppppppppppp┃
             pppppppppppppppppp ┃pppppppppppppppppp┃
             pppppppppppppppppp ┃pppppppppppppppppp┃
             pppppppppppppppppp ┃pppppppppppppppppp┃
             pppppppppppppppppp ┃pppppppppppppppppp┃
                   Beach        ┗━━━━━━ Rome ━━━━━━┛
                                       ^^^^^^
                  3 photos           30 photos
             2024/Rome · 30 photos
             ? help  q quit  Enter open  / search  Space fold
            """)
    }

    @Test("Albums are listed in their folders, below the account and the path")
    func folders() async {
        let stage = await home(rows: 37)
        await stage.shows(
            """
             Ada Lovelace                                               5 albums, 58 photos
             ~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────────────
             ^^^^^^^^

             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃pppppppppppppppppppppppp┃
             ┃pppppppppppppppppppppppp┃
             ┃pppppppppppppppppppppppp┃
             ┃pppppppppppppppppppppppp┃
             ┃pppppppppppppppppppppppp┃
             ┃pppppppppppppppppppppppp┃
             ┗━━━━━━━━ Garden ━━━━━━━━┛
                      ^^^^^^^^
                      5 photos

             ▾ 2023 · 2 albums, 20 photos

              pppppppppppppppppppppppp  pppppppppppppppppppppppp
              pppppppppppppppppppppppp  pppppppppppppppppppppppp
              pppppppppppppppppppppppp  pppppppppppppppppppppppp
              pppppppppppppppppppppppp  pppppppppppppppppppppppp
              pppppppppppppppppppppppp  pppppppppppppppppppppppp
              pppppppppppppppppppppppp  pppppppppppppppppppppppp
                        Alps                     Porto
                     12 photos                  8 photos

             ▸ 2024 · 2 albums, 33 photos









             Garden · 5 photos
             ? help  q quit  Enter open  / search  t flat list  O sort  r reload  Tab feed
            """)
    }

    @Test("Folders fit a small screen")
    func smallScreen() async {
        let stage = await home(columns: 40, rows: 12)
        stage.press(Key(.down))
        await stage.until {
            stage.clock.advance(by: .milliseconds(10))
            return stage.row(6).contains("p") && stage.row(9).contains("p")
        }
        await stage.shows(
            """
             Ada Lovelace                 58 photos
             ~/p
            ─ Albums  Feed  Favorites ──────────────
             ^^^^^^^^
             ▾ 2023 · 2 albums, 20 photos
               ^^^^

             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
             pppppppppppppppppp  pppppppppppppppppp
                    Alps               Porto
                 12 photos            8 photos
             2023 · 2 albums · 20 photos
             ? help  q quit  Enter open  / search
            """)
    }

    @Test("Enter opens and closes a folder in place, and Space closes the folder of an album")
    func opening() async {
        let stage = await home(rows: 36)
        #expect(!stage.text.contains("Rome"))
        stage.press(Key(.end), Key(.enter))
        await stage.see("Rome")
        #expect(stage.text.contains("\u{25BE} 2024"))
        #expect(stage.preferences.albumFolding.folders == [Album.ID("2024"): true])
        stage.press(Key(.down), Key(.right), Key(" "))
        await stage.miss("Rome")
        #expect(stage.preferences.albumFolding.folders == [Album.ID("2024"): false])
        stage.press(Key(.enter))
        await stage.see("Rome")
        stage.press(Key(.up), Key(.enter))
        await stage.see("1/12")
        #expect(stage.row(0).hasPrefix(" 2023/Alps"))
    }

    @Test("Remembered folders are open at the start")
    func remembered() async {
        let folding = AlbumFolding(folders: [Album.ID("2023"): false, Album.ID("2024"): true])
        let stage = await home(folding: folding, rows: 36)
        await stage.see("Rome")
        #expect(!stage.text.contains("Porto"))
    }

    @Test("t switches to a flat list and back, keeping the selected album")
    func flatList() async {
        let stage = await home(rows: 36)
        stage.press(Key(.down), Key(.down), Key(.right))
        stage.type("t")
        await stage.see("2024/Rome")
        #expect(stage.preferences.albumFolding == AlbumFolding(isFlat: true))
        #expect(stage.text.contains("t folders"))
        stage.press(Key(.enter))
        await stage.see("1/8")
        stage.press(Key(.escape))
        await stage.see("2024/Rome")
        stage.press(Key(.end), Key(.left))
        stage.type("t")
        await stage.miss("Rome")
        // The album's folder is closed and stands for it.
        stage.press(Key(.enter))
        await stage.see("Rome")
    }

    @Test("A search lists matching albums of closed folders too, and Esc returns to the folders")
    func search() async {
        let stage = await home()
        stage.type("/rome")
        await stage.see("2024/Rome")
        #expect(!stage.text.contains("Garden"))
        stage.press(Key(.escape))
        await stage.see("Garden")
        #expect(!stage.text.contains("Rome"))
    }

    @Test("t and Space explain that search results are shown without folders, and Space that a flat list has none")
    func noFoldersShown() async {
        let stage = await home()
        stage.type("/rome")
        stage.press(Key(.enter))
        await stage.see("2024/Rome")
        for key in [" ", "t"] {
            stage.type(key)
            await stage.see("Search results are shown without folders")
            stage.press(Key(.right))
        }
        #expect(stage.preferences.albumFolding == AlbumFolding())
        stage.press(Key(.escape))
        stage.type("t ")
        await stage.see("This list has no folders")
    }

    @Test("The hint to fold is shown only in and on folders")
    func foldHint() async {
        let stage = await home()
        #expect(!stage.text.contains("Space fold"))
        stage.press(Key(" "))
        await stage.see("This album is not in a folder")
        stage.press(Key(.down))
        await stage.see("Space fold")
        stage.press(Key(.down))
        await stage.see("Space fold")
    }

    @Test("At the end of the list, the space above headings shows the lower part of the row above")
    func endOfList() async {
        let library = InMemoryLibrary.folders
        for year in 2025...2027 { library.add(album: "\(year)/Snow", photos: 1) }
        let stage = await home(
            library, folding: AlbumFolding(folders: [Album.ID("2023"): false]), columns: 40, rows: 13)
        stage.press(Key(.end))
        await stage.shows(
            """
             Ada Lovelace                 61 photos
             ~/p
            ─ Albums  Feed  Favorites ──────────────
             ^^^^^^^^
                   Garden
                  5 photos

             ▸ 2023 · 2 albums, 20 photos
             ▸ 2024 · 2 albums, 33 photos
             ▸ 2025 · 1 album, 1 photo
             ▸ 2026 · 1 album, 1 photo
             ▸ 2027 · 1 album, 1 photo
               ^^^^
             2027 · 1 album · 1 photo
             ? help  q quit  Enter open  / search
            """)
        stage.press(Key(.home))
        await stage.see("\u{2501} Garden \u{2501}")
    }

    @Test("Albums that are in no folders leave no line for headings")
    func withoutFolders() async {
        let stage = TestStage(
            library: InMemoryLibrary.folder(albums: 6), pictures: FakePictures(), columns: 80, rows: 25)
        await stage.open("Album 6")
        await stage.until("two rows of covers with six lines each:\n\(stage.text)") {
            stage.text.split(separator: "\n").count { $0.contains("####") } == 12
        }
    }

    @Test("Albums are sorted inside their folders")
    func sorting() async {
        let stage = await home(folding: AlbumFolding(folders: [Album.ID("2024"): true]), rows: 50)
        await stage.see("Rome")
        stage.press(Key("O"), Key(.home), Key(.down), Key(.enter))
        await stage.see("by photo count")
        await stage.until("the larger album first:\n\(stage.text)") {
            stage.text.contains(/Rome +Beach/) && stage.text.contains(/Alps +Porto/)
        }
    }

    @Test("A click on a folder opens or closes it, and a double click does so once")
    func clicking() async {
        let stage = await home(rows: 37)
        stage.click(on: "2024 \u{00B7}")
        await stage.see("Rome")
        stage.expireDoubleClick()
        stage.doubleClick(on: "2024")
        await stage.miss("Rome")
        await settle()
        #expect(!stage.text.contains("Rome"))
    }

    @Test("A double click that scrolls a folder away from the pointer leaves it open")
    func doubleClickAtTheEnd() async {
        let library = InMemoryLibrary.folders
        for year in 2025...2050 { library.add(album: "\(year)/Snow", photos: 1) }
        let stage = await home(library)
        stage.press(Key(.end))
        await stage.see("2050 \u{00B7}")
        let row =
            stage.text.split(separator: "\n", omittingEmptySubsequences: false)
            .firstIndex { $0.contains("2050") } ?? 0
        for action in [MouseEvent.Action.press, .release] { stage.point(action, column: 4, row: row) }
        await stage.see("Snow")
        #expect(!stage.row(row).contains("2050"))
        for action in [MouseEvent.Action.press, .release] { stage.point(action, column: 4, row: row) }
        await settle()
        #expect(stage.text.contains("Snow") && stage.text.contains("\u{25BE} 2050"))
    }

    @Test("The search line covers neither tiles nor folders", arguments: [24, 22, 20, 18])
    func searchLine(rows: Int) async {
        let library = InMemoryLibrary.folders
        for year in 2025...2050 { library.add(album: "\(year)/Snow", photos: 1) }
        let stage = await home(library, rows: rows)
        for key in [Key(.home), Key(.end)] {
            stage.press(key)
            _ = await stage.lastingScreen()
            #expect(stage.row(rows - 2).contains(" \u{00B7} "))
            let list = stage.textAboveSelection
            stage.type("/")
            #expect(stage.row(rows - 2).hasPrefix(" /"))
            #expect(stage.textAboveSelection == list)
            stage.press(Key(.escape))
        }
    }

    @Test("A folder opened at the bottom of the screen scrolls its first albums into view")
    func openingAtTheEnd() async {
        let library = InMemoryLibrary.folders
        for year in 2025...2050 { library.add(album: "\(year)/Snow", photos: 1) }
        let stage = await home(library)
        stage.press(Key(.end))
        await stage.see("2050")
        stage.press(Key(.enter))
        await stage.see("Snow")
        #expect(stage.text.contains("2050"))
    }

    @Test("Going back from an album restores the open folders and the scroll position")
    func goingBack() async {
        let library = InMemoryLibrary.folders
        for year in 2025...2050 { library.add(album: "\(year)/Snow", photos: 9) }
        let stage = await home(library)
        stage.press(Key(.end))
        await stage.see("2050")
        stage.press(Key(.enter))
        await stage.see("Snow")
        stage.press(Key(.down))
        let before = await stage.lastingScreen()
        stage.press(Key(.enter))
        await stage.see("1/9")
        stage.resize(columns: 60, rows: 20)
        stage.resize(columns: 80, rows: 24)
        stage.press(Key(.escape))
        await stage.until("the same screen on:\n\(stage.screen)\nnot:\n\(before)") { stage.screen == before }
    }

    @Test("A folder opens with everything below it, from the tree and from one of its albums")
    func everythingBelow() async {
        let stage = await home()
        stage.press(Key(.end))
        stage.type("E")
        await stage.see("2024, with subfolders")
        await stage.see("oldest first")
        await stage.see("1/33")
        stage.type("E")
        await stage.see("This list already includes subfolders")
        stage.press(Key(.escape))
        await stage.see("\u{25B8} 2024")
        stage.press(Key(.enter))
        await stage.see("Beach")
        stage.press(Key(.down))
        stage.press(Key(.enter))
        await stage.see("1/3")
        stage.type("E")
        await stage.see("2024, with subfolders")
        await stage.see("back")
        stage.press(Key(.escape))
        await stage.until("the album") { !stage.text.contains("with subfolders") && stage.text.contains("Beach") }
    }

    @Test("Screen readers hear whether a folder is open")
    func readers() async {
        let stage = TestStage(library: InMemoryLibrary.folders, themes: ThemeSettings(isForReaders: true))
        await stage.open("2023, open, 2 albums, 20 photos")
        await stage.see("2024, closed, 2 albums, 33 photos")
    }

    @Test("In a library without folders, their keys do nothing")
    func noFolders() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.press(Key(" "))
        await stage.see("Space does nothing here")
        stage.type("E")
        await stage.see("E does nothing here")
        #expect(!stage.text.contains("flat list"))
        stage.press(.feedTab)
        await stage.see("1/")
        stage.type("E")
        await stage.see("E does nothing here")
        stage.type("?")
        await stage.miss("subfolders")
    }
}
