import Testing

extension ProgramTests {
    @Suite("Going back")
    struct GoingBack {
        @Test("Going back to home restores selection and scroll position")
        func home() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            session.press(.end)
            session.press(.up)
            try await expectSameScreen(session, after: "\r", shows: "1/", backBy: .escape)
        }

        @Test("Going back to a filtered home restores the filter")
        func filteredHome() async throws {
            let folder = try PictureFolder(["Sea/a.png", "Seal/b.png", "Hills/c.png"])
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "3 albums")
            session.type("/sea\r")
            try await session.wait(for: "2 of 3")
            session.press(.right)
            try await expectSameScreen(session, after: "\r", shows: "1/1", backBy: .escape)
        }

        @Test("Going back to an album restores selection, scroll position and filter")
        func album() async throws {
            let folder = try PictureFolder((0..<120).map { "photo-\($0).png" })
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.type("/photo-1\r")
            try await session.wait(for: "31 of 120")
            session.press(.end)
            try await expectSameScreen(session, after: "\r", shows: "31/31", backBy: .escape)
        }

        @Test("Help shows the keys of each screen, and any key returns")
        func help() async throws {
            let session = try ScreenSession(["demo:"])
            try await session.waitForAlbums()
            try await expectSameScreen(session, after: "?", shows: "Quit", backBy: .escape)
            try await session.openAlbum()
            try await expectSameScreen(session, after: "?", shows: "Larger thumbnails", backBy: .enter)
            try await session.openPhoto()
            try await expectSameScreen(session, after: "?", shows: "Actual size", backBy: .escape)
        }

        private func expectSameScreen(
            _ session: ScreenSession, after keys: String, shows text: String, backBy key: TypedKey
        ) async throws {
            try await session.waitUntilIdle()
            let before = session.cellsBesidesPictures
            session.type(keys)
            try await session.wait(for: text)
            try await session.waitUntilIdle()
            session.press(key)
            try await session.wait(until: "the screen is as it was before") { $0.cellsBesidesPictures == before }
        }
    }
}
