import Albums
import TerminalUI
import Testing

@testable import Screens

@Suite("Favorites")
@MainActor
struct FavoritesTests {
    private func photo(_ title: String) -> Photo {
        Photo(id: Photo.ID(title), albumID: Album.ID("kept"), title: title, tags: ["t-\(title)"])
    }

    private func stage(_ favorites: InMemoryFavorites, ascii: Bool = false) async -> TestStage {
        await TestStage(library: InMemoryLibrary(albums: 1, photosPerAlbum: 6), favorites: favorites)
            .open("Album 1")
    }

    @Test("f adds the selected photo to the favorites and shows the favorite icon, and a second f removes it")
    func album() async {
        let favorites = InMemoryFavorites()
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 2")
        #expect(!stage.text.contains("\u{2665}"))
        stage.press(Key(.right), Key("f"))
        await stage.see("Added \u{201C}Photo 2\u{201D} to favorites (press z to undo)")
        await stage.see("\u{2665}")
        #expect(favorites.titles == ["Photo 2"])
        stage.press(Key("f"))
        await stage.see("Removed \u{201C}Photo 2\u{201D} from favorites")
        await stage.miss("\u{2665}")
        #expect(favorites.titles == [])
    }

    @Test("A favorite of the feed is also one in its album and in the viewer")
    func feedAndViewer() async {
        let stage = await stage(InMemoryFavorites())
        stage.press(.feedTab)
        await stage.see("1/6")
        stage.press(Key("f"))
        await stage.see("\u{2665}")
        stage.press(Key(.enter))
        await stage.see("fit  1/6")
        #expect(stage.row(23).hasPrefix(" \u{2665} Photo 1"))
        stage.press(Key("n"))
        await stage.see("fit  2/6")
        #expect(!stage.text.contains("\u{2665}"))
        stage.press(Key(.escape), .albumsTab)
        await stage.see("Album 1")
        stage.press(Key(.enter))
        await stage.see("\u{2665}")
    }

    @Test("f adds all marked photos or removes them if all are favorites, and z undoes each as a whole")
    func marked() async {
        let favorites = InMemoryFavorites()
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 3")
        stage.press(Key("f"))
        await stage.see("\u{2665}")
        stage.press(Key("M"))
        await stage.see("6 marked")
        stage.press(Key("f"))
        await stage.see("Added 5 photos to favorites")
        await stage.until("six hearts") { stage.text.count { $0 == "\u{2665}" } == 6 }
        #expect(favorites.titles.count == 6)
        stage.press(Key("f"))
        await stage.see("Removed 6 photos from favorites")
        #expect(favorites.titles == [])
        stage.press(Key("z"))
        await stage.see("Restored 6 favorites")
        #expect(favorites.titles.count == 6)
        stage.press(Key("z"))
        await stage.see("Removed 5 photos from favorites")
        #expect(favorites.titles == ["Photo 1"])
    }

