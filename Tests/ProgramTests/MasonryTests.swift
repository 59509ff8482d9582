import Testing

extension ProgramTests {
    @Suite("Masonry layout")
    struct Masonry {
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

        private func settledFrame(in session: ScreenSession) async throws -> Frame {
            try await session.waitUntilIdle()
            return try #require(frame(in: session))
        }
    }
}
