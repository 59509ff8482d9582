import Testing

extension ProgramTests {
    @Suite("Masonry layout")
    struct Masonry {
        @Test("w switches to the masonry layout, with photos of different heights, and back")
        func heights() async throws {
            let session = try await masonry()
            var heights: Set<Int> = []
            for number in 1...4 {
                try await session.wait(until: "\(number) is selected") { selection(in: $0) == number }
                heights.insert(try await settledFrame(in: session).height)
                session.press(.right)
            }
            #expect(heights.count == 3)
            session.type("gw")
            try await session.wait(until: "titles are aligned in rows") { (1...3).contains(titleRows(in: $0).count) }
        }

        @Test("Up and down stay in the column; left and right go to the neighbor at a similar height")
        func moving() async throws {
            let session = try await masonry()
            let first = try await settledFrame(in: session)
            session.press(.down)
            let below = try await settledFrame(in: session)
            #expect(below.column == first.column && below.row == first.row + first.height)
            session.press(.right)
            let right = try await settledFrame(in: session)
            #expect(right.column == below.column + 24)
            #expect(right.row < below.row + below.height && below.row < right.row + right.height)
            session.press(.left)
            session.press(.up)
            session.press(.up)
            session.press(.left)
            #expect(try await settledFrame(in: session) == first)
        }

        @Test("The layout scrolls to its end and back to its start")
        func scrolling() async throws {
            let session = try await masonry()
            try await session.type("G", until: "the last photo is shown") { $0.text.contains("70/70") }
            try await session.wait(until: "the selection is in view") { frame(in: $0) != nil }
            session.type("g")
            try await session.wait(for: "1/70")
            try await session.wait(until: "the first photo is selected") { frame(in: $0)?.row == 3 }
        }

        @Test("Opening a photo and going back keeps the selection")
        func opening() async throws {
            let session = try await masonry()
            session.press(.down)
            let before = try await settledFrame(in: session)
            let number = try #require(selection(in: session))
            #expect(number > 1)
            session.press(.enter)
            try await session.wait(for: "bird-\(number)  Photo by Ada Quill")
            session.press(.escape)
            try await session.wait(until: "\(number) is selected") { selection(in: $0) == number }
            try await session.wait(until: "the same photo is selected") { frame(in: $0) == before }
        }

        @Test("Photos of a folder have the aspect ratio of their files")
        func folder() async throws {
            let folder = try PictureFolder()
            try folder.add("Sea/high.png", width: 100, height: 300)
            try folder.add("Sea/wide.png", width: 400, height: 100)
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            session.type("w")
            try await session.wait(for: "grid")
            let high = try await settledFrame(in: session)
            session.press(.right)
            let wide = try await settledFrame(in: session)
            #expect(high.row == wide.row && high.height > 3 * wide.height)
        }

        /// The frame of the selected photo, in cells.
        private struct Frame: Equatable {
            let column: Int
            let row: Int
            let height: Int
        }

        /// Returns the frame, or nil while it is being drawn.
        private func frame(in session: ScreenSession) -> Frame? {
            guard let top = try? session.position(of: "┏"), let bottom = try? session.position(of: "┗"),
                top.column == bottom.column
            else { return nil }
            return Frame(column: top.column, row: top.row, height: bottom.row - top.row + 1)
        }

        /// Returns the number of the selected photo, from the position.
        private func selection(in session: ScreenSession) -> Int? {
            session.row(2).firstMatch(of: /([0-9]+)\/[0-9]+/).flatMap { Int($0.1) }
        }

        private func settledFrame(in session: ScreenSession) async throws -> Frame {
            try await session.waitUntilIdle()
            return try #require(frame(in: session))
        }

        private func titleRows(in session: ScreenSession) -> Set<Int> {
            Set(session.rows.indices.filter { session.rows[$0].contains("bird-") })
        }

        /// Opens the feed of a service with wide, tall and square photos in the masonry layout.
        private func masonry() async throws -> ScreenSession {
            let service = try await UnsplashService()
            let session = try ScreenSession(
                ["unsplash:"] + service.options, size: (120, 40), environment: service.environment)
            session.keptAlive.append(service)
            try await session.wait(for: " of 70")
            session.type("w")
            try await session.wait(until: "titles are at different heights") { titleRows(in: $0).count > 3 }
            try await session.waitUntilIdle()
            return session
        }
    }
}
