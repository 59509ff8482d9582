import Foundation
import SeededGenerator
import Storage
import Testing

@Suite("Configuration file")
struct ConfigurationFileTests {
    private func read(_ text: String?) throws -> ConfigurationFile.Contents {
        try read(bytes: text.map { Array($0.utf8) })
    }

    private func read(bytes: [UInt8]?) throws -> ConfigurationFile.Contents {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        if let bytes { try Data(bytes).write(to: folder.appendingPathComponent("config.toml")) }
        return Self.file(folder.path).read()
    }

    static func file(_ folder: String) -> ConfigurationFile {
        ConfigurationFile(
            folder: folder,
            choices: ConfigurationChoices(
                languages: ["en", "de"], themes: ["dark", "light"], themeColors: ["text", "accent"],
                colors: ["256", "true"], symbols: ["half", "sextant"],
                dithering: ["none", "ordered"], graphics: ["auto", "none"], slideshowOrders: ["list", "shuffle"],
                keyPresets: ["default", "lightroom"],
                keyFiles: [(setting: "unsplash.key-file", service: "Unsplash")]))
    }

    @Test("Without a file, every setting has its default")
    func missing() throws {
        let contents = try read(nil)
        #expect(contents.configuration == Configuration())
        #expect(contents.problems.isEmpty)
    }

