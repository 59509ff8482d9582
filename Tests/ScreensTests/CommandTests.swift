import Albums
import Foundation
import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Commands on photos", .timeLimit(.minutes(60)))
struct CommandTests {
    private let sharing = SpySharing()

    private func openAlbum() async -> TestStage {
        await TestStage(library: InMemoryLibrary(), sharing: sharing).open("Album 1", "1/48")
    }

    /// Opens the first album of the demo library at a size.
    private func demoAlbum(columns: Int, rows: Int) async -> TestStage {
        await TestStage(
            library: InMemoryLibrary.demo, pictures: FakePictures(drawsInitials: true), sharing: sharing,
            columns: columns, rows: rows
        )
        .open("Coast", "Lighthouse")
    }

    @Test("The prompt at 120 x 40")
    func prompt120() async {
        let stage = await demoAlbum(columns: 120, rows: 40)
        stage.type("!mogrify -rotate 90")
        await stage.shows(
            """
             Coast                                                                                                              1/7



            ┏━━━━━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃dddddddddddddddddddddddddddd┃ llllllllllllllllllllllllllll  pppppppppppppppppppppppppppp  rrrrrrrrrrrrrrrrrrrrrrrrrrrr
            ┃ddddddddddddddddddddddd┌ Run on Dune ─────────────────────────────────────────────────────────┐rrrrrrrrrrrrrrrrrrrrrrr
            ┃ddddddddddddddddddddddd│ $ mogrify -rotate 90                                                 │rrrrrrrrrrrrrrrrrrrrrrr
                                                          _
            ┗━━━━━━━━━━━ Dune ━━━━━━│ {} stands for the files; without it, they come last                  │       Reef
                        ^^^^^^
                                    └──────────────────────────────────────────────────────────────────────┘
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
             ssssssssssssssssssssssssssss  tttttttttttttttttttttttttttt  wwwwwwwwwwwwwwwwwwwwwwwwwwww
                         Surf               Tide pools af…f the winter              Wreck


             Dune · 2024-05-12 07:46
             Enter run  Esc cancel
            """)
    }

    @Test("The prompt at 80 x 24")
    func prompt80() async {
        let stage = await demoAlbum(columns: 80, rows: 24)
        stage.type("!mogrify -rotate 90")
        await stage.shows(
            """
             Coast                                                                      1/7

             ┏━━━━━━━━━━━━━━━━━━━━ ♡ ━┓
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dddddddddddddddddddddddd┃ llllllllllllllllllllllll  pppppppppppppppppppppppp
             ┃dd┌ Run on Dune ─────────────────────────────────────────────────────────┐pp
             ┃dd│ $ mogrify -rotate 90                                                 │pp
                                      _
             ┗━━│ {} stands for the files; without it, they come last                  │
                └──────────────────────────────────────────────────────────────────────┘
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
              rrrrrrrrrrrrrrrrrrrrrrrr  ssssssssssssssssssssssss  tttttttttttttttttttttttt
                        Reef                      Surf             Tide pools …the winter
             Dune · 2024-05-12 07:46
             Enter run  Esc cancel
            """)
    }

    @Test("The prompt at 40 x 12")
    func prompt40() async {
        let stage = await demoAlbum(columns: 40, rows: 12)
        stage.type("!mogrify -rotate 90")
        await stage.shows(
            """
             Coast                              1/7
            ┏━━━━━━━━━━━━━━ ♡ ━┓
            ┃dddddddddddddddddd┃ llllllllllllllllll
            ┌ Run on Dune ─────────────────────────┐
            │ $ mogrify -rotate 90                 │
                                  _
            │ {} stands for the files; without it, │
            │ they come last                       │
            └──────────────────────────────────────┘
            ┃dddddddddddddddddd┃ llllllllllllllllll
            ┗━━━━━━ Dune ━━━━━━┛     Lighthouse
                   ^^^^^^
             Dune · 2024-05-12 07:46
             Enter run  Esc cancel
            """)
    }

    /// Prints wide characters, a long line and, at the end, an error.
    private func fillOutput() {
        let long = (1...24).map { "Canon EOS \($0)D.jpg" }.joined(separator: " ")
        sharing.output = [Array("\u{E4} \u{65E5}\u{672C} \u{1F642}\n\n\(long)\nls: cannot open directory\n".utf8)]
    }

