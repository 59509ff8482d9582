import Foundation
import Testing

extension ProgramTests {
    @Suite("Slideshow")
    struct SlideshowOfPhotos {
        @Test("Space starts it in a grid, it wraps around, Space pauses, and Esc returns to the last photo")
        func goesRound() async throws {
            let session = try start("[slideshow]\ninterval = 0.5\n")
            try await session.openAlbum()
            session.press(.right)
            try await session.wait(for: "2/3")
            session.type(" ")
            try await session.wait(for: "slideshow  fit  3/3")
            try await session.wait(for: "slideshow  fit  1/3")
            session.type(" ")
            try await session.wait(for: "slideshow paused")
            let position = session.row(23).suffix(3)
            session.press(.escape)
            try await session.wait(until: "the grid has selected that photo") { $0.row(0).hasSuffix(position) }
        }

        @Test("A shuffled slideshow shows every photo")
        func shuffled() async throws {
            let session = try start("[slideshow]\ninterval = 0.5\norder = \"shuffle\"\n")
            try await session.openAlbum()
            session.type(" ")
            for title in ["b", "c", "a"] { try await session.wait(until: title) { $0.row(23).contains(" \(title) ") } }
        }

        /// Starts the program with three photos and a configuration.
        private func start(_ configuration: String) throws -> ScreenSession {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            let home = try TemporaryFolder()
            try configuration.write(
                toFile: home.makeFolder(".config/tintype") + "/config.toml", atomically: true, encoding: .utf8)
            let session = try ScreenSession([folder.path], home: home)
            session.keptAlive.append(folder)
            return session
        }
    }
}
