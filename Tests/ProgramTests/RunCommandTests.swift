import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Running commands on photos")
    struct RunCommand {
        @Test("A file name with quotes and blanks reaches the command unchanged, and the terminal stays intact")
        func run() async throws {
            let folder = try PictureFolder(["Sea/it's $(a) b.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("!")
            try await session.wait(for: "Run on ")
            session.type("printf '<%s>' {}; exit 7")
            session.press(.enter)
            try await session.wait(for: "Exit status 7")
            #expect(session.text.replacing("\n", with: "").replacing(" ", with: "").contains("it's$(a)b.png>"))
            session.press(.escape)
            try await session.wait(for: "Esc back")
        }

        @Test("A signal or a closed terminal ends a running command", arguments: [SIGTERM, SIGHUP, 0])
        func signals(signal: Int32) async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("!")
            try await session.wait(for: "Run on ")
            session.type(": {}; echo process=$$; exec sleep 600")
            session.press(.enter)
            try await session.wait(until: "the command runs") { $0.text.contains(/process=\d/) }
            let process = try #require(session.text.firstMatch(of: /process=(\d+)/).flatMap { pid_t($0.1) })
            if signal == 0 { session.terminal.close() } else { session.process.send(signal) }
            _ = try await session.waitForEnd()
            #expect(kill(process, 0) == -1 && errno == ESRCH)
        }

        @Test("The exit status is known even if the parent of the program ignores SIGCHLD")
        func ignoredSignal() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession(
                ["trap '' CHLD; exec '\(BuiltProgram.path)' '\(folder.path)'"], of: ["/bin/sh", "-c"])
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("!")
            try await session.wait(for: "Run on ")
            session.type("exit 7; ls {}")
            session.press(.enter)
            try await session.wait(for: "dune.png: the command ended with status 7")
        }

        @Test("A command of the configuration runs by its key, and config --print lists both")
        func configured() async throws {
            let home = try TemporaryFolder()
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession(
                [folder.path], home: home,
                configuration: "[commands]\ncount = \"cat {} | wc -c; echo done\"\n[keys]\ncommands.count = \"e\"\n")
            try await session.openAlbum()
            try await session.waitUntilIdle()
            session.type("e")
            try await session.wait(for: "Exit status 0")
            #expect(session.rows.contains { $0.contains(/^ done/) })
            let listing = try ScreenSession(
                ["config", "--print"], size: (200, 60), home: home, output: .file(home.path + "/out"))
            _ = try await listing.waitForEnd()
            let text = try String(contentsOfFile: home.path + "/out", encoding: .utf8)
            #expect(text.contains(/commands\.count = "cat \{\} \| wc -c; echo done" +# config\.toml, line 2/))
            #expect(text.contains(/keys\.commands\.count = \["e"\] +# config\.toml, line 4; default \[\]/))
        }
    }
}
