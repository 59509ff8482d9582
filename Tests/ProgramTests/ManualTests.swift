import Foundation
import Testing

@testable import tintype

extension ProgramTests {
    @Suite("Manual page and completions")
    struct Manual {
        private func output(_ arguments: [String]) async throws -> String {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(arguments, output: .file(folder.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            return try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
        }

        @Test("The manual page has every command and option")
        func page() async throws {
            let page = try await output(["manual"])
            #expect(page.hasPrefix(".TH TINTYPE 1"))
            for command in ["open", "show", "doctor", "config", "favorites", "manual"] {
                #expect(page.contains(".SS \(command)\n"))
            }
            #expect(page.contains(".B \\-\\-language LANGUAGE\n"))
            #expect(page.contains(".B tintype show [options] PHOTO ...\n"))
        }

        @Test("Backslashes, hyphens and dots at the beginning of a line are printed as they are")
        func escaping() {
            let command = CommandDescription(
                commandName: "x", shouldDisplay: true, abstract: "a\\b", discussion: ".br\n'c - d")
            let page = ManualPage(program: command, version: "1").text
            #expect(page.contains("x \\- a\\eb\n"))
            #expect(page.contains("\\&.br\n\\&'c \\- d"))
        }

        @Test("Shells get a script that completes commands", arguments: ["bash", "zsh", "fish"])
        func completions(shell: String) async throws {
            let script = try await output(["--generate-completion-script", shell])
            #expect(script.contains("favorites") && script.contains("language"))
        }
    }
}
