import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Configuration")
    struct ConfigurationOfUser {
        private func home(_ text: String) throws -> TemporaryFolder {
            let home = try TemporaryFolder()
            try home.addFile(".config/tintype/config.toml", contents: text)
            return home
        }

        private func output(_ arguments: [String], _ home: TemporaryFolder) async throws -> String {
            let session = try ScreenSession(
                arguments, size: (200, 60), home: home, output: .file(home.path + "/out"))
            _ = try await session.waitForEnd()
            return try String(contentsOfFile: home.path + "/out", encoding: .utf8)
        }

        @Test("A configured key opens an album and appears in the hints")
        func chosenKey() async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            let session = try ScreenSession(
                [folder.path], configuration: "[keys]\nhome.open = [\"x\", \"ctrl-o\"]\n")
            try await session.waitForAlbums()
            try await session.wait(for: "x open")
            session.type("x")
            try await session.wait(for: "1/2")
        }

        @Test("A key conflict is reported with its line, and the default keys stay")
        func conflictingKey() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession(
                [folder.path], size: (120, 24), configuration: "[keys.home]\nquit = \"q\"\nopen = \"q\"\n")
            try await session.wait(
                for: "config.toml, line 3, column 8: keys.home.open: key q already belongs to home.quit")
        }

        @Test("config --print lists all settings and keys with their defaults")
        func printed() async throws {
            let home = try home(
                "library = \"sea\"\n[libraries]\nsea = \"~/sea\"\n[keys]\nviewer.rotate = \"t\"\n")
            let text = try await output(["config", "--print"], home)
            #expect(text.contains("library = \"sea\""))
            #expect(text.contains("libraries.sea = \"~/sea\""))
            #expect(
                text.firstMatch(
                    of: /keys\.viewer\.rotate = \["t"\] +# config\.toml, line 5; default \["R"\]/) != nil)
            #expect(text.contains("keys.photo.share = [\"s\"]"))
        }

        @Test("The output of config --print is a configuration with the same settings")
        func printedConfiguration() async throws {
            let home = try home(
                #"""
                library = "C:\\sea \"1\"\u001b[m"
                theme = "dark"
                [libraries]
                "by the sea" = "~/sea"
                [commands]
                "to web" = "mogrify {}"
                [keys]
                viewer.rotate = "t"
                viewer.next = ["n", "right"]
                commands."to web" = "T"
                [image-hosts]
                "a.example/{x}" = "b.example/{x}"
                [theme-colors]
                accent = "#f2b66d"
                """#)
            func settings(_ text: String) -> [Substring] {
                text.split(separator: "\n").map { line in
                    line.firstRange(of: "  # ").map { line[..<$0.lowerBound] } ?? line
                }
            }
            let text = try await output(["config", "--print"], home)
            let again = try self.home(text)
            let session = try ScreenSession(
                ["config", "--print"], home: again, output: .file(again.path + "/out"),
                error: .file(again.path + "/err"))
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try String(contentsOfFile: again.path + "/err", encoding: .utf8).isEmpty)
            let printed = try String(contentsOfFile: again.path + "/out", encoding: .utf8)
            #expect(settings(printed) == settings(text))
            #expect(text.contains(#"libraries."by the sea" = "~/sea""#))
            #expect(text.contains(#"library = "C:\\sea \"1\"\u001b[m""#))
        }

        @Test(
            "Settings are printed one per line, without control characters",
            arguments: [["config", "--print"], ["doctor"]])
        func controlCharacters(arguments: [String]) async throws {
            let home = try home(
                #"""
                library = "a\u001b]0;name\u0007\nforged = 1"
                [folders]
                save = "/tmp/\u001b]52;c;AAAA\u0007"
                ["evil\u001b]8;;x\u0007\nforged"]
                a = 1
                """#)
            // To a terminal, doctor would also send queries.
            let output = home.path + "/output"
            let session = try ScreenSession(arguments, size: (200, 60), home: home, output: .file(output))
            _ = try await session.waitForEnd()
            let text = try String(contentsOfFile: output, encoding: .utf8)
            #expect(!text.isEmpty && text.utf8.allSatisfy { $0 >= 0x20 || $0 == 0x0A })
            #expect(!text.split(separator: "\n").contains { $0.hasPrefix("forged") })
        }

        @Test("A library opens by name or by default; a folder of that name needs ./")
        func libraryNames() async throws {
            let folder = try PictureFolder(["Coast/dune.png"])
            let home = try home("library = \"sea\"\n[libraries]\nsea = \"\(folder.path)\"\n")
            try FileManager.default.copyItem(atPath: folder.path + "/Coast", toPath: home.makeFolder("sea") + "/Pond")
            for arguments in [[], ["sea"]] {
                let session = try ScreenSession(arguments, home: home)
                try await session.wait(for: "Coast")
            }
            let other = try ScreenSession(["./sea"], home: home)
            try await other.wait(for: "Pond")
        }

        @Test("~ in a library's path is the home folder")
        func homeFolder() async throws {
            let folder = try PictureFolder(["Coast/dune.png"])
            let home = try home("[libraries]\nsea = \"~/pictures\"\n")
            try FileManager.default.copyItem(atPath: folder.path, toPath: home.path + "/pictures")
            let session = try ScreenSession(["sea"], home: home)
            try await session.wait(for: "Coast")
        }

        @Test("--colors takes precedence over the configuration")
        func colors() async throws {
            for (option, doctor) in [
                ([], "none"), (["--colors", "256"], "256"), (["--colors", "auto"], "true color"),
            ] {
                let session = try ScreenSession(
                    ["demo:"] + option, size: (120, 50), environment: ["COLORTERM": "truecolor"],
                    configuration: "colors = \"none\"\n")
                try await session.waitForAlbums()
                session.type("D")
                try await session.wait(until: "the doctor shows the colors") {
                    $0.rows.contains { $0.contains(/^ +Colors +/) && $0.contains(doctor) }
                }
            }
        }

        @Test("config --print names the line that reassigned or rejected a command's key")
        func listedKeys() async throws {
            let home = try home("[keys]\nviewer.next = [\"n\", \"right\"]\nviewer.rotate = \"s\"\n")
            let text = try await output(["config", "--print"], home)
            #expect(text.contains(/keys\.viewer\.right = \["l"\] +# config\.toml, line 2; default \["right", "l"\]/))
            #expect(text.contains(/keys\.viewer\.rotate = \["R"\] +# default/))
        }

        @Test("An invalid image host is reported in line order with the other problems")
        func imageHosts() async throws {
            let home = try home(
                "[image-hosts]\n\"a.example/{x}\" = \"file:///etc/{x}\"\n[keys]\nprogram.redraw = [\"q\"]\nhome.fly = \"f\"\n"
            )
            let session = try ScreenSession(
                ["config", "--print"], home: home, output: .file("/dev/null"), error: .file(home.path + "/err"))
            #expect(try await session.waitForEnd() == .exited(1))
            let complaints = try String(contentsOfFile: home.path + "/err", encoding: .utf8).split(separator: "\n")
            #expect(complaints.map { $0.prefix(28) } == [2, 4, 5].map { "tintype: config.toml, line \($0)" })
        }

        @Test("A key nested 150,000 levels deep is reported with its position, and the program continues")
        func deepKey() async throws {
            let home = try home("a" + String(repeating: ".a", count: 150_000) + " = 1\n")
            let session = try ScreenSession(["demo:"], size: (120, 24), home: home)
            try await session.wait(for: "config.toml, line 1, column 65: nested more than 32 levels deep")
        }
    }
}
