import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Command palette", .timeLimit(.minutes(60)))
struct PaletteTests {
    @Test("A colon lists the commands of the screen over it, with their keys")
    func list() async {
        let stage = await TestStage.demoAlbum()
        await stage.see("dddd")
        stage.type(":")
        await stage.shows(
            """
             Coast                                                                      1/7

             ┏━━━━━━━━┌──────────────────────────────────────────────────────────┐
             ┃dddddddd│ :                                                   1/44 │pppppppp
                          _
             ┃dddddddd│ ▸ Add to or remove from favorites                      f │pppppppp
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┃dddddddd│   Mark or unmark                                       m │pppppppp
             ┃dddddddd│   Mark and go on                                   Space │pppppppp
             ┃dddddddd│   Mark or unmark all                                   M │pppppppp
             ┃dddddddd│   Show the marked photos                               ' │pppppppp
             ┃dddddddd│   Compare photos                                       c │pppppppp
             ┃dddddddd│   Find the photo in the album                          J │pppppppp
             ┗━━━━━━━━│   Copy, save or share                                  s │
                      │   Save copies of the originals                         S │
              rrrrrrrr│   Run a command on the photos                          ! │tttttttt
              rrrrrrrr│   Open the photo                                   Enter │tttttttt
              rrrrrrrr│   Start a slideshow                                   F5 │tttttttt
              rrrrrrrr│   Search photos                                        / │tttttttt
              rrrrrrrr│   Filter by rating                                     F │tttttttt
              rrrrrrrr│   Sort photos                                          O │tttttttt
              rrrrrrrr│   Clear search/marks or go back                      Esc↓│tttttttt
              rrrrrrrr└──────────────────────────────────────────────────────────┘tttttttt
                        Reef                      Surf             Tide pools …the winter
             Dune · 2024-05-12 07:46
             Enter run  Esc cancel
            """)
        stage.type("sl")
        await stage.shows(
            """
             Coast                                                                      1/7

             ┏━━━━━━━━┌──────────────────────────────────────────────────────────┐
             ┃dddddddd│ : sl                                                 1/5 │pppppppp
                            _
             ┃dddddddd│ ▸ Start a slideshow                                   F5 │pppppppp
                       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
             ┃dddddddd│   Save copies of the originals                         S │pppppppp
             ┃dddddddd│   Smaller thumbnails                                   - │pppppppp
             ┃dddddddd│   Show details                                         i │pppppppp
             ┃dddddddd│   Show all keys                                        ? │pppppppp
             ┃dddddddd│                                                          │pppppppp
             ┃dddddddd│                                                          │pppppppp
             ┗━━━━━━━━│                                                          │
                      │                                                          │
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr│                                                          │tttttttt
              rrrrrrrr└──────────────────────────────────────────────────────────┘tttttttt
                        Reef                      Surf             Tide pools …the winter
             Dune · 2024-05-12 07:46
             Enter run  Esc cancel
            """)
        stage.press(Key(.escape))
        await stage.see("Enter open")
    }

    @Test("In a small terminal the palette fits, and it lists fewer commands")
    func small() async {
        let stage = await TestStage.demoAlbum()
        stage.resize(columns: 40, rows: 12)
        stage.type(":s")
        await stage.shows(
            """
             Coast                              1/7
            ┌──────────────────────────────────────┐
            │ : s                             1/25 │
                 _
            │ ▸ Show the marked photos           ' │
             ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
            │   Save copies of the originals     S │
            │   Start a slideshow               F5 │
            │   Search photos                    / │
            │   Sort photos                      O │
            │   Switch between grid and masonry  w │
            │   Show or hide dates               d↓│
            └──────────────────────────────────────┘
             Enter run  Esc cancel
            """)
    }

