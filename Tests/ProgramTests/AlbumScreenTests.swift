import Testing

extension ProgramTests {
    @Suite("Album screen")
    struct AlbumScreen {
        @Test(
            "The grid uses the whole width, with at least three columns from 80 on",
            arguments: [(120, 40), (80, 24), (200, 50), (40, 12), (20, 8), (500, 200)])
        func sizes(columns: Int, rows: Int) async throws {
            let session = try await album(of: 300, size: (columns, rows))
            let titles = session.rows.map { $0.split(separator: " ").count { $0.hasPrefix("photo-") } }
            #expect((titles.max() ?? 0) >= max(1, columns * 3 / 80))
            #expect((titles.max() ?? 0) <= max(1, columns / 10))
            // The last tiles reach the right edge, except for their frame and the remainder of the division.
            if columns >= 40 {
                try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
                try await session.waitUntilIdle()
                let painted = session.cells.enumerated().filter { $1.background != .standard }
                #expect((painted.map { $0.offset % columns }.max() ?? 0) >= columns - 4)
            }
        }

        @Test("Each thumbnail has the color of its photo")
        func colors() async throws {
            let folder = try PictureFolder()
            try folder.write(
                PNGFile.bytes(width: 64, height: 48, color: (200, 100, 50)), at: Array("only.png".utf8))
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.wait(until: "the thumbnail is shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            let painted = session.cells.filter { $0.background != .standard }
            #expect(painted.allSatisfy { $0.background == .rgb(red: 200, green: 100, blue: 50) })
        }

        @Test("Every search word must match, ignoring case and diacritics, and the count is shown")
        func search() async throws {
            let names = (0..<48).map { $0 % 4 == 0 ? "São Paulo \($0)" : "Elsewhere \($0)" }
            let folder = try PictureFolder(names.map { "Trips/\($0).png" })
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            session.type("/")
            try await session.wait(for: "48 of 48")
            session.type("PAULO")
            try await session.wait(for: "12 of 48")
            session.type(" sao")
            try await session.wait(for: "PAULO sao")
            try await session.waitUntilIdle()
            #expect(session.text.contains("12 of 48"))
            #expect(!session.text.contains("Elsewhere"))
            session.type(" nowhere")
            try await session.wait(for: "No photos match")
        }

        @Test("While typing Esc clears the search; with a kept search the first Esc clears it and the second goes back")
        func escape() async throws {
            let session = try await album(of: 12)
            session.type("/photo-1")
            try await session.wait(for: "3 of 12")
            session.press(.escape)
            try await session.wait(for: "1/12")
            session.type("/photo-1")
            try await session.wait(for: "3 of 12")
            session.press(.enter)
            // No longer typing, so the letter is a command.
            session.type("l")
            try await session.waitUntilIdle()
            #expect(session.row(0).contains("/photo-1"))
            #expect(!session.row(0).contains("/photo-1l"))
            session.press(.escape)
            try await session.wait(for: "/12")
            #expect(!session.row(0).contains("/photo-1"))
            session.press(.escape)
            try await session.wait(for: "1 album, 12 photos")
        }

        @Test("q goes back at once, even with a kept search")
        func leave() async throws {
            let session = try await album(of: 12)
            session.type("/photo-1\r")
            try await session.wait(for: "3 of 12")
            session.type("q")
            try await session.wait(for: "1 album, 12 photos")
        }

        @Test("Arrows and vi keys move the selection, and the position follows")
        func moving() async throws {
            let session = try await album(of: 30)
            session.press(.right)
            try await session.wait(for: "2/30")
            session.type("l")
            try await session.wait(for: "3/30")
            session.type("h")
            session.press(.left)
            try await session.wait(for: "1/30")
            session.press(.down)
            try await session.wait(until: "the second row is selected") { !$0.row(0).contains("1/30") }
            session.press(.up)
            try await session.wait(for: "1/30")
            session.type("G")
            try await session.wait(for: "30/30")
            session.type("g")
            try await session.wait(for: "1/30")
            session.press(.end)
            try await session.wait(for: "30/30")
            session.press(.home)
            try await session.wait(for: "1/30")
        }

        @Test("The selection is visible without color")
        func selection() async throws {
            let session = try await album(of: 6, environment: ["NO_COLOR": "1"])
            let before = session.rows
            #expect(session.rows.joined().count { $0 == "┏" } == 1)
            session.press(.right)
            try await session.wait(for: "2/6")
            try await session.waitUntilIdle()
            #expect(session.rows.joined().count { $0 == "┏" } == 1)
            #expect(session.rows.dropFirst() != before.dropFirst())
        }

        @Test("+ and - change the thumbnail size, which is remembered for the next run")
        func tileSize() async throws {
            let home = try TemporaryFolder()
            let folder = try PictureFolder((0..<60).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "photo-2")
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

        private func album(
            of count: Int, size: (columns: Int, rows: Int) = (80, 24), environment: [String: String?] = [:]
        ) async throws -> ScreenSession {
            let folder = try PictureFolder((0..<count).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path], size: size, environment: environment)
            session.keptAlive.append(folder)
            try await session.openAlbum()
            try await session.wait(for: "photo-0")
            try await session.waitUntilIdle()
            return session
        }
    }
}
