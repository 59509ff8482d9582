import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Themes")
    struct Themes {
        private static let darkAccent = EmulatedCell.Color.rgb(red: 0xF2, green: 0xB6, blue: 0x6D)
        private static let lightAccent = EmulatedCell.Color.rgb(red: 0x8A, green: 0x50, blue: 0x10)
        private static let lightGround = EmulatedCell.Color.rgb(red: 0xFA, green: 0xF7, blue: 0xF2)

        @Test("The theme follows the terminal's background, which stays")
        func answer() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.wait(until: "the theme is readable on any background") {
                hintColor(in: $0) == .rgb(red: 0xAA, green: 0x64, blue: 0x0F)
            }
            session.type("\u{1b}]11;rgb:1010/1010/1010\u{1b}\\")
            try await session.wait(until: "the theme is dark") { hintColor(in: $0) == Self.darkAccent }
            session.type("\u{1b}]11;rgb:fafa/fafa/f0f0\u{1b}\\")
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
            #expect(corner(of: session) == .standard)
        }

        @Test("When the terminal reports new colors, the background is queried again and the theme follows")
        func report() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            session.type("\u{1b}[?997;2n")
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
            try await session.wait(until: "the background is queried again") {
                $0.output.ranges(of: Array("\u{1b}]11;?".utf8)).count >= 2
            }
            session.type("\u{1b}]11;rgb:10/10/10\u{07}")
            try await session.wait(until: "the theme is dark") { hintColor(in: $0) == Self.darkAccent }
        }

        @Test("If the terminal does not reply, COLORFGBG decides")
        func environment() async throws {
            let session = try ScreenSession(["demo:"], environment: ["COLORFGBG": "0;15"])
            try await session.wait(until: "the theme is light") { hintColor(in: $0) == Self.lightAccent }
        }

        @Test("An explicit theme paints its background on any terminal")
        func chosen() async throws {
            let session = try ScreenSession(["--theme", "light", "demo:"])
            session.type("\u{1b}]11;rgb:00/00/00\u{1b}\\")
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
            #expect(hintColor(in: session) == Self.lightAccent)
            #expect(session.cells.allSatisfy { $0.background != .standard })
            #expect(corner(of: session) == Self.lightGround)
        }

        @Test("Theme and colors can be configured, and mistakes are reported")
        func configuration() async throws {
            let session = try start("theme = \"light\"\n[theme-colors]\naccent = \"#123456\"\nquiet = \"gray\"\n")
            try await session.wait(for: "line 4, column 9: theme-colors.quiet must be a color")
            session.type("?")
            try await session.wait(for: "Keys")
            try await session.wait(for: "Enter")
            #expect(corner(of: session) == Self.lightGround)
            let position = try session.position(of: "Enter")
            #expect(
                session.cell(column: position.column, row: position.row).foreground
                    == .rgb(red: 0x12, green: 0x34, blue: 0x56))
        }

        private func start(_ configuration: String) throws -> ScreenSession {
            try ScreenSession(["demo:"], configuration: configuration)
        }

        /// Returns the color of the first key in the hint line.
        private func hintColor(in session: ScreenSession) -> EmulatedCell.Color {
            session.cell(column: 1, row: 23).foreground
        }

        private func corner(of session: ScreenSession) -> EmulatedCell.Color {
            session.cell(column: 0, row: 0).background
        }
    }
}
