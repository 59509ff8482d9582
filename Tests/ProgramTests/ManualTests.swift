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

        @Test("Shells get a script that completes commands, options and files", arguments: ["bash", "zsh", "fish"])
        func completions(shell: String) async throws {
            let script = try await output(["completions", shell])
            #expect(script.contains("favorites") && script.contains("theme"))
            #expect(
                script.contains(["bash": "-o default", "zsh": "&& _files &&", "fish": "\"tintype\"' -F"][shell] ?? "?"))
        }

        @Test("bash completes commands, options and files after the program's name")
        func bash() async throws {
            let folder = try TemporaryFolder()
            try await output(["completions", "bash"]).write(
                toFile: folder.path + "/script", atomically: true, encoding: .utf8)
            let words = """
                source \(folder.path)/script
                for word in fav --the; do
                    COMP_WORDS=(tintype $word) COMP_CWORD=1 COMP_LINE="tintype $word" COMP_POINT=${#COMP_LINE} COMPREPLY=()
                    _tintype tintype $word tintype
                    echo "${COMPREPLY[@]}"
                done
                """
            let session = try ScreenSession(["-c", words], of: ["/bin/bash"], output: .file(folder.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(
                try String(contentsOfFile: folder.path + "/out", encoding: .utf8).split(separator: "\n")
                    == ["favorites", "--theme"])
        }
    }
}
