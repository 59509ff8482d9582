import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Slideshow")
    struct SlideshowOfPhotos {
        @Test("A slideshow has the configured interval and order")
        func shuffled() async throws {
            let session = try start("[slideshow]\ninterval = 0.5\norder = \"shuffle\"\n")
            try await session.openAlbum()
            session.type("\u{1B}[15~")
            for title in ["b", "c", "a"] { try await session.wait(until: title) { $0.row(23).contains(" \(title) ") } }
        }

        /// Starts the program with three photos and a configuration.
        private func start(_ configuration: String) throws -> ScreenSession {
            let folder = try PictureFolder(["a.png", "b.png", "c.png"])
            return try ScreenSession([folder.path], configuration: configuration, keeping: [folder])
        }
    }
}
