import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Mouse")
    struct Mouse {
        @Test("A click selects, a double click opens, and a click on a tab shows it")
        func clicks() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.waitForAlbums()
            #expect(session.emulator.reportsMouse)
            try await session.click(on: "Feed")
            try await session.wait(for: "1/5,000")
            try await session.click(on: "Albums")
            try await session.openAlbum()
            try await session.click(on: "O sort")
            try await session.wait(for: "Newest first")
            session.press(.escape)
            try await session.waitUntilIdle()
            let second = ScreenPosition(row: 11, column: 39)
            session.click(at: second)
            try await session.wait(for: "2/50")
            try await session.waitUntilIdle()
            // Of another tile: on the selected one, a slow second click would be the viewer's.
            session.click(at: ScreenPosition(row: 11, column: 65), times: 2)
            try await session.wait(for: "fit  3/50")
        }

        @Test("Mouse reports in X10 encoding are understood")
        func oldReports() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            let tab = try session.position(of: "Feed")
            session.send(Array("\u{1b}[M ".utf8) + [UInt8(tab.column + 33), UInt8(tab.row + 33)])
            try await session.wait(for: "1/5,000")
        }

        @Test("With mouse = false the terminal handles the mouse")
        func left() async throws {
            let session = try ScreenSession(["demo:"], configuration: "mouse = false\n")
            try await session.waitForAlbums()
            #expect(!session.emulator.reportsMouse)
        }
    }
}

extension ScreenSession {
    /// Clicks the first occurrence of a text once it is shown.
    func click(on text: String, times: Int = 1) async throws {
        try await wait(for: text)
        click(at: try position(of: text), times: times)
    }

    /// Sends clicks in one write, so that even a loaded computer recognizes a double click.
    func click(at position: ScreenPosition, times: Int = 1) {
        let button = "\u{1b}[<0;\(position.column + 1);\(position.row + 1)"
        type(String(repeating: button + "M" + button + "m", count: times))
    }
}
