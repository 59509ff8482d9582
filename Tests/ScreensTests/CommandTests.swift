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
