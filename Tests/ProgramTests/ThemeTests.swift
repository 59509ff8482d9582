import Foundation
import Testing

extension ProgramTests {
    @Suite("Themes")
    struct Themes {
        private static let darkAccent = EmulatedCell.Color.rgb(red: 0xF2, green: 0xB6, blue: 0x6D)
        private static let lightAccent = EmulatedCell.Color.rgb(red: 0x8A, green: 0x50, blue: 0x10)
        private static let lightGround = EmulatedCell.Color.rgb(red: 0xFA, green: 0xF7, blue: 0xF2)

        @Test("Colors go with the background that the terminal tells, which stays")
        func answer() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.wait(until: "the theme is dark") { hintColor(in: $0) == Self.darkAccent }
            session.type("\u{1b}]11;rgb:fafa/fafa/f0f0\u{1b}\\")
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
            #expect(corner(of: session) == .standard)
        }

        @Test("A terminal that reports new colors while it is used is asked for them and followed")
        func report() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            session.type("\u{1b}[?997;2n")
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
            try await session.wait(until: "it asks again") {
                $0.output.ranges(of: Array("\u{1b}]11;?".utf8)).count == 2
            }
            session.type("\u{1b}]11;rgb:10/10/10\u{07}")
            try await session.wait(until: "the theme is dark") { hintColor(in: $0) == Self.darkAccent }
        }

        @Test("Where the terminal does not answer, COLORFGBG tells the background")
        func environment() async throws {
            let session = try ScreenSession(["demo:"], environment: ["COLORFGBG": "0;15"])
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
        }

        @Test("A theme that was asked for has its own background, whatever the terminal's is")
        func chosen() async throws {
            let session = try ScreenSession(["--theme", "light", "demo:"])
            session.type("\u{1b}]11;rgb:00/00/00\u{1b}\\")
            try await session.waitForAlbums()
            try await session.waitForRest()
            #expect(hintColor(in: session) == Self.lightAccent)
            #expect(session.cells.allSatisfy { $0.background != .standard })
            #expect(corner(of: session) == Self.lightGround)
        }

        @Test("Theme and colors may stand in the configuration, where mistakes are told")
        func configuration() async throws {
            let session = try start("theme = \"light\"\n[theme-colors]\naccent = \"#123456\"\nquiet = \"gray\"\n")
            try await session.wait(for: "line 4, column 9: theme-colors.quiet must be a color")
            session.type("?")
            try await session.wait(for: "Keys")
            #expect(corner(of: session) == Self.lightGround)
            let place = try session.place(of: "Enter")
            #expect(
                session.cell(column: place.column, row: place.row).foreground
                    == .rgb(red: 0x12, green: 0x34, blue: 0x56))
        }

        @Test("The theme mono has no color, in pictures neither")
        func mono() async throws {
            let session = try start("theme = \"mono\"\n")
            try await session.openAlbum()
            try await session.waitForRest()
            #expect(session.cells.allSatisfy { $0.foreground == .standard && $0.background == .standard })
            #expect(session.cells.contains { $0.isReversed })
        }

        private func start(_ configuration: String) throws -> ScreenSession {
            let home = try TemporaryFolder()
            try configuration.write(
                toFile: home.makeFolder(".config/tintype") + "/config.toml", atomically: true, encoding: .utf8)
            return try ScreenSession(["demo:"], home: home)
        }

        /// The color of the first key in the hint line.
        private func hintColor(in session: ScreenSession) -> EmulatedCell.Color {
            session.cell(column: 1, row: 23).foreground
        }

        private func corner(of session: ScreenSession) -> EmulatedCell.Color {
            session.cell(column: 0, row: 0).background
        }
    }
}
