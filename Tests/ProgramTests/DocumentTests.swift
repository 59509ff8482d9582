import Foundation
import Screens
import TestFixtures
import Testing

@testable import tintype

extension ProgramTests {
    @Suite("README and docs")
    struct Documents {
        @Test("Every repository path and link exists")
        func paths() throws {
            let fileNames = try Self.repositoryFileNames()
            var checked = 0
            var missing: [String] = []
            for document in try Document.all() {
                for path in document.code.spans.flatMap(Document.paths) {
                    checked += 1
                    // Architecture.md names paths below Sources.
                    let exists = ["/", "/Sources/"].contains {
                        FileManager.default.fileExists(atPath: Document.root.path + $0 + path)
                    }
                    if !exists, !fileNames.contains(path) { missing.append("\(document.name): \(path)") }
                }
                for link in document.links where !link.contains("://") {
                    checked += 1
                    if try !document.reaches(link) { missing.append("\(document.name): \(link)") }
                }
            }
            #expect(missing == [])
            #expect(checked > 40)
        }

        @Test("Every command and option of tintype exists")
        func commands() async throws {
            let program = try await Self.commandDescription()
            let subcommands = program.subcommands ?? []
            let names = Set(subcommands.map(\.commandName))
            let allOptions = Self.options(of: program).union(subcommands.flatMap { Self.options(of: $0) })
            // Without a command, the words are those of `open`, or an option of the program itself.
            let defaultCommands = [program] + subcommands.filter { $0.commandName == "open" }
            let defaultOptions = Set(defaultCommands.flatMap { Self.options(of: $0) })
            let scripts = try Self.scriptTexts()
            let documents = try Document.all()
            let settings = documents.flatMap { $0.code.lines(of: "toml") }
            var checked = 0
            var unknown: [String] = []
            for document in documents {
                let code = document.code
                let tomlLines = code.lines(of: "toml")
                let allCode = code.spans + code.lines(of: "sh") + tomlLines
                for words in allCode.flatMap(Document.invocations) {
                    checked += 1
                    let first = words.first ?? ""
                    let command = subcommands.first { $0.commandName == first }
                    let options = command.map { Self.options(of: $0) } ?? defaultOptions
                    var problems = words.filter { $0.hasPrefix("-") && $0 != "-" && !options.contains($0) }
                    if first == "help" { problems += words.dropFirst().filter { !names.contains($0) } }
                    // Any other single word names a library in the example configuration.
                    let isWord = !first.isEmpty && first.allSatisfy { $0.isLetter }
                    if command == nil, isWord, !settings.contains(where: { $0.hasPrefix("\(first) = ") }) {
                        problems.append(first)
                    }
                    unknown += problems.map { "\(document.name): tintype \(words.joined(separator: " ")): \($0)" }
                }
                let spanOptions: [String] = code.spans.filter { $0.hasPrefix("-") && $0 != "-" }
                    .compactMap { $0.split(separator: " ").first.map(String.init) }
                let commentOptions: [String] = tomlLines.flatMap { line in
                    line.matches(of: #/--[a-z][a-z-]*/#).map { String($0.output) }
                }
                for option in spanOptions + commentOptions {
                    checked += 1
                    if !allOptions.contains(option), !scripts.contains(where: { $0.contains("'\(option)'") }) {
                        unknown.append("\(document.name): \(option)")
                    }
                }
            }
            #expect(unknown == [])
            #expect(checked > 40)
        }

        @Test("Every test named in a table exists")
        func tests() throws {
            let names = try Self.testNames()
            let mentions = try Document.all().flatMap { document in
                document.testMentions.map { (document: document.name, test: $0) }
            }
            let missing = mentions.filter { mention in
                guard mention.test.hasSuffix("…") else { return !names.contains(mention.test) }
                let start = mention.test.dropLast().trimmingCharacters(in: .whitespaces)
                return !names.contains { $0.hasPrefix(start) }
            }
            #expect(missing.map { "\($0.document): \($0.test)" } == [])
            #expect(mentions.count > 150)
        }

        @Test("Keys.md lists every default key, and no others")
        func keys() throws {
            let sections = try Document("docs/Keys.md").sections
            // Text is edited with the keys of a shell, which the configuration doesn't change.
            let documented = Set(
                sections.filter { !$0.hasPrefix("While typing") }.flatMap { Document.keys(inTablesOf: $0) })
            let defaults = Set(KeyOverrides().listing.flatMap(\.defaults).map(Document.keyLabel))
            #expect(defaults.count > 40)
            #expect(defaults.subtracting(documented) == [])
            #expect(documented.subtracting(defaults) == [])
        }

        @Test("The keys in README are default keys")
        func chosenKeys() throws {
            let section = try #require(Document("README.md").sections.first { $0.hasPrefix("Twelve keys") })
            let keys = Document.keys(inTablesOf: section)
            #expect(keys.count >= 10)
            let defaults = Set(KeyOverrides().listing.flatMap(\.defaults).map(Document.keyLabel))
            #expect(Set(keys).subtracting(defaults) == [])
        }

        /// Returns the description of all commands from the built program.
        private static func commandDescription() async throws -> CommandDescription {
            let folder = try TemporaryFolder()
            let session = try ScreenSession(["--experimental-dump-help"], output: .file(folder.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            let json = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/out"))
            return try JSONDecoder().decode(CommandDescription.Root.self, from: json).command
        }

        /// Returns a command's options, such as `--owner`.
        private static func options(of command: CommandDescription) -> Set<String> {
            Set((command.arguments ?? []).flatMap { ($0.names ?? []).map(\.written) })
        }

        /// Returns the names of all files, for mentions without a folder.
        private static func repositoryFileNames() throws -> Set<String> {
            var names = Set(try FileManager.default.contentsOfDirectory(atPath: Document.root.path))
            for folder in ["Sources", "Tests", "docs"] {
                let files = FileManager.default.enumerator(atPath: Document.root.path + "/" + folder)
                while let file = files?.nextObject() as? String {
                    names.insert(URL(fileURLWithPath: file).lastPathComponent)
                }
            }
            return names
        }

        /// Returns the names of all tests.
        private static func testNames() throws -> Set<String> {
            var names: Set<String> = []
            let folder = Document.root.path + "/Tests"
            let files = FileManager.default.enumerator(atPath: folder)
            while let file = files?.nextObject() as? String {
                guard file.hasSuffix("Tests.swift") else { continue }
                let text = try String(contentsOfFile: folder + "/" + file, encoding: .utf8)
                names.formUnion(text.matches(of: #/@Test\(\s*"(.*?)"[,)]/#).map { String($0.output.1) })
            }
            return names
        }

        /// Returns the scripts in docs. The documents name their options too.
        private static func scriptTexts() throws -> [String] {
            let folder = Document.root.path + "/docs"
            return try FileManager.default.contentsOfDirectory(atPath: folder)
                .filter { $0.hasPrefix("measure-") || $0.hasPrefix("make-") }
                .map { try String(contentsOfFile: folder + "/" + $0, encoding: .utf8) }
        }
    }
}

/// A Markdown document of the repository.
private struct Document {
    /// The root of the repository.
    static let root = URL(fileURLWithPath: #filePath).appendingPathComponent("../../..").standardized

    /// The path relative to the root.
    let name: String
    let text: String
    let code: DocumentCode

    init(_ name: String) throws {
        self.name = name
        text = try String(contentsOfFile: Self.root.path + "/" + name, encoding: .utf8)
        code = DocumentCode(text)
    }

    /// README.md and the documents in docs.
    static func all() throws -> [Document] {
        let docs = try FileManager.default.contentsOfDirectory(atPath: root.path + "/docs").sorted()
        let names = ["README.md"] + docs.filter { $0.hasSuffix(".md") }.map { "docs/" + $0 }
        return try names.map { try Document($0) }
    }

    /// The parts of the text that start with a heading of the second level, without its mark.
    var sections: [Substring] {
        text.split(separator: "\n## ")
    }

    /// The targets of all links and images.
    var links: [String] {
        text.matches(of: #/\]\(([^)\s]+)\)/#).map { String($0.output.1) }
    }

    /// The tests named in the last columns of tables, in full or up to "…".
    var testMentions: [String] {
        var mentions: [String] = []
        var namesTests: Bool?
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            guard line.hasPrefix("|"), let last = line.split(separator: "|").last else {
                namesTests = nil
                continue
            }
            let cell = last.trimmingCharacters(in: .whitespaces)
            guard let isNamed = namesTests else {
                namesTests = cell == "test" || cell.hasPrefix("test in ")
                continue
            }
            guard isNamed, !cell.hasPrefix("---") else { continue }
            // A mention may begin with its suite, or be a whole suite.
            mentions += cell.split(separator: ";")
                .map { $0.trimmingCharacters(in: .whitespaces).replacing(#/^`\w+`(: |$)/#, with: "") }
                .filter { !$0.isEmpty }
        }
        return mentions
    }

    /// Whether a relative link leads to a file, and to a heading in it if it has a fragment.
    func reaches(_ link: String) throws -> Bool {
        let parts = link.split(separator: "#", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let document = Self.root.appendingPathComponent(name)
        let target =
            parts[0].isEmpty ? document : document.deletingLastPathComponent().appendingPathComponent(parts[0])
        guard FileManager.default.fileExists(atPath: target.standardized.path) else { return false }
        guard parts.count == 2 else { return true }
        let headings = try String(contentsOf: target.standardized, encoding: .utf8).split(separator: "\n")
            .filter { $0.hasPrefix("#") }
            .map { $0.drop { $0 == "#" || $0 == " " }.lowercased().replacing(" ", with: "-") }
        return headings.contains(parts[1])
    }

    /// Returns the words of a code span that are paths in the repository, or names of its files.
    static func paths(in span: String) -> [String] {
        span.split(separator: " ").map(String.init).filter { word in
            // A build product.
            guard !word.hasPrefix(".build/") else { return false }
            return word.wholeMatch(of: #/\.?\w[\w.+-]*(/[\w.+-]+)+/?/#) != nil
                || word.wholeMatch(of: #/[\w+-]+\.(swift|md|pot|po|c|h)/#) != nil
        }
    }

    /// Returns the keys in the first columns of the tables of a text.
    static func keys(inTablesOf text: Substring) -> [String] {
        text.split(separator: "\n").filter { $0.hasPrefix("| ") }.flatMap { row in
            let cell = row.dropFirst(2).prefix { $0 != "|" }
            return cell.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
        }
    }

    /// Returns a key as the documents write it: `Ctrl-L` for `ctrl-l`.
    static func keyLabel(of name: String) -> String {
        guard name.count > 1 else { return name }
        let special = ["up": "↑", "down": "↓", "left": "←", "right": "→", "pageup": "PgUp", "pagedown": "PgDn"]
        return name.split(separator: "-").map { special[String($0)] ?? $0.capitalized }.joined(separator: "-")
    }

    /// Returns the arguments of each call of tintype in a piece of shell code.
    static func invocations(in code: String) -> [[String]] {
        let separators: Set<Character> = ["'", "`", "&", "|", ";", ">", "#"]
        return code.split { separators.contains($0) }.compactMap { command -> [String]? in
            let words = command.split(separator: " ").map(String.init)
            guard let program = words.first, program == "tintype" || program.hasSuffix("/tintype") else { return nil }
            return Array(words.dropFirst())
        }
    }
}

/// The code in a Markdown document.
private struct DocumentCode {
    /// The inline code.
    private(set) var spans: [String] = []
    private var fencedLines: [(language: String, line: String)] = []

    init(_ text: String) {
        var fence: String?
        for line in text.split(separator: "\n") {
            if line.hasPrefix("```") {
                fence = fence == nil ? String(line.dropFirst(3)) : nil
            } else if let language = fence {
                fencedLines.append((language: language, line: String(line)))
            } else {
                spans += line.matches(of: #/`([^`]+)`/#).map { String($0.output.1) }
            }
        }
    }

    /// Returns the lines of the fenced blocks in a language.
    func lines(of language: String) -> [String] {
        fencedLines.filter { $0.language == language }.map(\.line)
    }
}
