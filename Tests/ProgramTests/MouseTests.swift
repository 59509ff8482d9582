import Foundation
import Testing

extension ProgramTests {
    @Suite("The mouse")
    struct Mouse {
        @Test("A click selects, a double click opens, and a click on a tab shows it")
        func clicks() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.waitForAlbums()
            #expect(session.emulator.reportsMouse)
            try session.click(on: "Feed")
            try await session.wait(for: "1/5000")
            try session.click(on: "Albums")
            try await session.openAlbum()
            try session.click(on: "larger")
            try await session.waitForRest()
            let (column, row) = (40, 12)
            session.type("\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m")
            try await session.wait(for: "2/50")
            try await session.waitForRest()
            // In one piece, so that even a busy computer sees both clicks at once.
            let click = "\u{1b}[<0;\(column);\(row)M\u{1b}[<0;\(column);\(row)m"
            session.type(click + click)
            try await session.wait(for: "fit  2/50")
        }

        @Test("The wheel scrolls a grid, and zooms a photo that a drag then pans")
        func wheel() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.openAlbum()
            session.type(String(repeating: "\u{1b}[<65;20;20M", count: 40))
            try await session.wait(until: "the selection moved along") { !$0.row(0).contains(" 1/50") }
            try await session.openPhoto()
            session.type(String(repeating: "\u{1b}[<64;20;20M", count: 4))
            try await session.wait(until: "the photo is larger") { $0.row(39).contains("%  ") }
            try await session.waitForRest()
            let before = session.cells.map(\.background)
            session.type("\u{1b}[<0;60;20M\u{1b}[<32;30;10M\u{1b}[<0;30;10m")
            try await session.wait(until: "the photo has moved") { $0.cells.map(\.background) != before }
        }

        @Test("A terminal that reports the mouse in the old form is understood")
        func oldReports() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            let tab = try session.place(of: "Feed")
            session.send(Array("\u{1b}[M ".utf8) + [UInt8(tab.column + 33), UInt8(tab.row + 33)])
            try await session.wait(for: "1/5000")
        }

        @Test("With mouse = false in the configuration the mouse stays the terminal's")
        func left() async throws {
            let home = try TemporaryFolder()
            try "mouse = false\n".write(
                toFile: home.makeFolder(".config/tintype") + "/config.toml", atomically: true, encoding: .utf8)
            let session = try ScreenSession(["demo:"], home: home)
            try await session.waitForAlbums()
            #expect(!session.emulator.reportsMouse)
        }
    }
}

extension ScreenSession {
    /// Clicks where a text stands for the first time.
    func click(on text: String) throws {
        let place = try place(of: text)
        type("\u{1b}[<0;\(place.column + 1);\(place.row + 1)M\u{1b}[<0;\(place.column + 1);\(place.row + 1)m")
    }
}
