import Foundation
import TestFixtures
import Testing

@testable import tintype

extension ProgramTests {
    @Suite("Failing standard output")
    struct FullOutput {
        /// The arguments that make a command print something, for commands that need any.
        private static let arguments = [
            "show": [["PHOTO"], ["--caption", "PHOTO"]], "config": [[], ["--print"]],
            "favorites": [["--json"], ["--import", "EXPORT"], ["--repair"]], "cache": [[], ["--clear"]],
            "list": [["PHOTO"], ["--json", "PHOTO"]], "thumbnails": [["PHOTO"], ["--dry-run", "PHOTO"]],
            "completions": [["bash"], ["zsh"], ["fish"]],
            // They print nothing, the second unless a run has moved photos to the trash.
            "export": [], "trash": [],
        ]

        /// All commands except those that draw on a terminal.
        private static var commands: [[String]] {
            [["--help"], ["--version"], ["help", "show"]]
                + Tintype.configuration.subcommands.map { $0._commandName }.filter { !["open", "pick"].contains($0) }
                .flatMap { name in (arguments[name] ?? [[]]).map { [name] + $0 } }
        }

        @Test("Every command reports a full output and fails", arguments: Self.commands)
        func full(command: [String]) async throws {
            let folder = try PictureFolder(["a/photo.png"])
            let home = try TemporaryFolder()
            let export = home.path + "/export.json"
            try #"{"tintype-favorites": 1, "favorites": []}"#.write(
                toFile: export, atomically: true, encoding: .utf8)
            let paths = ["PHOTO": folder.path + "/a/photo.png", "EXPORT": export]
            let session = try ScreenSession(
                command.map { paths[$0] ?? $0 }, home: home, output: .file("/dev/full"),
                error: .file(home.path + "/err"))
            let ending = try await session.waitForEnd()
            #expect(ending != .exited(0))
            let complaint = try String(contentsOfFile: home.path + "/err", encoding: .utf8)
            #expect(complaint == "tintype: standard output: No space left on device\n")
        }
    }
}
