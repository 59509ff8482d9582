import Foundation
import TestFixtures
import Testing

@testable import Storage

extension ProgramTests {
    @Suite("Command line")
    struct CommandLine {
        @Test("--version and --help need no terminal and succeed", arguments: ["--version", "--help"])
        func help(option: String) async throws {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(
                [option], input: .file("/dev/null"), output: .file(folder.path + "/out"),
                error: .file(folder.path + "/err"))
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try !String(contentsOfFile: folder.path + "/out", encoding: .utf8).isEmpty)
            #expect(try String(contentsOfFile: folder.path + "/err", encoding: .utf8).isEmpty)
        }

        @Test(
            "A library that cannot be opened prints one line on standard error and leaves the screen alone",
            arguments: ["/no/such/folder", "no-such-photo.jpg", "", "nonsense:", "/dev/null", "/etc/passwd"])
        func wrongLibrary(argument: String) async throws {
            let folder = try TemporaryFolder()
            let session = try ScreenSession([argument], error: .file(folder.path + "/err"))
            #expect(try await session.waitForEnd() != .exited(0))
            let message = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
            #expect(message.split(separator: "\n").count == 1, "\(message)")
            #expect(session.output.isEmpty)
            #expect(try session.terminal.settings == session.settingsAtStart)
        }