    @Test("Enter runs the best match on the screen below, and a click any other")
    func run() async {
        let stage = await TestStage.demoAlbum()
        stage.type(":mark or")
        stage.press(Key(.enter))
        await stage.see("1 marked")
        stage.type(":help")
        await stage.see("No command matches")
        #expect(!stage.text.contains("Enter run"))
        stage.press(Key(.backspace), Key(.backspace), Key(.backspace), Key(.backspace), Key(.backspace))
        await stage.see("1 marked")
        stage.type(":mark or")
        stage.press(Key(.down))
        stage.click(on: "Mark or unmark all")
        await stage.see("7 marked")
        stage.type(":")
        stage.point(.press, column: 1, row: 20)
        stage.point(.release, column: 1, row: 20)
        await stage.see("Enter open")
    }

    @Test(
        "Words of other programs find commands",
        arguments: [
            ("exit", "Go back or quit"), ("delete", "Move to the trash"), ("bigger", "Larger thumbnails"),
            ("theme", "Change the theme (dark or light)"), ("settings", "Change settings"),
            ("preferences", "Change settings"), ("language", "Change the language"),
            ("open folder", "Open another folder or library"),
        ])
    func synonyms(typed: String, command: String) async {
        let library = InMemoryLibrary.demo
        library.allowEditing()
        let stage = TestStage.demo(library)
        await stage.see("Coast")
        stage.press(Key(.enter))
        await stage.see("Lighthouse")
        stage.type(":" + typed)
        await stage.see("\u{25B8} \(command)")
    }

    @Test("The palette says where settings are, and how to change the language and open something else")
    func instructions() async {
        let stage = await TestStage.demoAlbum()
        for (typed, text) in [
            ("settings", "tintype config prints its path"), ("language", "--language de"),
            ("open f", "tintype ~/Pictures"),
        ] {
            stage.type(":" + typed)
            stage.press(Key(.enter))
            await stage.see(text)
        }
    }

    @Test("The palette switches the theme, and back")
    func theme() async {
        let stage = await TestStage.demoAlbum()
        var chosen: [ThemeChoice] = []
        stage.coordinator.onThemeChange = { choice in
            chosen.append(choice)
            stage.change { $0.brightness = choice == .light ? .light : .dark }
        }
        for theme in ["light", "dark"] {
            stage.type(":theme")
            stage.press(Key(.enter))
            await stage.see("To keep this theme, put theme = \"\(theme)\" into config.toml")
        }
        #expect(chosen == [.light, .dark])
    }

    @Test("The palette explains a key that it ignores")
    func unusedKeys() async {
        let stage = await TestStage.demoAlbum()
        stage.type(":")
        stage.press(Key(.tab))
        await stage.see("Tab does nothing here (press Esc to cancel)")
    }

    @Test("While the user types a search, a colon is text")
    func typing() async {
        let stage = await TestStage.demoAlbum()
        stage.type("/a:b")
        await stage.see("/ a:b")
    }

    @Test("Screen readers get the list without a frame")
    func readers() async {
        let stage = await TestStage.demoAlbum(forReaders: true)
        stage.type(":sort")
        await stage.shows(
            """
             : sort                                                                     1/2
                   _
            ▸ Sort photos, O
              ^^^^^^^^^^^^^^
              Show the marked photos, '




















             Enter run  Esc cancel
            """)
    }

    @Test(
        "Characters match in order, and the beginnings of words and runs of characters match best",
        arguments: [
            ("s", ["Share", "Start a slideshow", "Mark or unmark all: s"]),
            ("sl", ["Start a slideshow"]),
            ("mua", ["Mark or unmark all: s"]),
            ("ho", ["Start a slideshow"]),
            ("", ["Start a slideshow", "Share", "Mark or unmark all: s"]),
            ("\u{E4}re", ["Share", "Start a slideshow"]),
            ("zz", []),
        ])
    func fuzzy(typed: String, expected: [String]) {
        let names = ["Start a slideshow", "Share", "Mark or unmark all: s"]
        let found = FuzzyMatch(typed).best(among: names, synonyms: names.map { _ in "" }).map { names[$0] }
        if typed == "s" {
            #expect(Set(found) == Set(expected) && found.last == expected.last)
        } else {
            #expect(found == expected)
        }
    }
}
