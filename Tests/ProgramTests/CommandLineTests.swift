import Foundation
import Testing

extension ProgramTests {
    @Suite("The command line")
    struct CommandLine {
        @Test("--version and --help need no terminal and end well", arguments: ["--version", "--help"])
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
            "What cannot be opened is one line on standard error, and the screen is not touched",
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

        @Test("A library's name with control characters is shown in the message without them")
        func controlCharactersInMessage() async throws {
            let session = try ScreenSession(["/no/\u{1b}]2;name\u{07}/such"])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.emulator.title.isEmpty)
            #expect(ControlStrings.find(in: session.output).isEmpty)
        }

        @Test("Where input or output is not a terminal, one line on standard error says so", arguments: ["in", "out"])
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

        @Test("A terminal that cannot move its cursor is refused in words")
        func dumbTerminal() async throws {
            let session = try ScreenSession(["demo:"], environment: ["TERM": "dumb"])
            #expect(try await session.waitForEnd() != .exited(0))
            #expect(session.text.contains("dumb"))
            #expect(!session.output.contains(0x1B))
        }
    }
}