    @Test("The output of a command at 120 x 40")
    func output120() async {
        let stage = await demoAlbum(columns: 120, rows: 40)
        fillOutput()
        stage.type("!ls {}")
        stage.press(Key(.enter))
        await stage.shows(
            """
             $ ls {}
            ────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
             ä 日本 🙂

             Canon EOS 1D.jpg Canon EOS 2D.jpg Canon EOS 3D.jpg Canon EOS 4D.jpg Canon EOS 5D.jpg Canon EOS 6D.jpg Canon EOS 7D.jpg
             Canon EOS 8D.jpg Canon EOS 9D.jpg Canon EOS 10D.jpg Canon EOS 11D.jpg Canon EOS 12D.jpg Canon EOS 13D.jpg Canon EOS
             14D.jpg Canon EOS 15D.jpg Canon EOS 16D.jpg Canon EOS 17D.jpg Canon EOS 18D.jpg Canon EOS 19D.jpg Canon EOS 20D.jpg
             Canon EOS 21D.jpg Canon EOS 22D.jpg Canon EOS 23D.jpg Canon EOS 24D.jpg
             ls: cannot open directory





























             × Exit status 3
             Esc back
            """)
    }

    @Test("The output of a command at 80 x 24")
    func output80() async {
        let stage = await demoAlbum(columns: 80, rows: 24)
        fillOutput()
        stage.type("!ls {}")
        stage.press(Key(.enter))
        await stage.shows(
            """
             $ ls {}
            ────────────────────────────────────────────────────────────────────────────────
             ä 日本 🙂

             Canon EOS 1D.jpg Canon EOS 2D.jpg Canon EOS 3D.jpg Canon EOS 4D.jpg Canon EOS
             5D.jpg Canon EOS 6D.jpg Canon EOS 7D.jpg Canon EOS 8D.jpg Canon EOS 9D.jpg
             Canon EOS 10D.jpg Canon EOS 11D.jpg Canon EOS 12D.jpg Canon EOS 13D.jpg Canon
             EOS 14D.jpg Canon EOS 15D.jpg Canon EOS 16D.jpg Canon EOS 17D.jpg Canon EOS
             18D.jpg Canon EOS 19D.jpg Canon EOS 20D.jpg Canon EOS 21D.jpg Canon EOS
             22D.jpg Canon EOS 23D.jpg Canon EOS 24D.jpg
             ls: cannot open directory











             × Exit status 3
             Esc back
            """)
    }

    @Test("The output of a command at 40 x 12")
    func output40() async {
        let stage = await demoAlbum(columns: 40, rows: 12)
        fillOutput()
        stage.type("!ls {}")
        stage.press(Key(.enter))
        await stage.shows(
            """
             $ ls {}
            ────────────────────────────────────────
             ä 日本 🙂

             Canon EOS 1D.jpg Canon EOS 2D.jpg
             Canon EOS 3D.jpg Canon EOS 4D.jpg
             Canon EOS 5D.jpg Canon EOS 6D.jpg
             Canon EOS 7D.jpg Canon EOS 8D.jpg
             Canon EOS 9D.jpg Canon EOS 10D.jpg
             Canon EOS 11D.jpg Canon EOS 12D.jpg
             × Exit status 3
             Esc back  ↓ scroll
            """)
    }

    @Test("! runs a command line on the marked photos, and shows its output and exit status")
    func run() async {
        let stage = await openAlbum()
        stage.press(Key("m"), Key(.right), Key("m"))
        await stage.see("2 marked")
        stage.type("!")
        await stage.see("Run on 2 photos")
        stage.type("ls -l {}")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(stage.row(0) == " $ ls -l {}" && stage.row(2) == " one" && stage.row(3) == " two")
        #expect(sharing.scripts.count == 1 && sharing.scripts[0].first == "ls -l \"$@\"")
        #expect(sharing.scripts[0].count == 3)
        stage.press(Key(.escape))
        await stage.see("2 marked")
    }

    @Test("A command that prints nothing is a notice with the exit status and the photo")
    func silent() async {
        let stage = await openAlbum()
        sharing.output = [Array("\n".utf8)]
        stage.type("!touch")
        stage.press(Key(.enter))
        await stage.see(" \u{D7} Photo 1: the command ended with status 3")
        await stage.see("1/48")
        stage.press(Key("m"), Key(.right), Key("m"))
        stage.type("!touch")
        stage.press(Key(.enter))
        await stage.see(" \u{D7} 2 photos: the command ended with status 3")
    }