    @Test("A color label has one name or several, or those of programs")
    func labels() throws {
        let text = """
            [labels]
            red = "Rot"
            blue = ["Blau", "Client"]
            green = []
            yellow = " "
            purple = ["Lila", 3]
            pink = "Rosa"
            """
        let contents = try read(text)
        #expect(contents.configuration.labels == [.red: ["Rot"], .blue: ["Blau", "Client"]])
        #expect(
            contents.problems == [
                .wrongType(setting: "labels.green", type: .names, TextPosition(line: 4, column: 9)),
                .wrongType(setting: "labels.yellow", type: .names, TextPosition(line: 5, column: 10)),
                .wrongType(setting: "labels.purple", type: .names, TextPosition(line: 6, column: 10)),
                .unknown(setting: "labels.pink", TextPosition(line: 7, column: 8)),
            ])
        let listing = Self.file("/").listing(of: contents).filter { $0.name.hasPrefix("labels.") }
        #expect(
            listing.map { "\($0.name) = \($0.value ?? "")" } == [
                "labels.red = \"Rot\"", "labels.yellow = \"Yellow\"", "labels.green = \"Green\"",
                "labels.blue = [\"Blau\", \"Client\"]", "labels.purple = \"Purple\"",
            ])
        #expect(listing.map(\.defaultValue) == ["Red", "Yellow", "Green", "Blue", "Purple"].map { "\"\($0)\"" })
    }

    @Test("Settings are read")
    func settings() throws {
        let contents = try read(
            """
            animation = false
            [cache]
            disk = 100
            memory = 8
            [pictures]
            symbols = "sextant"
            dither = "auto"
            graphics = "auto"
            cell-aspect = 2.1
            [slideshow]
            interval = 2.5
            order = "shuffle"
            [unsplash]
            key-file = "~/key"
            [image-hosts]
            "via.placeholder.com/{size}/{color}" = "picsum.photos/seed/{color}/{size}"
            """)
        #expect(contents.problems.isEmpty)
        #expect(contents.configuration.diskCacheBytes == 100 << 20)
        #expect(contents.configuration.memoryCacheBytes == 8 << 20)
        #expect(contents.configuration.symbols == "sextant")
        #expect(contents.configuration.dithering == nil)
        #expect(contents.configuration.graphics == "auto")
        #expect(contents.configuration.cellAspect == 2.1)
        #expect(!contents.configuration.isAnimated)
        #expect(contents.configuration.slideshowInterval == 2.5)
        #expect(contents.configuration.slideshowOrder == "shuffle")
        #expect(contents.configuration.keyFiles == ["unsplash.key-file": "~/key"])
        #expect(contents.configuration.imageHosts.map(\.replacement) == ["picsum.photos/seed/{color}/{size}"])
    }

    @Test("Commands are read; one without a line is reported with its position")
    func commands() throws {
        let contents = try read("[commands]\nshrink = \"mogrify {}\"\nempty = \" \"\ncount = 3\n")
        #expect(contents.configuration.commands == ["shrink": "mogrify {}"])
        #expect(
            contents.problems == [
                .wrongType(setting: "commands.empty", type: .commandLine, TextPosition(line: 3, column: 9)),
                .wrongType(setting: "commands.count", type: .commandLine, TextPosition(line: 4, column: 9)),
            ])
    }

    @Test("A TOML syntax error is reported with line and column, and the defaults apply")
    func syntax() throws {
        let contents = try read("[cache]\ndisk = = 3\n")
        #expect(contents.configuration == Configuration())
        guard case .syntax(.notTOML(let position, _)) = contents.problems.first else {
            Issue.record("no syntax problem: \(contents.problems)")
            return
        }
        #expect(position.line == 2 && position.column > 1)
    }

    @Test(
        "A malformed value is reported",
        arguments: ["", "tru", "1_", "_1", "0x", "1979-05-27T", "1979-05-27Tx", "07:3", "--1", "1e", "+", "."])
    func malformedValue(text: String) throws {
        let contents = try read("[cache]\ndisk = \(text)\n")
        guard case .syntax(.notTOML(let position, _)) = contents.problems.first else {
            Issue.record("no syntax problem: \(contents.problems)")
            return
        }
        #expect(position.line == 2)
    }

    @Test(
        "Every kind of TOML value is accepted",
        arguments: [
            "true", "-inf", "+nan", "1_000", "-1.5e-3", "0xDEAD_beef", "0o755", "0b1_0", "1979-05-27", "07:32:00.5",
            "1979-05-27T07:32:00Z", "1979-05-27 07:32:00.999-07:00", "[1, [2.0, 'a']]", "{ a = 1, b = { c = \"x\" } }",
        ])
    func values(text: String) throws {
        let contents = try read("surprise = \(text)\r\n")
        #expect(contents.problems == [.unknown(setting: "surprise", TextPosition(line: 1, column: 12))])
    }

    @Test("A table without a valid name is reported", arguments: ["[", "[[", "[{]", "[ = ]", "[,]", "[\u{E9}]", "[#"])
    func tableName(text: String) throws {
        let contents = try read(text)
        guard case .syntax(.notTOML(let position, _)) = contents.problems.first else {
            Issue.record("no syntax problem: \(contents.problems)")
            return
        }
        #expect(position.line == 1)
    }

    @Test("A setting of the wrong type or name is reported, and the others still apply")
    func wrongType() throws {
        let contents = try read(
            "surprise = 1\n[cache]\ndisk = \"big\"\nmemory = 8\nflash = 1\n[image-hosts]\n\"a\" = 3\n[unsplash]\nkey = \"x\""
        )
        #expect(contents.configuration.memoryCacheBytes == 8 << 20)
        #expect(contents.configuration.diskCacheBytes == Configuration().diskCacheBytes)
        #expect(
            contents.problems == [
                .unknown(setting: "surprise", TextPosition(line: 1, column: 12)),
                .wrongType(setting: "cache.disk", type: .megabytes, TextPosition(line: 3, column: 8)),
                .unknown(setting: "cache.flash", TextPosition(line: 5, column: 9)),
                .wrongType(setting: "image-hosts.a", type: .address, TextPosition(line: 7, column: 7)),
                .unknown(setting: "unsplash.key", TextPosition(line: 9, column: 7)),
            ])
    }

    @Test("An invalid choice is reported with the valid ones")
    func choice() throws {
        let contents = try read("[pictures]\n  symbols = \"round\"\n")
        #expect(contents.configuration.symbols == nil)
        #expect(
            contents.problems == [
                .wrongType(
                    setting: "pictures.symbols", type: .choice(["auto", "half", "sextant"]),
                    TextPosition(line: 2, column: 13))
            ])
    }

    @Test("The theme is a top-level setting; its colors have a section")
    func theme() throws {
        let contents = try read("theme = \"light\"\n[theme-colors]\naccent = \"#0aF09c\"\n")
        #expect(contents.problems.isEmpty)
        #expect(contents.configuration.theme == "light")
        #expect(contents.configuration.themeColors == ["accent": HexColor("#0af09c")])
        let listing = Self.file("").listing(of: contents)
        #expect(listing.first { $0.name == "theme" }?.position == TextPosition(line: 1, column: 9))
        #expect(listing.first { $0.name == "theme-colors.accent" }?.value == "\"#0af09c\"")
        #expect(listing.first { $0.name == "theme-colors.text" }?.value == .some(nil))
    }

    @Test(
        "An invalid color is reported with its position",
        arguments: ["\"0af09c\"", "\"#0af09\"", "\"#0af09cc\"", "\"#0af09g\"", "\"red\"", "3", "\"\""])
    func noColor(value: String) throws {
        let contents = try read("[theme-colors]\naccent = \(value)\n")
        #expect(contents.configuration.themeColors.isEmpty)
        #expect(
            contents.problems == [
                .wrongType(
                    setting: "theme-colors.accent", type: .color,
                    TextPosition(line: 2, column: 10))
            ])
    }

    @Test("Every setting is listed with its value, default and position")
    func listing() throws {
        let contents = try read("[cache]\ndisk = 100\nmemory = \"much\"\n[image-hosts]\n\"a.b/{x}\" = \"c.d/{x}\"\n")
        let listing = Self.file("").listing(of: contents)
        #expect(
            listing.first { $0.name == "cache.disk" }
                == SettingListing(
                    name: "cache.disk", value: "100", defaultValue: "512", position: TextPosition(line: 2, column: 8)))
        #expect(
            listing.first { $0.name == "cache.memory" }
                == SettingListing(name: "cache.memory", value: "64", defaultValue: "64", position: nil))
        #expect(listing.last?.name == "image-hosts.\"a.b/{x}\"")
        #expect(listing.last?.position == TextPosition(line: 5, column: 13))
    }

    @Test("Libraries and tokens of services are listed by name, before the image hosts")
    func entries() throws {
        let contents = try read(
            """
            [image-hosts]
            "a.b/{x}" = "c.d/{x}"
            [authorization]
            "https://photos.example" = "~/key"
            [libraries]
            zoo = "/srv/zoo"
            alps = "/srv/my \\"alps\\""
            """)
        let listing = Self.file("").listing(of: contents)
        #expect(
            listing.suffix(4) == [
                SettingListing(
                    name: "libraries.alps", value: #""/srv/my \"alps\"""#, defaultValue: nil,
                    position: TextPosition(line: 7, column: 8)),
                SettingListing(
                    name: "libraries.zoo", value: "\"/srv/zoo\"", defaultValue: nil,
                    position: TextPosition(line: 6, column: 7)),
                SettingListing(
                    name: "authorization.\"https://photos.example\"", value: "\"~/key\"", defaultValue: nil,
                    position: TextPosition(line: 4, column: 28)),
                SettingListing(
                    name: "image-hosts.\"a.b/{x}\"", value: "\"c.d/{x}\"", defaultValue: nil,
                    position: TextPosition(line: 2, column: 13)),
            ])
    }

    @Test("Every setting is described for the manual in whole sentences, with its default")
    func descriptions() {
        let descriptions = Self.file("").descriptions
        #expect(Set(descriptions.map(\.name)).count == descriptions.count)
        #expect(descriptions.allSatisfy { $0.help.hasSuffix(".") && $0.help.first?.isUppercase == true })
        let disk = descriptions.first { $0.name == "cache.disk" }
        #expect(disk?.defaultValue == "512" && disk?.type == .megabytes)
    }

    @Test("Keys that are neither a name nor a list of names are reported, and the others still apply")
    func wrongKeys() throws {
        let contents = try read("[keys]\nhome = 3\ngrid.open = 7\ngrid.back = [\"x\", 1]\ngrid.search = \"f\"\n")
        #expect(
            contents.problems == [
                .unknown(setting: "keys.home", TextPosition(line: 2, column: 8)),
                .wrongType(setting: "keys.grid.open", type: .keys, TextPosition(line: 3, column: 13)),
                .wrongType(setting: "keys.grid.back", type: .keys, TextPosition(line: 4, column: 13)),
            ])
        #expect(contents.configuration.keys == ["grid.search": ["f"]])
    }

    @Test(
        "Positions match those in an editor, with any line ending and key syntax",
        arguments: [
            ("\u{FEFF}\r\n[cache]\r\n  disk = \"big\"\r\n", 3, 10), ("\u{FEFF}cache.disk = 'big'", 1, 14),
            ("[cache]\nmemory = 8 # é\n\"disk\" = 'big'", 3, 10),
            ("library = \"\"\"\n\\\"\"\"sea\"\"\"\ncache.disk = \"\"", 3, 14),
            ("\n\ncache = { memory = 8, disk = -1 }", 3, 30), ("\n\n\"cac\\u0068e\" . 'disk' =\ttrue", 3, 25),
            ("[keys]\nhome.open = [\"x\", # ]\n\"[\"]\n[ cache ]\ndisk = []", 5, 8),
        ])
    func positions(text: String, line: Int, column: Int) throws {
        let position = TextPosition(line: line, column: column)
        #expect(try read(text).problems == [.wrongType(setting: "cache.disk", type: .megabytes, position)])
    }

    @Test("Problems are in file order")
    func order() throws {
        let contents = try read("[zoo]\na = 1\n[cache]\nmemory = \"\"\ndisk = \"\"\n[animals]\nb = 1\n")
        #expect(contents.problems.map(\.position?.line) == [1, 4, 5, 6])
    }

    @Test("Image host rules are in file order")
    func imageHostOrder() throws {
        let contents = try read(
            "[image-hosts]\n\"b.example/{x}\" = \"c.example/{x}\"\n\"a.example/1\" = \"c.example\"\n")
        #expect(contents.configuration.imageHosts.map(\.pattern) == ["b.example/{x}", "a.example/1"])
    }

    @Test("Invalid UTF-8 is reported with line and column, and the defaults apply")
    func invalidUTF8() throws {
        for bytes: [UInt8] in [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]] {
            let contents = try read(bytes: Array("mouse = false\n# é".utf8) + bytes)
            #expect(contents.problems == [.syntax(.invalidUTF8(TextPosition(line: 2, column: 4)))])
            #expect(contents.configuration == Configuration())
        }
    }

    @Test(
        "A NUL character is reported instead of ending the file silently",
        arguments: ["\0", "library = \"sea\\u0000\"", "\"\\U00000000\" = 1"])
    func nulCharacter(text: String) throws {
        let contents = try read("mouse = false\n" + text + "\nanimation = false\n")
        guard case .syntax(.nulCharacter(let position)) = contents.problems.first else {
            Issue.record("no NUL character reported: \(contents.problems)")
            return
        }
        #expect(position.line == 2 && contents.problems.count == 1)
        #expect(contents.configuration == Configuration())
    }

    @Test(
        "A document nested too deeply for the parser is rejected",
        arguments: [
            ("a", ".a", " = 1", ""), ("[a", ".a", "]", ""), ("[[a", ". 'a'", "]]", ""), ("a = ", "[", "", "]"),
            ("a = ", "{a=", "1", "}"), ("a = ", "[{a.a=", "1", "}]"), ("a = { b", ".\"b\"", " = 1 }", ""),
            ("a", ".a", "", ""),
        ])
    func tooDeep(start: String, opening: String, middle: String, closing: String) throws {
        func repeated(_ text: String) -> String { String(repeating: text, count: 120_000) }
        let contents = try read("mouse = false\n" + start + repeated(opening) + middle + repeated(closing))
        guard case .syntax(.tooDeep(let position, let limit)) = contents.problems.first else {
            Issue.record("not reported as too deep: \(contents.problems)")
            return
        }
        #expect(position.line == 2 && position.column > limit && position.column < 20 * limit)
        #expect(contents.problems.count == 1 && contents.configuration == Configuration())
    }

    @Test(
        "A table header without a name is rejected",
        arguments: [
            "[", "[\n", "[[\n", "[ \u{B}]", "[#a]", "[{a]", "[.a]", "[=1]", "[é]", "[\u{3000}a]", "[]", "[[ ]]",
        ])
    func namelessTable(header: String) throws {
        let contents = try read("mouse = false\n" + header)
        guard case .syntax(.notTOML(let position, _)) = contents.problems.first else {
            Issue.record("not reported: \(contents.problems)")
            return
        }
        #expect(position.line == 2 && contents.configuration == Configuration())
    }

    @Test(
        "A character or brace that the parser cannot handle is rejected", arguments: ["\u{85}", "\u{2028}", "é", "}"])
    func unhandled(text: String) throws {
        for document in ["a = [\(text)]", "a = [1, \(text)]", "a = {b = [ \(text)]}"] {
            guard case .syntax(.notTOML(let position, _)) = try read(document).problems.first else {
                Issue.record("not reported: \(document)")
                return
            }
            #expect(position.column == document.unicodeScalars.count - document.drop { "\($0)" != text }.count + 1)
        }
        #expect(try read("language = 'en' # \(text)\nlibrary = '\(text)'").configuration.library == text)
    }

    @Test("No sequence of tokens crashes the parser", arguments: 1...10)
    func randomTokens(seed: UInt64) throws {
        let tokens = [
            "\r", "\n", "\r\n", "\u{B}", "\u{C}", "\u{85}", "\u{2028}", "\t", " ", "\u{A0}", "\u{3000}", "\u{FEFF}",
            "#", "\"", "'", "\"\"\"", "'''", "\\", "=", ",", "[", "]", "{", "}", ".", "a", "1", "0", "_", "+", "-",
            "a=1",
            "a=\"x\"", "b=true", "c=1979-05-27T07:32:00Z", "12:30", "1979-05-27", "+01:00", "0x", "0b1", "0o7", "1e",
            "inf", "nan", "tru", "[a]", "[[a]]", "[a.b]", "a.b=", "c={", "d=[", "e=", "\\u00e9", "\\U0010ffff", "\\x",
            "é",
            "Z", "T", ".5", "99999999999999999999",
        ]
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let count = Int.random(in: 1...14, using: &generator)
            let document = (0..<count).compactMap { _ in tokens.randomElement(using: &generator) }.joined()
            _ = try read(document)
        }
    }

    @Test("Moderate nesting is parsed")
    func nested() throws {
        let contents = try read(
            "a = \(String(repeating: "[", count: 30) + String(repeating: "]", count: 30))\nb.b.b.b.b = 1")
        #expect(
            contents.problems == [
                .unknown(setting: "a", TextPosition(line: 1, column: 5)),
                .unknown(setting: "b", TextPosition(line: 2, column: 1)),
            ])
    }

    @Test("A file too large to be handwritten is not read")
    func tooLarge() throws {
        let contents = try read(String(repeating: "# \n", count: 400_000))
        guard case .tooLarge(_, limit: 1 << 20) = contents.problems.first else {
            Issue.record("not reported as too large: \(contents.problems)")
            return
        }
    }

    @Test("Key files are configured by service address")
    func authorization() throws {
        let contents = try read(
            """
            [authorization]
            "https://photos.example" = "~/key"
            "https://other.example" = 7
            """)
        #expect(contents.configuration.authorization == ["https://photos.example": "~/key"])
        #expect(contents.problems.count == 1)
    }
}
