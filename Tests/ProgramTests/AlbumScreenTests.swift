import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Album screen")
    struct AlbumScreen {
        @Test("Each thumbnail has the color of its photo")
        func colors() async throws {
            let folder = try PictureFolder()
            try folder.write(
                PNGFile.bytes(width: 64, height: 48, color: (200, 100, 50)), at: Array("only.png".utf8))
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.wait(until: "the thumbnail is shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            let painted = session.cells.filter { $0.isPainted && $0.background != .standard }
            #expect(painted.allSatisfy { $0.background == .rgb(red: 200, green: 100, blue: 50) })
        }

        @Test("+ and - change the thumbnail size, which is remembered for the next run")
        func tileSize() async throws {
            let home = try TemporaryFolder()
            let folder = try PictureFolder((0..<60).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "photo-2")
            try await session.waitUntilIdle()
            let few = titles(in: session)
            session.type("-")
            try await session.wait(until: "there are more thumbnails") { titles(in: $0) > few }
            try await session.waitUntilIdle()
            let many = titles(in: session)
            session.type("+")
            try await session.wait(until: "there are as many thumbnails as before") { titles(in: $0) == few }
            session.type("-")
            try await session.wait(until: "there are more thumbnails again") { titles(in: $0) == many }
            session.type("qq")
            _ = try await session.waitForEnd()
            let next = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await next.openAlbum()
            try await next.wait(until: "there are as many thumbnails as in the last run") { titles(in: $0) == many }
        }

        private func titles(in session: ScreenSession) -> Int {
            session.text.split(whereSeparator: \.isWhitespace).count { $0.hasPrefix("photo-") }
        }
    }
}