    @Test("In the viewer f adds and removes, and z undoes every step")
    func viewer() async {
        let favorites = InMemoryFavorites()
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 1")
        stage.press(Key(.enter))
        await stage.see("fit  1/6")
        stage.press(Key("f"))
        await stage.see("Added")
        stage.press(Key("f"))
        await stage.see("Removed")
        stage.press(Key("z"))
        await stage.see("Restored \u{201C}Photo 1\u{201D} to favorites")
        #expect(favorites.titles == ["Photo 1"])
        stage.press(Key("z"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites")
        #expect(favorites.titles == [])
        stage.press(Key("z"))
        await stage.see("Nothing to undo")
        stage.press(Key("Z"))
        await stage.see("Added \u{201C}Photo 1\u{201D} to favorites (press z to undo)")
        stage.press(Key("Z"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites (press z to undo)")
        stage.press(Key("Z"))
        await stage.see("Nothing to redo")
        #expect(favorites.titles == [])
        stage.press(Key("z"))
        await stage.see("Restored \u{201C}Photo 1\u{201D} to favorites")
        #expect(favorites.titles == ["Photo 1"])
        stage.press(Key("f"))
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites (press z to undo)")
        stage.press(Key("Z"))
        await stage.see("Nothing to redo")
    }

    @Test("Key presses faster than the store apply one after another")
    func quickKeys() async {
        let favorites = InMemoryFavorites()
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 1")
        stage.press(Key("f"), Key("f"), Key("f"), Key("z"), Key("f"))
        await stage.until("five changes") { favorites.changes == 5 }
        await stage.see("\u{2665}")
        #expect(favorites.titles == ["Photo 1"])
    }

    @Test("The tab lists the favorites of all libraries without favorite icons and can be searched")
    func tab() async {
        let stage = TestStage.demo(favorites: InMemoryFavorites([photo("dune"), photo("reef"), photo("surf")]))
        await stage.see("Coast")
        stage.press(.favoritesTab)
        await stage.see("1/3")
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ──────────────────────────────────────────────── 1/3 ─
                           ^^^^^^^^^^^



             ┏━━━━━━━━━━━━━━━━━━━━━━━━┓
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┃dddddddddddddddddddddddd┃ rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss
             ┗━━━━━━━━━ dune ━━━━━━━━━┛           reef                      surf
                       ^^^^^^


             dune
             ? help  Esc albums  q quit  Enter open  / search  F5 slideshow  f favorite
            """)
        stage.type("/t-reef")
        await stage.see("1 of 3")
        #expect(!stage.text.contains("dune"))
        stage.press(Key(.escape), Key("q"))
        await stage.until("quitting") { stage.hasQuit }
    }

    @Test("Without favorites the tab explains how to add some")
    func empty() async {
        let stage = TestStage.demo()
        await stage.see("Coast")
        stage.press(.favoritesTab)
        await stage.shows(
            """
             Ada Lovelace                                               3 albums, 10 photos
             ada@engine:~/p
            ─ Albums  Feed  Favorites ────────────────────────────────────────────────── 0 ─
                           ^^^^^^^^^^^








                                            No favorites yet

                                      Press f on a photo to add it









             ? help  Esc albums  q quit  r reload
            """)
    }

    @Test("Tab cycles through albums, feed and favorites; Esc goes to the albums")
    func tabs() async {
        let stage = await stage(InMemoryFavorites([photo("dune")]))
        stage.press(Key(.tab))
        await stage.see("1/6")
        stage.press(Key(.tab))
        await stage.see("dune")
        stage.press(Key(.tab))
        await stage.see("Album 1")
        stage.press(.favoritesTab)
        await stage.see("dune")
        stage.press(Key(.escape))
        await stage.see("Album 1")
        stage.press(.feedTab)
        await stage.see("1/6")
        stage.press(.feedTab)
        #expect(stage.text.contains("1/6"))
        #expect(stage.stack.count == 2)
        stage.press(.albumsTab)
        await stage.see("Album 1")
    }

    @Test("A favorite removed in the viewer stays until the user moves on to the next one")
    func removedWhileViewed() async {
        let favorites = InMemoryFavorites([photo("dune"), photo("reef"), photo("surf")])
        let stage = await stage(favorites)
        stage.press(.favoritesTab)
        await stage.see("1/3")
        stage.press(Key(.right), Key(.enter))
        await stage.see("fit  2/3")
        #expect(stage.row(23).hasPrefix(" \u{2665} reef"))
        stage.press(Key("f"))
        await stage.see("Removed")
        stage.press(Key("v"), Key("v"))
        await stage.miss("2/3")
        #expect(stage.row(23).hasPrefix(" \u{2661} reef"))
        stage.press(Key("n"))
        await stage.see("fit  2/2")
        #expect(stage.row(23).hasPrefix(" \u{2665} surf"))
        stage.press(Key("z"))
        await stage.see("Restored \u{201C}reef\u{201D} to favorites")
        stage.press(Key(.escape))
        await stage.see("/3")
        #expect(stage.text.contains("reef"))
    }

    @Test("Changes by another instance appear in the tab and as favorite icons")
    func others() async throws {
        let favorites = InMemoryFavorites()
        let stage = await stage(favorites)
        stage.press(.favoritesTab)
        await stage.see("No favorites yet")
        _ = try favorites.toggle([photo("dune")])
        await stage.see("dune")
        stage.press(.feedTab)
        await stage.see("Photo 1")
        let shown = Photo(id: Photo.ID("Album 1/1"), albumID: Album.ID("Album 1"), title: "Photo 1")
        _ = try favorites.toggle([shown])
        await stage.see("\u{2665}")
    }

    @Test(
        "A failed change shows the reason and changes nothing",
        arguments: [
            (FavoritesFailure.diskFull, "Couldn't update favorites: the disk is full"),
            (.damaged(path: "/f"), "/f is damaged"), (.laterVersion(path: "/f"), "a newer version of Tintype"),
            (.unavailable(path: "/f", reason: "Permission denied"), "/f: Permission denied"),
        ])
    func failure(failure: FavoritesFailure, words: String) async {
        let favorites = InMemoryFavorites()
        favorites.set(failure: failure)
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 1")
        stage.press(Key("f"))
        await stage.see(words)
        #expect(!stage.text.contains("\u{2665}"))
    }

    @Test("f refuses a photo with a replaced file, and shows a notice")
    func replaced() async {
        let favorites = InMemoryFavorites()
        favorites.replace(Photo.ID("Album 1/1"))
        let stage = await stage(favorites)
        stage.press(Key(.enter))
        await stage.see("Photo 1")
        stage.type("f")
        await stage.see("Couldn't change \u{201C}Photo 1\u{201D}: another file has its name now")
        #expect(favorites.titles.isEmpty)
        stage.type("M")
        await stage.see("6 marked")
        stage.type("f")
        await stage.see("\u{2665}")
        #expect(favorites.titles.sorted() == (2...6).map { "Photo \($0)" })
    }

    @Test("Favorites of a library that stores them show at once, and z undoes them there")
    func storedByLibrary() async {
        let (library, favorites) = (InMemoryLibrary(albums: 1, photosPerAlbum: 6), InMemoryFavorites())
        library.allowEditing()
        library.storeFavorites()
        let stage = await TestStage(library: library, favorites: favorites).open("Album 1", "1/6")
        library.set(isWriteHeld: true)
        stage.type("f")
        #expect(stage.text.contains("\u{2665}"))
        library.set(isWriteHeld: false)
        await stage.see("Added \u{201C}Photo 1\u{201D} to favorites (press z to undo)")
        #expect(library.favorites?.count == 1 && favorites.titles.isEmpty)
        stage.type("z")
        await stage.see("Removed \u{201C}Photo 1\u{201D} from favorites")
        await stage.miss("\u{2665}")
        #expect(library.favorites == [])
        stage.type("M")
        await stage.see("6 marked")
        stage.type("f")
        await stage.see("Added 6 photos to favorites")
        #expect(library.favorites?.count == 6)
    }

    @Test("If the service of a library fails, the photo is as before, and the reason is shown")
    func failureOfLibrary() async throws {
        let library = InMemoryLibrary(albums: 1, photosPerAlbum: 6)
        library.allowEditing()
        library.storeFavorites()
        let photo = try await library.photos(in: .feed, matching: .everything, in: 0..<1).items[0]
        library.refuse(photo.id, .library(.timedOut(host: "photos.example")))
        let stage = await TestStage(library: library).open("Album 1", "1/6")
        for key in ["f", "4"] {
            stage.type(key)
            await stage.see("Couldn't change \u{201C}Photo 1\u{201D}: photos.example did not respond in time")
            #expect(!stage.text.contains("\u{2665}") && !stage.text.contains("\u{2605}"))
            stage.type("z")
            await stage.see("Nothing to undo")
        }
    }
}
