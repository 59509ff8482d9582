import Testing

extension ProgramTests {
    @Suite("Resizing")
    struct Resizing {
        @Test("After any resizes, even to 1 x 1, the screen looks as if the size had never changed")
        func anySizes() async throws {
            let untouched = try ScreenSession(["demo:"], size: (100, 30))
            try await untouched.waitForAlbums()
            try await untouched.waitUntilIdle()
            let session = try ScreenSession(["demo:"], size: (100, 30))
            try await session.waitForAlbums()
            for (columns, rows) in [(1, 1), (500, 200), (2, 1), (1, 50), (20, 8), (333, 2), (1, 1), (100, 30)] {
                let printed = session.output.count
                session.resize(columns: columns, rows: rows)
                try await session.wait(until: "the new size is drawn") { $0.output.count > printed }
            }
            try await session.wait(until: "the screen matches the untouched terminal") {
                untouched.pump()
                return $0.outlines == untouched.outlines
            }
        }

        @Test("A burst of resizes ends at the last size")
        func storm() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.openAlbum()
            for step in 0..<200 {
                session.resize(columns: 20 + step * 7 % 150, rows: 8 + step * 5 % 50)
                session.pump()
            }
            session.resize(columns: 90, rows: 30)
            try await session.wait(until: "the last line has the hints") { $0.row(29).contains("open") }
            session.press(.right)
            try await session.wait(for: "2/")
        }

        @Test("A photo is redrawn at the new size")
        func viewer() async throws {
            let folder = try PictureFolder()
            try folder.add("wide.png", width: 320, height: 100)
            let session = try ScreenSession([folder.path + "/wide.png"])
            try await session.wait(until: "it fills the width") { $0.hasPaintedBlock(columns: 80, rows: 10) }
            session.resize(columns: 160, rows: 40)
            try await session.wait(until: "it fills the new width") { $0.hasPaintedBlock(columns: 160, rows: 20) }
        }
    }
}
