import Foundation
import Screens
import TestFixtures
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
            for command in ["open", "show", "list", "doctor", "config", "favorites", "manual"] {
                #expect(page.contains(".SS \(command)\n"))
            }
            #expect(page.contains(".B \\-\\-language LANGUAGE\n"))
            #expect(page.contains(".B tintype show [options] PHOTO ...\n"))
        }

        @Test("Backslashes, hyphens and leading dots are escaped")
        func escaping() {
            let command = CommandDescription(
                commandName: "x", shouldDisplay: true, abstract: "a\\b", discussion: ".br\n'c - d")
            let page = ManualPage(program: command, version: "1").text
            #expect(page.contains("x \\- a\\eb\n"))
            #expect(page.contains("\\&.br\n\\(aqc \\- d"))
        }

        @Test(
            "Each shell gets a script that completes commands, options and files", arguments: ["bash", "zsh", "fish"])
        func completions(shell: String) async throws {
            let script = try await output(["completions", shell])
            #expect(script.contains("favorites") && script.contains("theme"))
            #expect(
                script.contains(["bash": "-o default", "zsh": "&& _files &&", "fish": "\"tintype\"' -F"][shell] ?? "?"))
        }

        @Test("The manual page has every key, setting, variable, file and exit status")
        func sections() async throws {
            let page = try await output(["manual"]).replacing("\\-", with: "-")
            for section in ["KEYS", "CONFIGURATION", "FILES", "ENVIRONMENT", "EXIT STATUS"] {
                #expect(page.contains(".SH \(section)\n"))
            }
            for entry in KeyOverrides().listing { #expect(page.contains("(\(entry.command))\n"), "\(entry.command)") }
            #expect(page.contains(".B left, h\nPan left, or previous photo. (viewer.left)\n"))
            for setting in ["library", "cache.disk = 512", "theme-colors.accent", "unsplash.key-file"] {
                #expect(page.contains(".B \(setting)\n"), "\(setting)")
            }
            #expect(page.contains("Must be a whole number of megabytes from 0 to 1000000.\n"))
            #expect(page.contains("\\(ti/.config/tintype/config.toml\n"))
            for variable in try Self.variables { #expect(page.contains(variable), "\(variable)") }
        }

        /// The environment variables that the sources read.
        private static var variables: Set<String> {
            get throws {
                let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                    .deletingLastPathComponent().appendingPathComponent("Sources")
                let files = FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil)
                var variables: Set<String> = []
                while let file = files?.nextObject() as? URL {
                    guard file.pathExtension == "swift" else { continue }
                    let text = try String(contentsOf: file, encoding: .utf8)
                    variables.formUnion(text.matches(of: /environment\["([A-Z_]+)"\]/).map { String($0.1) })
                }
                return variables
            }
        }

        @Test(
            "groff formats the manual page without warnings",
            .requires(program: "groff"))
        func warnings() async throws {
            let folder = try TemporaryFolder()
            try await output(["manual"]).write(toFile: folder.path + "/page", atomically: true, encoding: .utf8)
            let session = try ScreenSession(
                ["-Kutf8", "-man", "-Tutf8", "-ww", "-rLL=100n", folder.path + "/page"], of: ["/usr/bin/groff"],
                output: .file(folder.path + "/text"), error: .file(folder.path + "/warnings"))
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try String(contentsOfFile: folder.path + "/warnings", encoding: .utf8).isEmpty)
            let text = try String(contentsOfFile: folder.path + "/text", encoding: .utf8)
                .replacing(#/\u{1B}\[[0-9;]*m/#, with: "").replacing(#/\s+/#, with: " ")
            #expect(text.contains("fzf --preview 'tintype show --graphics auto {}'"))
            #expect(text.contains("sea = \"~/Pictures/sea\""))
        }

        /// Returns a home folder with a library named sea and the completion script for a shell.
        private func home(completing shell: String) async throws -> TemporaryFolder {
            let home = try TemporaryFolder()
            try home.addFile(
                ".config/tintype/config.toml",
                contents: "[libraries]\nsea = \"~/Sea\"\n\"two words\" = \"~/Two\"\n\"$(touch x)\" = \"~/x\"\n")
            try await output(["completions", shell]).write(
                toFile: home.makeFolder("scripts") + "/_tintype", atomically: true, encoding: .utf8)
            _ = try home.makeFolder("dunes")
            return home
        }

        private static let searchPath =
            "\(URL(fileURLWithPath: BuiltProgram.path).deletingLastPathComponent().path):/usr/bin:/bin"

        @Test("bash completes commands, libraries, options and files")
        func bash() async throws {
            let home = try await home(completing: "bash")
            let script = """
                source ~/scripts/_tintype
                while IFS= read -r line; do
                    IFS=' ' read -ra COMP_WORDS <<< "${line//=/ = }"
                    [[ "$line" = *' ' ]] && COMP_WORDS+=('')
                    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)) COMP_LINE="$line" COMP_POINT=${#line} COMPREPLY=()
                    _tintype tintype "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD-1]}"
                    echo "${COMPREPLY[@]}"
                done
                """
            let lines = [
                ("tintype fav", "favorites"), ("tintype --the", "--theme"), ("tintype dem", "demo:"),
                ("tintype du", "dunes"),
                ("tintype se", "sea"), ("tintype open s", "sea scripts"),
                ("tintype sea --th", "--theme"), ("tintype sea --theme d", "dark"),
                ("tintype --theme=d", "dark"), ("tintype sea --colors=", "auto none 8 16 256 true"),
                ("tintype --theme=dark sea --rea", "--reader"), ("tintype --theme=dark se", "sea"),
                ("tintype open sea --rea", "--reader"),
                ("tintype --ascii demo: --no", "--no-animation"), ("tintype pi", "pick"),
                ("tintype pick d", "demo: dunes"), ("tintype pick --fr", "--from-stdin"),
                ("tintype list d", "demo: dunes"), ("tintype list sea ra", "rating:"),
                ("tintype list --sort highest", "highest-rated"),
            ]
            try lines.map { $0.0 + "\n" }.joined().write(
                toFile: home.path + "/lines", atomically: true, encoding: .utf8)
            let session = try ScreenSession(
                ["-c", script], of: ["/bin/bash"], environment: ["PATH": Self.searchPath], home: home,
                input: .file(home.path + "/lines"), output: .file(home.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            let output = try String(contentsOfFile: home.path + "/out", encoding: .utf8).split(
                separator: "\n", omittingEmptySubsequences: false)
            for (line, reply) in zip(lines, output) {
                #expect(Set(reply.split(separator: " ")) == Set(line.1.split(separator: " ")), "\(line.0)")
            }
        }

        @Test(
            "zsh completes libraries and the options after them",
            .requires(program: "zsh"))
        func zsh() async throws {
            let home = try await home(completing: "zsh")
            let session = try ScreenSession(
                ["-f", "-i"], of: ["/usr/bin/zsh"], environment: ["PATH": Self.searchPath], home: home)
            session.type("fpath=(~/scripts $fpath); autoload -U compinit; compinit -u -D; PS1='ready''> '\n")
            try await session.wait(for: "ready>")
            for (typed, completed) in [
                ("tintype se", "tintype sea"), ("tintype demo: --rea", "tintype demo: --reader"),
                ("tintype open unsp", "tintype open unsplash:"),
                ("tintype sea --theme dar", "tintype sea --theme dark"),
                ("tintype doc", "tintype doctor"), ("tintype pick dun", "tintype pick dunes/"),
                ("tintype pick sea --fr", "tintype pick sea --from-stdin"),
                ("tintype list dem", "tintype list demo:"), ("tintype list sea rat", "tintype list sea rating:"),
            ] {
                // Ctrl-U clears the line.
                session.type("\u{15}\(typed)\t")
                try await session.wait(for: completed)
            }
        }

        @Test(
            "fish completes options after a library and asks the program for libraries",
            .requires(program: "fish"))
        func fish() async throws {
            let home = try await home(completing: "fish")
            // Without a terminal fish has no cursor position, which it needs to ask for libraries.
            let lines = ["tintype demo: --rea", "tintype sea --theme dar", "tintype doc", "tintype pick dun"]
            let script = "source ~/scripts/_tintype\n" + lines.map { "complete -C '\($0)'\n" }.joined()
            let session = try ScreenSession(
                ["--no-config", "-c", script], of: ["/usr/bin/fish"], environment: ["PATH": Self.searchPath],
                home: home, output: .file(home.path + "/out"), error: .file("/dev/null"))
            _ = try await session.waitForEnd()
            let output = try String(contentsOfFile: home.path + "/out", encoding: .utf8).split(separator: "\n")
            #expect(output.map { $0.prefix { $0 != "\t" } } == ["--reader", "dark", "doctor", "dunes/"])
            let completions = try String(contentsOfFile: home.path + "/scripts/_tintype", encoding: .utf8)
            for command in ["tintype", "tintype open"] {
                #expect(
                    completions.contains(
                        "_positional \"\(command)\" -eq 1' -fka '(__tintype_custom_completion ---completion open"))
            }
        }
    }
}
