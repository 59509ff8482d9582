import Testing

extension ProgramTests {
    @Suite("Details panels")
    struct Details {
        @Test(
            "The profile has all details of a user, by u and from the name",
            arguments: [true, false])
        func profile(byKey: Bool) async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Jonas Berg"], size: (120, 40))
            try await session.waitForAlbums()
            if byKey {
                session.type("u")
            } else {
                session.press(.up)
                session.press(.enter)
            }
            try await session.wait(for: "Slow but sure")
            for text in [
                "Jonas Berg", "person2", "person2@example.com", "1-212-555-0102 x56", "person2.example.org",
                "Holt and Sons", "Kelp Lane, Apt. 2", "92998-3874 Northport", "-37.3159, 81.1496",
            ] {
                #expect(session.text.contains(text), "\(text)")
            }
            session.press(.escape)
            try await session.waitForAlbums()
        }

        @Test("A folder's profile has the account, the path and the totals")
        func folderProfile() async throws {
            let folder = try PictureFolder(["Sea/a.png", "Hills/b.png", "Hills/c.png"])
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.wait(for: "2 albums, 3 photos")
            session.type("u")
            try await session.wait(for: "Account")
            for pattern in [/Host +\S/, /Albums +2/, /Photos +3/] {
                #expect(session.text.firstMatch(of: pattern) != nil)
            }
            #expect(session.text.contains(folder.path))
        }

        @Test("The details of a photo name the source of its picture, in the grid and in the viewer")
        func information() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(for: "leaf-2")
            session.press(.right)
            session.type("i")
            try await session.wait(for: "downloaded")
            try await session.wait(for: "12 × 8 pixels")
            #expect(session.row(0).hasPrefix(" leaf-2"))
            #expect(session.text.contains("\(service.server.url)/pictures/600/2"))
            session.press(.escape)
            try await session.wait(for: "leaf-3")
            try await session.openPhoto()
            session.type("i")
            try await session.wait(for: "downloaded")
        }

        @Test("The details of a file show its metadata and the origin of the shown pixels")
        func fileInformation() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession([folder.path + "/Sea/dune.png"], size: (120, 40))
            try await session.wait(for: "fit  1/1")
            try await session.waitUntilIdle()
            session.type("i")
            try await session.wait(for: "Decoded")
            #expect(session.text.contains(folder.path + "/Sea/dune.png"))
            #expect(session.text.contains(/Decoded +\d+ × \d+ \(full size\)/))
        }

        @Test("A via.placeholder.com picture is painted without a request, and the details say so")
        func painted() async throws {
            let service = try await AlbumService(AlbumService.madeUp(pictures: "https://via.placeholder.com"))
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            // The first photo's color is `1`, short for 000001.
            #expect(session.pictureColors.contains(.rgb(red: 0, green: 0, blue: 1)))
            session.type("i")
            try await session.wait(for: "generated locally")
            #expect(!session.text.contains("offline"))
        }

        @Test("The doctor shows the terminal and the open library")
        func doctor() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.waitForAlbums()
            session.type("D")
            for text in ["xterm-256color", "true color", "120 × 40 cells", service.server.url] {
                try await session.wait(for: text)
            }
            session.press(.escape)
            try await session.waitForAlbums()
        }
    }
}