    @Test("A command doesn't run on another file than that shown, and a notice says so")
    func replaced() async {
        let favorites = InMemoryFavorites()
        favorites.replace(Photo.ID("Album 1/1"))
        let stage = await TestStage(library: InMemoryLibrary(), favorites: favorites, sharing: sharing)
            .open("Album 1", "1/48")
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("Another file has the name of \u{201C}Photo 1\u{201D} now; try again once that is shown")
        #expect(sharing.scripts.isEmpty)
    }

    @Test("Up and Down recall earlier command lines and return to the unfinished one")
    func history() async {
        let stage = await openAlbum()
        stage.type("!")
        await stage.see("Enter run  Esc cancel")
        stage.press(Key(.up))
        await stage.see("Nothing more in this direction")
        stage.press(Key(.escape))
        for line in ["ls", "wc", "ls"] {
            stage.type("!" + line)
            stage.press(Key(.enter))
            await stage.see("Exit status 3")
            stage.press(Key(.escape))
        }
        stage.type("!")
        await stage.see("\u{2191} last command")
        stage.type("du -h")
        stage.press(Key(.up))
        await stage.see("$ ls")
        stage.press(Key(.up))
        await stage.see("$ wc")
        stage.press(Key(.up))
        await stage.see("Nothing more in this direction")
        stage.press(Key(.down), Key(.down))
        await stage.see("$ du -h")
    }

    @Test("The prompt explains unused keys and a full line")
    func unusedKeys() async {
        let stage = await openAlbum()
        stage.type("!")
        await stage.see("Run on Photo 1")
        stage.press(Key(.tab))
        await stage.see("Tab does nothing here (press Esc to cancel)")
        stage.coordinator.handle(.paste(String(repeating: "x", count: 5000)))
        await stage.see("At most 4,096 characters")
    }

    @Test("A click outside the prompt closes it, and a click on a hint counts as its key")
    func promptMouse() async {
        let stage = await openAlbum()
        stage.type("!ls")
        await stage.see("$ ls")
        stage.click(on: "$ ls")
        await stage.see("$ ls")
        stage.point(.press, column: 1, row: 1)
        stage.point(.release, column: 1, row: 1)
        await stage.miss("$ ls")
        stage.type("!ls")
        stage.click(on: "Enter run")
        await stage.see("Exit status 3")
    }

    @Test("Esc stops locating photos, and drops the keys typed since")
    func locating() async {
        let favorites = InMemoryFavorites()
        let stage = TestStage(library: InMemoryLibrary(), favorites: favorites, sharing: sharing)
        await stage.open("Album 1", "1/48")
        favorites.set(isLibraryHeld: true)
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.seeSlowly("finding photos\u{2026} (Esc cancels)")
        stage.type("i")
        stage.press(Key(.escape))
        await stage.see("Canceled")
        #expect(!stage.text.contains("Description"))
        stage.press(Key(.right))
        await stage.missSlowly("finding photos")
        favorites.set(isLibraryHeld: false)
        stage.type("!wc")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(sharing.scripts.map(\.first) == ["wc \"$@\""])
    }

    @Test("A command of the user's runs by its key or from the palette, in the grid and the viewer")
    func ownCommands() async {
        let stage = TestStage(
            library: InMemoryLibrary(), sharing: sharing,
            keys: KeyOverrides(
                ["commands.shrink": ["e"]], commands: ["shrink": "mogrify {}", "tape": "tar cf /dev/st0"]))
        await stage.open("Album 1", "1/48")
        stage.press(Key("m"), Key(.right), Key("m"))
        await stage.see("2 marked")
        stage.type("e")
        await stage.see("Exit status 3")
        #expect(stage.row(0) == " $ mogrify {}")
        #expect(sharing.scripts.first?.first == "mogrify \"$@\"" && sharing.scripts.first?.count == 3)
        stage.press(Key(.escape))
        await stage.see("2 marked")
        stage.resize(columns: 120, rows: 40)
        stage.type("?")
        await stage.see("Your commands")
        await stage.see(" shrink")
        #expect(!stage.text.contains("tape"))
        stage.press(Key(.escape), Key("m"), Key(.left), Key("m"), Key(.enter))
        await stage.see("fit  ")
        stage.type(":tape")
        await stage.see("\u{25B8} tape")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(sharing.scripts.last?.first == "tar cf /dev/st0 \"$@\"" && sharing.scripts.last?.count == 2)
    }

