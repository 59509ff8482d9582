import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Colors and characters")
    struct Colors {
        @Test("COLORTERM enables true color")
        func trueColor() async throws {
            let session = try await album(environment: ["COLORTERM": "truecolor"])
            #expect(session.pictureColors.contains { if case .rgb = $0 { true } else { false } })
        }

        @Test("The name of a true color terminal enables true color")
        func trueColorByName() async throws {
            let session = try await album(environment: ["COLORTERM": nil, "TERM": "alacritty"])
            #expect(session.pictureColors.contains { if case .rgb = $0 { true } else { false } })
        }

        @Test("With 256 colors only the fixed ones are used")
        func palette() async throws {
            let session = try await album(options: ["--colors", "256"], environment: ["COLORTERM": nil])
            #expect(session.paintedCells > 100)
            #expect(session.pictureColors.allSatisfy { if case .indexed(16...) = $0 { true } else { false } })
        }

        @Test("A true color reply raises the color depth")
        func trueColorByAnswer() async throws {
            let session = try await album(environment: ["COLORTERM": nil])
            session.type("\u{1b}P1+r524742=382F382F38\u{1b}\\")
            try await session.wait(until: "pictures are in true color") { session in
                session.pictureColors.contains { if case .rgb = $0 { true } else { false } }
            }
        }

        @Test(
            "Without color and Unicode, pictures are ASCII characters",
            arguments: [["NO_COLOR": "1", "LC_ALL": "C"], ["TERM": "vt100", "COLORTERM": nil]])
        func noColor(environment: [String: String?]) async throws {
            let session = try await album(environment: environment)
            #expect(session.cells.allSatisfy { $0.foreground == .standard && $0.background == .standard })
            #expect(thumbnails(in: session).allSatisfy { $0.isASCII })
        }

        @Test("Without color, pictures are braille patterns if there is Unicode")
        func dots() async throws {
            let session = try await album(environment: ["NO_COLOR": "1"])
            #expect(session.cells.allSatisfy { $0.foreground == .standard && $0.background == .standard })
            let isDots = thumbnails(in: session).allSatisfy { character in
                character == " " || character.unicodeScalars.allSatisfy { 0x2800...0x28FF ~= $0.value }
            }
            #expect(isDots)
        }

        @Test("The configured color depth takes precedence", arguments: ["true", "none"])
        func configured(colors: String) async throws {
            let folder = try PictureFolder(["Sea/a.png"])
            let environment = colors == "true" ? ["NO_COLOR": "1"] : ["COLORTERM": "truecolor"]
            let session = try ScreenSession(
                [folder.path], environment: environment, configuration: "colors = \"\(colors)\"\n")
            try await session.openAlbum()
            try await session.waitUntilIdle()
            #expect(String(decoding: session.output, as: UTF8.self).contains("38;2;") == (colors == "true"))
        }

        @Test("A terminal unknown to terminfo is treated as an xterm, with a notice")
        func unknownTerminal() async throws {
            let session = try ScreenSession(["demo:"], environment: ["TERM": "no-such-terminal", "COLORTERM": nil])
            try await session.wait(for: "no-such-terminal")
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
        }

        @Test("An ASCII terminal gets only ASCII", arguments: [(["LC_ALL": "C"], []), ([:], ["--ascii"])])
        func ascii(environment: [String: String], options: [String]) async throws {
            let session = try await album(options: options, environment: environment.mapValues { $0 })
            #expect(session.output.allSatisfy { $0 < 0x80 })
        }

        @Test(
            "A locale that is unset, C or not installed still has all characters",
            arguments: [["LANG": nil], ["LANG": "xx_YY.UTF-8"]])
        func locale(environment: [String: String?]) async throws {
            let session = try await album(environment: environment)
            #expect(session.text.contains { "▀▄█".contains($0) })
        }

        private func album(options: [String] = [], environment: [String: String?]) async throws -> ScreenSession {
            let session = try ScreenSession(options + ["demo:"], size: (120, 40), environment: environment)
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { thumbnails(in: $0).count > 40 }
            try await session.waitUntilIdle()
            return session
        }

        /// Returns the characters of the first row of thumbnails, without the selection frame.
        private func thumbnails(in session: ScreenSession) -> [Character] {
            session.rows[2..<10].flatMap { $0.dropFirst(24) }.filter { $0 != " " }
        }
    }
}
