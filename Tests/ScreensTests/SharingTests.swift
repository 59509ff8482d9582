import Albums
import CellArt
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Sharing", .timeLimit(.minutes(60)))
struct SharingTests {
    private let sharing = SpySharing()

    /// Returns a stage that shows an album with one photo on the web that requires attribution.
    private func openLinked(isGenerated: Bool = false) async -> TestStage {
        let library = InMemoryLibrary()
        if isGenerated { library.generatePictures() }
        library.add(
            album: "Album 0",
            photos: [
                Photo(
                    id: Photo.ID("1"), albumID: Album.ID("Album 0"), title: "Old boat", author: "Ada Quill",
                    link: "https://photos.example/old boat", attribution: "Photo by Ada Quill on Unsplash",
                    authorLink: "https://photos.example/@ada")
            ])
        return await openFirstAlbum(of: library, "1/1")
    }

    private func openFirstAlbum(of library: InMemoryLibrary, _ position: String) async -> TestStage {
        await TestStage(library: library, sharing: sharing).open("Album 1", position)
    }

    @Test("s lists the actions for a photo on the web, and Esc or q goes back")
    func linkOptions() async {
        let stage = await openLinked()
        await stage.see("####")
        stage.type("s")
        await stage.see("Copy the link")
        await stage.shows(
            """
             Album 0                                                                    1/1

                      ┏━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┃##########################################################┃
                    ┌ Share Old boat ──────────────────────────────────────────────┐
                    │ ▸ c Copy the link                                            │
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
                    │   Q QR code for the link                                     │
                    │   S Save the original                                        │
                    │   e Email: copy a mailto: link                               │
                    │                                                              │
                    │ https://photos.example/old%20boat                            │
                    │ Photo by Ada Quill on Unsplash (https://photos.example/@ada) │
                    └──────────────────────────────────────────────────────────────┘
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┃##########################################################┃
                      ┗━━━━━━━━━━━━━━━━━━━━━━━━ Old boat ━━━━━━━━━━━━━━━━━━━━━━━━┛
                                               ^^^^^^^^^^
             Old boat · Photo by Ada Quill on Unsplash
             Esc back  Enter choose  ? help
            """)
        stage.press(Key(.escape))
        await stage.see("1/1")
        stage.type("s")
        await stage.see("Copy the link")
        stage.type("q")
        await stage.see("1/1")
    }

    @Test("The viewer of an only photo offers no other ones")
    func onlyPhoto() async {
        let stage = await openLinked()
        stage.press(Key(.enter))
        await stage.see("? help  Esc grid  + - zoom")
        #expect(!stage.text.contains("previous"))
    }