    @Test("On a screen without photos, the key of a user's command runs the default command")
    func ownCommandsElsewhere() async {
        let stage = TestStage(
            library: InMemoryLibrary(), sharing: sharing,
            keys: KeyOverrides(["commands.shrink": ["J"], "home.help": ["J"]], commands: ["shrink": "mogrify {}"]))
        await stage.open("Album 1")
        stage.type("J")
        await stage.see("Esc back  / filter")
        #expect(!stage.text.contains("shrink") && sharing.scripts.isEmpty)
    }

    @Test("Esc cancels a running command first, then goes back")
    func cancel() async {
        sharing.isHeld = true
        let stage = await openAlbum()
        stage.type("!sleep 9")
        stage.press(Key(.enter))
        await stage.see("Running")
        stage.press(Key(.escape))
        await stage.see("Canceled")
        await stage.until { sharing.canceledScripts == 1 }
        stage.press(Key(.escape))
        await stage.see("1/48")
    }

    @Test("While a command runs, other keys and clicks don't cancel it")
    func strayInput() async {
        sharing.isHeld = true
        let stage = await openAlbum()
        stage.type("!sleep 9")
        stage.press(Key(.enter))
        await stage.see("two")
        for key in [Key("?"), Key("/"), Key("x"), Key(.enter)] {
            stage.press(key)
            await stage.see("\(key.label) does nothing here (press Esc to cancel)")
        }
        stage.click(on: "two")
        await stage.see("Esc cancel")
        #expect(stage.text.contains("Running") && sharing.canceledScripts == 0)
        stage.click(on: "Esc cancel")
        await stage.see("Canceled")
        await stage.until { sharing.canceledScripts == 1 }
    }

    @Test("The end of the program ends a running command")
    func finish() async {
        sharing.isHeld = true
        let stage = await openAlbum()
        stage.type("!sleep 9")
        stage.press(Key(.enter))
        await stage.see("two")
        await stage.coordinator.finish()
        #expect(sharing.canceledScripts == 1)
    }

    @Test("Pieces of output may cut lines and characters; blank lines remain except at the end")
    func pieces() async {
        sharing.output = ["caf\u{E9}s ", "\u{1F600}\r\n\n\n", "end\n\n"].flatMap { $0.utf8.map { [$0] } }
        let stage = await openAlbum()
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect((2...6).map { stage.row($0) } == [" caf\u{E9}s \u{1F600}", "", "", " end", ""])
        stage.resize(columns: 60, rows: 20)
        #expect((2...6).map { stage.row($0) } == [" caf\u{E9}s \u{1F600}", "", "", " end", ""])
    }

    @Test("Output beyond the limit is cut, and the page says so")
    func limit() async {
        let line = Array("a line of output\n".utf8)
        let count = CommandOutputState.maxBytes / line.count
        let rest = Array(repeating: UInt8(ascii: "x"), count: CommandOutputState.maxBytes % line.count)
        sharing.output = Array(repeating: line, count: count) + [rest, [UInt8(ascii: "!")]]
        let stage = await openAlbum()
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        await stage.until {
            stage.press(Key(.end))
            return stage.row(21) == " \u{2026}"
        }
        #expect(stage.row(19) == " a line of output" && !stage.text.contains("!"))
    }

    @Test("A flood of output is wrapped over several frames, so that keys are answered")
    func flood() async {
        let lines = (1...9999).map { "\u{E4} \($0)\n" }.joined()
        sharing.output = [Array(lines.utf8)]
        let stage = await openAlbum()
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("\u{E4} 1")
        stage.press(Key(.end))
        #expect(!stage.text.contains("\u{E4} 9999"))
        await stage.until {
            stage.press(Key(.end))
            return stage.text.contains("\u{E4} 9999")
        }
        // After a resize, the same lines are in view.
        stage.resize(columns: 60, rows: 20)
        #expect(stage.text.contains("\u{E4} 9990"))
    }

