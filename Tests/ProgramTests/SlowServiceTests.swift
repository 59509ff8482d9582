import Testing

extension ProgramTests {
    @Suite("A service that takes its time")
    struct SlowService {
        @Test("A list that takes long says so, and who does not want to wait goes back")
        func list() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.waitForAlbums()
            try await session.waitForRest()
            service.server.hold("/photos")
            session.press(.enter)
            try await session.wait(for: "Looking for photos")
            session.press(.escape)
            try await session.waitForAlbums()
            session.press(.enter)
            try await session.wait(for: "Looking for photos")
            service.server.release("/photos")
            try await session.wait(for: "leaf-1")
            #expect(!session.text.contains("Looking for photos"))
        }

        @Test("Albums are listed while people take long, and in sections once they come")
        func people() async throws {
            let service = try await AlbumService()
            service.server.hold("/users")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(for: "garden-12")
            #expect(!session.text.contains("Jonas Berg"))
            service.server.release("/users")
            try await session.wait(for: "Jonas Berg")
            #expect(service.server.requestCount(of: "/users") == 1)
        }

        @Test("The position says that more of the feed is on its way")
        func nextPage() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: " of 360")
            try await session.waitForRest()
            service.server.hold("/photos")
            session.press(.end)
            try await session.wait(until: "more is on its way") {
                $0.row(2).contains(/\b([0-9]+)\/\1 of 360, loading/)
            }
            service.server.release("/photos")
            try await session.type("G", until: "the last photo is selected") { $0.row(2).contains("360/360") }
            try await session.wait(forNo: "loading")
        }

        @Test("Covers and thumbnails that take long have a sign")
        func thumbnails() async throws {
            let service = try await AlbumService()
            service.server.hold("/pictures/150")
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.wait(for: "garden-4")
            try await session.wait(until: "every cover has a sign") { $0.text.count { $0 == "\u{2026}" } == 4 }
            try await session.openAlbum()
            try await session.wait(until: "thumbnails have a sign") { $0.text.count { $0 == "\u{2026}" } >= 10 }
            service.server.release("/pictures/150")
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.wait(forNo: "\u{2026}")
        }

        @Test("The viewer says that the photo is on its way")
        func photo() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            service.server.hold("/pictures/600")
            session.press(.enter)
            try await session.wait(for: "loading")
            service.server.release("/pictures/600")
            try await session.wait(for: "fit  1/30")
            try await session.wait(forNo: "loading")
        }

        @Test("The information of a photo is there at once, and what must be asked for comes later")
        func information() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            service.server.hold("/pictures/600")
            session.type("i")
            try await session.wait(for: "Asking for more")
            #expect(session.text.contains("\(service.server.url)/pictures/600/1"))
            service.server.release("/pictures/600")
            try await session.wait(for: "12 × 8 pixels")
            #expect(!session.text.contains("Asking for more"))
        }

        @Test("A service that asks to wait is left alone for that long, and a notice says so")
        func wait() async throws {
            let service = try await AlbumService()
            service.server.fail("/albums", times: 1, status: 429, headers: ["Retry-After": "2"])
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "\(service.server.name) asks to wait 2 s")
            try await session.waitForAlbums()
            #expect(service.server.requestCount(of: "/albums") == 2)
        }

        @Test("r cancels a question that hangs, and asks anew")
        func hanging() async throws {
            let service = try await AlbumService()
            service.server.hold("/albums")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "Looking for photos")
            #expect(service.server.requestCount(of: "/albums") == 1)
            try await session.type("r", until: "it is asked anew") { _ in
                service.server.requestCount(of: "/albums") > 1
            }
            service.server.release("/albums")
            try await session.waitForAlbums()
        }

        @Test("r asks at once for people who could not be had")
        func peopleAgain() async throws {
            let service = try await AlbumService()
            service.server.fail("/users")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(for: "garden-12")
            try await session.wait(for: "Not everything is here")
            service.server.release("/users")
            session.type("r")
            try await session.wait(for: "Jonas Berg")
        }
    }
}