        @Test(
            "A file named like an option is quoted in the error message on one line, without control characters",
            arguments: [["show", "--\u{1b}]2;name\u{07}\nforged: line"], ["--\u{9b}31m\u{202e}x\nforged: line"]])
        func hostileOption(arguments: [String]) async throws {
            let session = try ScreenSession(arguments)
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.emulator.title.isEmpty)
            #expect(ControlStrings.find(in: session.output).isEmpty)
            #expect(!String(decoding: session.output, as: UTF8.self).unicodeScalars.contains("\u{202e}"))
            #expect(!session.rows.contains { $0.hasPrefix("forged") })
            #expect(session.row(0).hasPrefix("tintype: "))
        }

        @Test("Output to a stream that is closed fails, and goes to no other file")
        func closedOutput() async throws {
            let script = #""$0" favorites --json >&-"#
            let printed = try await PrintedText(of: ["-c", script, BuiltProgram.path], program: ["/bin/sh"])
            #expect(printed.ending == .exited(1))
            #expect(printed.error == "tintype: standard output: Bad file descriptor\n")
        }

        @Test("If input or output is not a terminal, one line on standard error says so", arguments: ["in", "out"])
        func noTerminal(stream: String) async throws {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(
                ["demo:"], input: stream == "in" ? .file("/dev/null") : .terminal,
                output: stream == "out" ? .file(folder.path + "/out") : .terminal, error: .file(folder.path + "/err"))
            #expect(try await session.waitForEnd() != .exited(0))
            let message = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
            #expect(message.split(separator: "\n").count == 1, "\(message)")
            #expect(message.contains("terminal"))
            #expect(session.output.isEmpty)
        }

        @Test(
            "For a misspelled command or library, the error suggests the right one",
            arguments: [
                (["demo"], "demo: no such file or folder; did you mean “demo:”?"),
                (["opne"], "opne: no such file or folder; did you mean “open”?"),
                (["Docter"], "Docter: no such file or folder; did you mean “doctor”?"),
                (["pick", "dmeo"], "dmeo: no such file or folder; did you mean “demo:”?"),
                (["pick", "opne"], "opne: no such file or folder"),
                (
                    ["opne", "~/Pictures"],
                    "Unexpected argument '~/Pictures'. Did you mean 'open'? (see tintype --help)"
                ),
                (
                    ["pics", "--limit", "7"],
                    "Unknown option '--limit' (see tintype --help)"
                ),
                (["help", "opne"], "There is no command 'opne'. Did you mean 'open'? (see tintype --help)"),
            ])
        func misspelling(arguments: [String], message: String) async throws {
            let printed = try await PrintedText(of: arguments)
            #expect(printed.ending != .exited(0))
            #expect(printed.error == "tintype: \(message)\n")
        }

        @Test("Help about an unknown command fails")
        func unknownTopic() async throws {
            let unknown = try await PrintedText(of: ["help", "nosuch"])
            #expect(unknown.ending == .exited(64))
            #expect(unknown.error == "tintype: There is no command 'nosuch'. (see tintype --help)\n")
            #expect(try await PrintedText(of: ["help", "open"]).ending == .exited(0))
        }

        @Test("An option with a wrong value names all values in a sentence")
        func wrongValue() async throws {
            let printed = try await PrintedText(of: ["demo:", "--colors", "7"])
            #expect(printed.ending == .exited(64))
            #expect(
                printed.error == "tintype: The value '7' is invalid for '--colors <colors>'. Please provide one of"
                    + " 'auto', 'none', '8', '16', '256' or 'true'. (see tintype --help)\n")
        }

        @Test("Without a terminal, a missing folder is reported first")
        func missingFolderWithoutTerminal() async throws {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(
                [folder.path + "/none"], input: .file("/dev/null"), error: .file(folder.path + "/err"))
            #expect(try await session.waitForEnd() == .exited(1))
            let message = try String(contentsOfFile: folder.path + "/err", encoding: .utf8)
            #expect(message == "tintype: \(folder.path)/none: no such file or folder\n")
        }

        @Test("A terminal without cursor movement is refused with a message")
        func dumbTerminal() async throws {
            let session = try ScreenSession(["demo:"], environment: ["TERM": "dumb"])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains("dumb"))
            #expect(!session.output.contains(0x1B))
        }

        @Test("Schemes are case-insensitive", arguments: ["DEMO:", "Demo:"])
        func scheme(address: String) async throws {
            let session = try ScreenSession([address])
            try await session.waitForAlbums()
        }

        @Test(
            "Network schemes are case-insensitive", arguments: ["Unsplash:@ada", "HTTP://user:x@host/"])
        func networkScheme(address: String) async throws {
            let session = try ScreenSession([address])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(!session.text.contains("no such file"))
        }

        @Test(
            "For an address without a scheme, the error suggests one",
            arguments: [
                ("127.0.0.1:8105", "http://127.0.0.1:8105"), ("localhost", "http://localhost"),
                ("[::1]:80/api", "http://[::1]:80/api"), ("nas:8080", "http://nas:8080"),
                ("photos.example.org/api", "https://photos.example.org/api"), ("nas.lan:8443", "https://nas.lan:8443"),
            ])
        func missingScheme(argument: String, address: String) async throws {
            let session = try ScreenSession([argument], size: (120, 24))
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains("\(argument): no such file or folder; for a service, use \(address)"))
        }

        @Test(
            "For an argument that looks like a file, the error suggests nothing",
            arguments: ["beach.jpg", "beach", "./a.org", "1.5", "a..org", "~", "x:y"])
        func noAddress(argument: String) async throws {
            let session = try ScreenSession([argument])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains("no such file") && !session.text.contains("a service is"))
        }

        @Test("tintype cache shows the size of the disk cache and clears it")
        func cache() async throws {
            let home = try TemporaryFolder()
            let folder = try home.makeFolder(".cache/tintype/responses")
            let kept = "\(folder)/\(String(repeating: "a", count: 64))"
            try Data(count: 1_500_000).write(to: URL(filePath: kept))
            try Data().write(to: URL(filePath: folder + "/letter.txt"))
            let shown = try ScreenSession(["cache"], size: (200, 40), home: home)
            #expect(try await shown.waitForEnd() == .exited(0))
            #expect(shown.text.contains("\(folder): 2 of 512 MB used"))
            #expect(!shown.text.contains("photos.sqlite"))
            let cleared = try ScreenSession(["cache", "--clear"], size: (200, 40), home: home)
            #expect(try await cleared.waitForEnd() == .exited(0))
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["letter.txt"])
        }

        @Test("tintype cache, tintype doctor and its page count the photos in the index, and clearing removes them")
        func index() async throws {
            let home = try TemporaryFolder()
            let pictures = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            let path = home.path + "/.cache/tintype/photos.sqlite"
            let session = try ScreenSession([pictures.path], size: (200, 80), home: home)
            try await session.waitForAlbums()
            try await waitUntil { photoCount(path) >= 2 }
            session.type("D")
            try await session.wait(until: "the photos are counted") {
                $0.rows.contains { $0.contains("photos.sqlite") && $0.contains("2 photos") }
            }
            session.press(.escape)
            try await session.wait(forNo: "Diagnostics")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            for command in ["cache", "doctor"] {
                let shown = try ScreenSession([command], size: (200, 80), home: home)
                #expect(try await shown.waitForEnd() == .exited(0))
                #expect(shown.text.contains(path) && shown.text.contains("2 photos"))
            }
            let cleared = try ScreenSession(["cache", "--clear"], size: (200, 40), home: home)
            #expect(try await cleared.waitForEnd() == .exited(0))
            #expect(photoCount(path) == 0)
        }

        private func photoCount(_ path: String) -> Int {
            guard FileManager.default.fileExists(atPath: path) else { return 0 }
            return (try? Database(path: path, isReadOnly: true).integer("SELECT count(*) FROM photo")) ?? 0
        }
    }
}
