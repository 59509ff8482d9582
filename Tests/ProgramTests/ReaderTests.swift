import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Screen reader mode (--reader)")
    struct Reader {
        @Test("Albums and photos are lines, with the cursor on the selected one and no pictures")
        func lines() async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png", "Hills/hut.png"])
            let session = try ScreenSession(["--reader", folder.path])
            try await session.wait(for: "Hills, 1 photo")
            try await session.wait(for: "Sea, 2 photos")
            #expect(session.emulator.showsCursor)
            session.press(.down)
            try await session.wait(until: "the cursor is on the second album") {
                currentLine(of: $0) == "Sea, 2 photos"
            }
            session.press(.enter)
            try await session.wait(for: "48 × 32 pixels")
            try await session.wait(until: "the cursor is on a photo") { currentLine(of: $0).hasPrefix("dune, ") }
            session.press(.enter)
            try await session.wait(for: "Dimensions: 48 × 32 pixels")
            session.type("n")
            try await session.wait(for: "surf, 2/2")
            try await session.waitUntilIdle()
            #expect(session.paintedCells == 0)
        }

        @Test("reader = true in the configuration enables the mode")
        func configuration() async throws {
            let session = try ScreenSession(["demo:"], configuration: "reader = true\n")
            try await session.wait(for: ", 50 photos")
            session.type("\u{1B}2")
            try await session.wait(for: "Feed")
            try await session.waitUntilIdle()
            #expect(session.paintedCells == 0)
        }

        private func currentLine(of session: ScreenSession) -> String {
            session.row(session.emulator.cursor.row)
        }
    }
}
