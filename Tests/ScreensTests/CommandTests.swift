import TerminalUI
import Testing

@testable import Screens

@MainActor
@Suite("Commands on photos", .timeLimit(.minutes(5)))
struct CommandTests {
    private let sharing = SpySharing()

    private func openAlbum() async -> TestStage {
        let stage = TestStage(library: InMemoryLibrary(), sharing: sharing)
        await stage.openFirstAlbum("1/48")
        return stage
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
        stage.type("!")
        stage.press(Key(.up))
        await stage.see("$ ls -l {}")
        stage.press(Key(.escape))
        await stage.see("2 marked")
    }

    @Test("A command of the user's runs by its key or from the palette, in the grid and the viewer")
    func ownCommands() async {
        let stage = TestStage(
            library: InMemoryLibrary(), sharing: sharing,
            keys: KeyOverrides(
                ["commands.shrink": ["e"]], commands: ["shrink": "mogrify {}", "tape": "tar cf /dev/st0"]))
        await stage.openFirstAlbum("1/48")
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
        await stage.see("Esc grid")
        await settle()
        stage.type(":tape")
        await stage.see("\u{25B8} tape")
        stage.press(Key(.enter))
        await stage.see("Exit status 3")
        #expect(sharing.scripts.last?.first == "tar cf /dev/st0 \"$@\"" && sharing.scripts.last?.count == 2)
    }

    @Test("On a screen without photos, the key of a command of the user's does what it does there")
    func ownCommandsElsewhere() async {
        let stage = TestStage(
            library: InMemoryLibrary(), sharing: sharing,
            keys: KeyOverrides(["commands.shrink": ["b"], "home.help": ["b"]], commands: ["shrink": "mogrify {}"]))
        stage.coordinator.start()
        await stage.see("Album 1")
        stage.type("b")
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
        stage.press(Key(.escape))
        await stage.see("1/48")
    }

    @Test(
        "The files are arguments, whatever quotes surround their placeholder",
        arguments: [
            ("ls", #"ls "$@""#), ("ls {}", #"ls "$@""#), (#"ls "{}""#, #"ls "$@""#), ("ls '{}'", #"ls ''"$@"''"#),
            (#"echo "a {} b" \" {}"#, #"echo "a $@ b" \" "$@""#), (#"echo '\' {}"#, #"echo '\' "$@""#),
        ])
    func script(line: String, expected: String) {
        #expect(CommandLineScript.script(of: line) == expected)
    }
}
