import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    /// Text from outside must not control the terminal or reorder a line, wherever the program prints it.
    @Suite("Hostile text")
    struct HostileText {
        /// Sequences that set the title, color and report the cursor; C1 controls; bidi overrides; backspaces.
        private static let text =
            "\u{1B}]2;OWNED\u{7}\u{1B}[31;7;5m\u{9B}6n\u{90}q\u{202E}\u{2066}\u{200F}\u{8}\u{7F}OWNED"

        /// Expects that the terminal has interpreted none of the text.
        private func expectHarmless(_ session: ScreenSession, _ source: String) {
            let output = String(decoding: session.output, as: UTF8.self)
            #expect(!output.contains("\u{1B}]2;OWNED") && !output.contains("\u{1B}[31;7;5m"), "\(source)")
            let forbidden = output.unicodeScalars.filter {
                switch $0.value {
                case 0x80..<0xA0, 0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069: true
                default: false
                }
            }
            #expect(forbidden.isEmpty, "\(source)")
            #expect(session.emulator.title.isEmpty && session.emulator.bells == 0, "\(source)")
        }

        @Test(
            "Commands print arguments without their control sequences",
            arguments: [
                [text], ["show", text], ["show", "--size", text, "x"], ["--theme", text], ["--colors", text],
                ["--language", text], ["--" + text], ["favorites", "--import", text], ["favorites", "--remove", text],
                ["completions", text],
                ["pick", "--max", text],
            ])
        func arguments(_ arguments: [String]) async throws {
            let session = try ScreenSession(arguments)
            _ = try await session.waitForEnd()
            #expect(session.text.contains("OWNED"))
            expectHarmless(session, "\(arguments)")
        }

        @Test(
            "Commands print the environment without its control sequences",
            arguments: [
                "TERM", "COLORTERM", "TERM_PROGRAM", "TERM_PROGRAM_VERSION", "TMUX", "LC_ALL", "LANGUAGE", "NO_COLOR",
                "http_proxy", "SSL_CERT_FILE", "COLORFGBG",
            ])
        func environment(_ name: String) async throws {
            let session = try ScreenSession(["doctor"], size: (200, 60), environment: [name: Self.text])
            _ = try await session.waitForEnd()
            expectHarmless(session, name)
        }

        @Test(
            "Commands print paths without their control sequences",
            arguments: ["HOME", "XDG_CONFIG_HOME", "XDG_CACHE_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME"])
        func paths(_ name: String) async throws {
            let home = try TemporaryFolder()
            for arguments in [["doctor"], ["config"], ["cache"], ["favorites"]] {
                let session = try ScreenSession(
                    arguments, size: (200, 60), environment: [name: home.path + "/" + Self.text])
                _ = try await session.waitForEnd()
                expectHarmless(session, "\(arguments) \(name)")
            }
        }

        @Test("Names and problems of a configuration are shown without control sequences")
        func configuration() async throws {
            let folder = try TemporaryFolder()
            let text = Self.escaped
            _ = try folder.makeFolder("tintype")
            try """
            "\(text)" = 1
            theme = "\(text)"
            [libraries]
            "\(text)" = "\(text)"
            [keys]
            "photos.\(text)" = ["\(text)"]
            "commands.\(text)" = ["e"]
            [commands]
            "\(text)" = "echo \(text)"
            """.write(toFile: folder.path + "/tintype/config.toml", atomically: true, encoding: .utf8)
            let environment = ["XDG_CONFIG_HOME": folder.path]
            for command in [["config", "--print"], ["doctor"]] {
                let session = try ScreenSession(command, size: (200, 60), environment: environment)
                _ = try await session.waitForEnd()
                #expect(session.text.contains("OWNED"))
                expectHarmless(session, "\(command)")
            }
            let session = try ScreenSession(["demo:"], size: (120, 40), environment: environment)
            try await session.waitForAlbums()
            try await session.type(":", until: "the palette is shown") { $0.text.contains("1/") }
            try await session.type("OWNED", until: "the command is shown") {
                $0.text.contains("echo") || $0.text.contains("␛]2;")
            }
            expectHarmless(session, "palette")
        }

        @Test("The address of a service is shown without control sequences")
        func address() async throws {
            let session = try ScreenSession(["http://localhost:9/" + Self.text], size: (120, 40))
            try await session.wait(for: "Press r to retry")
            expectHarmless(session, "address")
        }

        @Test("Texts of a service are shown without control sequences")
        func service() async throws {
            func hostile(_ name: String, _ lists: [String: ServedList]) -> ServedList {
                ServedList(
                    elements: (lists[name]?.elements ?? []).map { element in
                        var json = element.json
                        for word in [
                            "Mira Holt", "Kelp Lane", "Northport", "garden-", "leaf-", "Slow but sure", "person1@",
                        ] {
                            json = json.replacing(word, with: "\(word)\(Self.escaped)")
                        }
                        return ServedList.Element(json: json, fields: element.fields)
                    })
            }
            let lists = AlbumService.sample()
            let service = try await AlbumService(
                Dictionary(uniqueKeysWithValues: lists.keys.map { ($0, hostile($0, lists)) }))
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "OWNED")
            try await session.openAlbum()
            try await session.wait(for: "leaf-␛]2;O")
            try await session.openPhoto()
            try await session.type("i", until: "the details are shown") { $0.text.contains("Dimensions") }
            session.press(.escape)
            try await session.wait(forNo: "Dimensions")
            try await session.type("s", until: "the share sheet is shown") { $0.text.contains("Copy") }
            session.press(.escape)
            try await session.wait(forNo: "Copy")
            session.press(.escape)
            try await session.wait(for: "Enter open")
            session.press(.escape)
            try await session.wait(for: "Feed  Favorites")
            try await session.type("o", until: "the owners are shown") { $0.text.contains("Everyone") }
            expectHarmless(session, "service")
        }

        /// The text in escapes that JSON and TOML share.
        private static var escaped: String {
            text.unicodeScalars.reduce(into: "") { $0 += String(format: "\\u%04x", $1.value) }
        }

        @Test(
            "Headers and errors of a service are shown without control sequences",
            arguments: [
                (302, "Location"), (200, "Content-Type"), (200, "X-Total-Count"), (200, "ETag"), (404, "Retry-After"),
            ])
        func headers(_ status: Int, _ name: String) async throws {
            let service = try await AlbumService()
            service.server.fail("/", status: status, headers: [name: Self.text], body: Self.text)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "Press r to retry")
            expectHarmless(session, "\(name) \(status)")
        }

        @Test("EXIF texts are shown without control sequences")
        func exif() async throws {
            let folder = try PictureFolder()
            try folder.write(
                PNGFile.bytes(width: 48, height: 32, color: (9, 99, 199), exif: exifBlock()), at: Array("a.png".utf8))
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            try await session.type("i", until: "the camera is shown") { $0.text.contains("OWNED") }
            expectHarmless(session, "EXIF")
        }

        /// Returns an EXIF block with the text as description, maker, model and artist.
        private func exifBlock() -> [UInt8] {
            let content = Array(Self.text.utf8) + [0]
            let tags: [UInt16] = [0x010E, 0x010F, 0x0110, 0x013B]
            func bigEndian(_ value: Int, _ count: Int) -> [UInt8] {
                (0..<count).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
            }
            let textStart = 8 + 2 + 12 * tags.count + 4
            let entries = tags.flatMap {
                bigEndian(Int($0), 2) + bigEndian(2, 2) + bigEndian(content.count, 4) + bigEndian(textStart, 4)
            }
            return Array("MM".utf8) + bigEndian(42, 2) + bigEndian(8, 4) + bigEndian(tags.count, 2) + entries
                + bigEndian(0, 4) + content
        }
    }
}