    @Test("s lists the actions for a file")
    func fileOptions() async {
        let stage = await TestStage.demoAlbum()
        await stage.see("tttt")
        stage.type("s")
        await stage.see("Copy the path")
        stage.press(Key(.down))
        await stage.shows(
            """
             Coast                                                                      1/7

             ┏━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddd┌ Share Dune ──────────────────────────┐pppppppppppppppppp
             ┃dddddddddddddddddd│   c Copy the path                    │pppppppppppppppppp
             ┃dddddddddddddddddd│ ▸ S Save the original                │pppppppppppppppppp
                                 ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┗━━━━━━━━━ Dune ━━━│   f Fetch: copy an scp command       │    Pier
                       ^^^^^^
                                │                                      │
              rrrrrrrrrrrrrrrrrr│ Coast/Dune.jpg                       │tttttttttttttttttt
              rrrrrrrrrrrrrrrrrr└──────────────────────────────────────┘tttttttttttttttttt
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

    @Test("The scp command is below the actions while it is selected")
    func scpCommand() async {
        let stage = await TestStage.demoAlbum()
        stage.type("s")
        await stage.see("Copy the path")
        #expect(stage.text.contains("\u{2502} Coast/Dune.jpg"))
        stage.press(Key(.down), Key(.down))
        await stage.see("scp ada@engine:Coast/Dune.jpg .")
        stage.press(Key(.enter))
        await stage.see("Copied scp command")
    }

    @Test("Page keys show all of a text that doesn't fit, from the beginning again after the end")
    func pagesOfText() async {
        let stage = await openFirstAlbum(of: InMemoryLibrary(), "1/48")
        stage.type("M")
        await stage.see("48 marked")
        stage.type("s")
        await stage.see("Copy the paths")
        var seen: Set<Int> = []
        for page in 1...3 {
            await stage.see("\(page)/3 \u{B7} PgDn")
            for number in 1...48 where stage.box.contains(" Album 1/\(number)") { seen.insert(number) }
            stage.press(Key(.pageDown))
        }
        #expect(seen.count == 48)
        await stage.see("1/3 \u{B7} PgDn")
        stage.press(Key(.pageUp))
        await stage.see("3/3 \u{B7} PgDn")
        stage.type("jj")
        await stage.see("scp")
    }

    @Test("A link to a generated picture can be shared, but there is no original to save")
    func generatedLink() async {
        let stage = await openLinked(isGenerated: true)
        stage.type("s")
        await stage.see("Copy the link")
        #expect(!stage.text.contains("Save the original"))
        stage.press(Key(.escape))
        stage.type("S")
        await stage.see("Couldn't save: generated pictures have no original")
    }

    @Test("A generated photo has nothing to share or save, which is reported at once")
    func generated() async {
        let library = InMemoryLibrary()
        library.generatePictures()
        let stage = await openFirstAlbum(of: library, "1/48")
        stage.type("s")
        await stage.see("× Nothing to share: generated pictures have no original")
        stage.type("S")
        await stage.see("× Couldn't save: generated pictures have no original")
        await stage.see("1/48")
    }

    @Test("Neither hints nor the palette offer to share a generated photo, and ! refuses it before a command is typed")
    func nothingOffered() async {
        let library = InMemoryLibrary()
        library.generatePictures()
        let stage = await openFirstAlbum(of: library, "1/48")
        stage.resize(columns: 160, rows: 24)
        await stage.see("f favorite")
        #expect(!stage.text.contains("s share"))
        stage.type(":")
        await stage.see("Open the photo")
        stage.type("share")
        await stage.miss("Open the photo")
        #expect(!stage.text.contains("copy, QR code"))
        stage.press(Key(.escape))
        stage.type("!")
        #expect(stage.text.contains("has no path or link: generated pictures have no original"))
        #expect(!stage.text.contains("$"))
    }

    @Test("The viewer offers no sharing of a generated photo, and s says why")
    func nothingOfferedInViewer() async {
        let library = InMemoryLibrary()
        library.generatePictures()
        let stage = await openFirstAlbum(of: library, "1/48")
        stage.resize(columns: 160, rows: 24)
        stage.press(Key(.enter))
        await stage.see("@@@")
        await stage.see("f favorite")
        #expect(!stage.text.contains("s share"))
        stage.type("s")
        await stage.see("Nothing to share: generated pictures have no original")
    }

    @Test("Shortcuts work before the list is shown")
    func quick() async {
        let stage = await openFirstAlbum(of: InMemoryLibrary(), "1/48")
        stage.type("sc")
        await stage.see("Copied path")
        stage.type("ss")
        await stage.see("Save as: ~/Pictures/Photo 1")
    }

    @Test("Copying a link includes the attribution, and the notice says only that it was sent")
    func copiesLink() async {
        let stage = await openLinked()
        stage.type("s")
        await stage.see("Copy the link")
        stage.type("c")
        await stage.see("Copied link")
        #expect(
            sharing.copied == [
                "https://photos.example/old%20boat\nPhoto by Ada Quill on Unsplash (https://photos.example/@ada)"
            ])
    }

    @Test("Files are copied as paths or as an scp command")
    func copiesFile() async {
        let stage = await openFirstAlbum(of: InMemoryLibrary(), "1/48")
        stage.type("s")
        await stage.see("Copy the path")
        stage.press(Key(.enter))
        await stage.see("Copied path")
        stage.type("s")
        await stage.see("f Fetch: copy an scp command")
        stage.type("f")
        await stage.see("Copied scp command")
        #expect(sharing.copied == ["Album 1/1", #"scp ada@engine:Album\\' 1/1' ."#])
    }

    @Test(
        "An uncertain clipboard is reported along with what to do",
        arguments: [
            (CopyDelivery.uncertain, "Sent to the terminal. If it isn't in your clipboard"), (.tmux, "Copied to tmux"),
        ])
    func uncertain(delivery: CopyDelivery, words: String) async {
        sharing.delivery = delivery
        let stage = await openLinked()
        stage.type("s")
        await stage.see("Copy the link")
        stage.type("c")
        await stage.see(words)
    }

    @Test("A file that is neither a picture nor a video is not opened, and that is reported")
    func notViewable() async {
        sharing.hasViewer = true
        sharing.openRefusal = .notViewable
        let stage = await openFirstAlbum(of: InMemoryLibrary(), "1/48")
        stage.type("s")
        await stage.see("o Open in the system viewer")
        stage.type("o")
        await stage.see("× Couldn't open: neither a picture nor a video")
        await stage.see("1/48")
    }

    @Test("A refusal by the clipboard is reported", arguments: [SharingFailure.noClipboard, .tooLong(limit: 74_994)])
    func refusal(failure: SharingFailure) async {
        sharing.refusal = failure
        let stage = await openLinked()
        stage.type("s")
        await stage.see("Copy the link")
        stage.type("c")
        let reason = failure == .noClipboard ? "this terminal has no" : "larger than the terminal"
        await stage.see("× Couldn't copy: \(reason)")
    }

    @Test("With a window system, photos and emails open there")
    func opens() async {
        sharing.hasViewer = true
        let stage = await openLinked()
        stage.type("s")
        await stage.see("o Open in the system viewer")
        stage.type("o")
        await stage.see("Opening in another window")
        stage.type("s")
        await stage.see("e Email the link")
        stage.type("e")
        await stage.see("Composing an email")
        #expect(sharing.opened.first == "https://photos.example/old%20boat")
        #expect(
            sharing.opened.last
                == "mailto:?subject=Old%20boat&body=https%3A%2F%2Fphotos.example%2Fold%2520boat%0D%0APhoto%20by%20Ada%20Quill"
                + "%20on%20Unsplash%20%28https%3A%2F%2Fphotos.example%2F%40ada%29")
        #expect(sharing.copied.isEmpty)
    }

    @Test("A QR code is black on white, and any key goes back to the sheet")
    func qrCode() async {
        let stage = await openLinked()
        stage.type("s")
        await stage.see("QR code")
        stage.type("Q")
        await stage.see("\u{2584}\u{2584}\u{2584}\u{2584}\u{2584}")
        let styles = (0..<23).flatMap { row in
            (0..<80).compactMap { stage.surface.cell(column: $0, row: row)?.style }.filter { $0 != .plain }
        }
        let (black, white) = (Color.rgb(0, 0, 0), Color.rgb(255, 255, 255))
        #expect(
            Set(styles) == [
                Style(foreground: white, background: black), Style(foreground: black, background: white),
            ])
        await stage.shows(
            """




                                      ▄▄▄▄▄  ▄▄▄ ▀▄▄  ▀     ▄▄▄▄▄
                                             ▄▄▄  ▄ ▀▀ ▀▄
                                       ▄▄▄   ▀▀ ▀▄▀▀▄ ▀      ▄▄▄
                                     ▄▄▄▄▄▄▄ ▄  ▀ ▀▄ ▄     ▄▄▄▄▄▄▄
                                        ▀  ▄ ▀▀▀ ▀▄ ▄ ▀ ▀  ▀   ▄▀
                                     ▄▀▀▀▀ ▄▄▀ ▀▄▀▄ ▀ ▄ ▄▄▀▀ ▄ ▄ ▄
                                      ▄ ▄▄▄▄ ▀▄▄     ▄   ▀▀ ▀   ▀
                                     ▀▄▀▄  ▄  ▀▄ ▄▀ ▄ ▄ ▄▀  ▀▀   ▄
                                     ▄ ▄ ▀▀▄▄ ▀▀▄▄▄  ▀ ▄▀ ▄    ▀▀
                                     ▄▄▄▄▄ ▄▄   ▄ ▄ ▄ ▄▀▄  ▀▄ ▄  ▄
                                     ▄▄▄▄  ▄▄▀ ▄ ▄      ▄ ▄▄▄  ▀▄▀
                                      ▄▄▄▄▄  ▄▄▀ ▀▀  ▀ ▄▀  ▄    ▀▄
                                              ▀   ▄ ▀   ▄▄ ▄▄  ▀▄
                                       ▄▄▄   ▄▄▄ ▄ ▀ ▄▄▄ ▀   ▄▀ ▄▄
                                     ▄▄▄▄▄▄▄ ▄    ▄ ▄▄   ▄ ▄▄▄   ▄




             Esc back  https://photos.example/old%20boat
            """)
        stage.press(Key("x"))
        await stage.see("\u{250C} Share Old boat ")
    }

    @Test("A QR code that does not fit reports the size it needs")
    func narrow() async {
        let stage = await openLinked()
        stage.resize(columns: 40, rows: 12)
        stage.type("s")
        await stage.see("QR code")
        stage.type("Q")
        await stage.see("The QR code needs")
        await stage.shows(
            """
             The QR code needs 37 × 20 cells, but
             the terminal has 40 × 12. Enlarge the
             window or use a smaller font.








             Esc back  https://photos.example/old%…
            """)
    }
}