    @Test("Only keys that go back close the page with the output")
    func closing() async {
        let stage = await openAlbum()
        stage.type("!ls")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        for key in ["?", ":", "n", "x"] as [Character] {
            stage.press(Key(.character(key)))
            await stage.see("\(key) does nothing here (press Esc to go back)")
            #expect(stage.text.contains("$ ls"))
        }
        stage.press(Key(.left))
        await stage.see("1/48")
    }

    @Test("A line in which the files have no safe place stays in the prompt")
    func refusal() async {
        let stage = await openAlbum()
        stage.type("!ls |")
        stage.press(Key(.enter))
        await stage.see("Put {} where the files belong")
        #expect(stage.text.contains("$ ls |") && sharing.scripts.isEmpty)
        stage.type(" wc {}")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(sharing.scripts.first?.first == "ls | wc \"$@\"")
    }

    @Test(
        "The files are arguments, whatever quotes surround their placeholder",
        arguments: [
            ("ls", #"ls "$@""#), ("ls {}", #"ls "$@""#), (#"ls "{}""#, #"ls "$@""#), ("ls '{}'", #"ls ''"$@"''"#),
            (#"echo "a b" \" "-x={}[0]""#, #"echo "a b" \" "-x=$@[0]""#), (#"echo '\' {}"#, #"echo '\' "$@""#),
        ])
    func script(line: String, expected: String) throws {
        #expect(try CommandLineScript(line).text == expected)
    }

    @Test(
        "The shell passes on the files unchanged, whatever their names",
        arguments: [
            "printf '<%s>'", "printf '<%s>' {}", #"printf '<%s>' "{}""#, "printf '<%s>' '{}'", "printf '<%s>' # it's",
            "printf '<%s>' {} # {}", #"X="$(echo a b)" printf '<%s>'"#, #"echo "${HOME}" >/dev/null; printf '<%s>' {}"#,
            "sh -c 'printf \"<%s>\" \"$@\"' sh {}",
            #"printf '<%s>' {} "$(basename "/")" >/dev/null; printf '<%s>' "$@""#, "false || printf '<%s>' 2>&1",
        ])
    func shell(line: String) throws {
        let names = ["a b", "*", "it's", "\"$(echo x)`echo y`\"", "-n", "$HOME;ls"]
        let shell = Process()
        let pipe = Pipe()
        shell.executableURL = URL(filePath: "/bin/sh")
        shell.arguments = ["-c", try CommandLineScript(line).text, "sh"] + names
        shell.standardOutput = pipe
        try shell.run()
        let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
        shell.waitUntilExit()
        #expect(String(decoding: output, as: UTF8.self) == names.map { "<\($0)>" }.joined())
    }

    @Test(
        "A line that would leave the files unquoted or run one of them is refused",
        arguments: [
            (#"echo "$(basename "{}")""#, NoEffect.placeholderInNestedQuotes),
            (#"echo "`basename "{}"`""#, .placeholderInNestedQuotes),
            (#"echo "${x:-"{}"}""#, .placeholderInNestedQuotes), ("cat <<E\n{}\nE", .placeholderInNestedQuotes),
            (#"echo "$(basename "x")""#, .placeholderNeeded), ("ls;", .placeholderNeeded), ("ls &", .placeholderNeeded),
            ("ls |", .placeholderNeeded), ("true && ", .placeholderNeeded), ("false ||", .placeholderNeeded),
            ("true; !", .placeholderNeeded), ("A=1 B='2 3'", .placeholderNeeded), ("ls >", .placeholderNeeded),
            ("ls; >out", .placeholderNeeded), ("ls \\", .placeholderNeeded), ("# ls", .placeholderNeeded),
            ("ls; # more", .placeholderNeeded), ("eval ls", .placeholderNeeded), ("nice sh -ec", .placeholderNeeded),
            ("sh -c 'ls {}'", .placeholderInScript), (#"sh -c "ls {}""#, .placeholderInScript),
            (#"sh -c ls\ {}"#, .placeholderInScript), ("sh -c 'ls '{}", .placeholderInScript),
            ("python3 -c 'print({})'", .placeholderInScript), ("sh -c {}", .placeholderInScript),
            ("true; eval ls {}", .placeholderInScript), (#"sh -c {}" -l""#, .placeholderInScript),
        ])
    func refused(line: String, reason: NoEffect) {
        #expect(throws: reason) { try CommandLineScript(line) }
    }
}
