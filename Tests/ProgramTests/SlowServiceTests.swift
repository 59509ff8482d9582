import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Slow service")
    struct SlowService {
        @Test("A slow list shows that it is loading, and the user can go back")
        func list() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
            service.server.hold("/photos")
            session.press(.enter)
            try await session.wait(for: "Loading photos")
            session.press(.escape)
            try await session.waitForAlbums()
            session.press(.enter)
            try await session.wait(for: "Loading photos")
            service.server.release("/photos")
            try await session.wait(for: "leaf-1")
            try await session.wait(forNo: "Loading photos")
        }

        @Test("Albums are listed before slow users arrive, and then grouped")
        func people() async throws {
            let service = try await AlbumService()
            service.server.hold("/users")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(for: "garden-12")
            try await session.wait(forNo: "Jonas Berg")
            service.server.release("/users")
            try await session.wait(for: "Jonas Berg")
            #expect(service.server.requestCount(of: "/users") == 1)
        }

        @Test("The position shows that the feed is loading")
        func nextPage() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "/360")
            try await session.waitUntilIdle()
            service.server.hold("/photos")
            session.press(.end)
            try await session.wait(until: "the next page is loading") {
                $0.row(2).contains("/360, loading")
            }
            service.server.release("/photos")
            try await session.type("G", until: "the last photo is selected") { $0.row(2).contains("360/360") }
            try await session.wait(forNo: "loading")
        }

        @Test("Slow covers and thumbnails show an indicator")
        func thumbnails() async throws {
            let service = try await AlbumService()
            service.server.hold("/pictures/")
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.wait(for: "garden-4")
            try await session.wait(until: "every cover has an indicator") { $0.text.count { $0 == "\u{2026}" } == 4 }
            try await session.openAlbum()
            try await session.wait(until: "thumbnails have an indicator") { $0.text.count { $0 == "\u{2026}" } >= 10 }
            service.server.release("/pictures/")
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.wait(forNo: "\u{2026}")
        }

        @Test("The viewer shows that a photo is loading")
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

        @Test("Photo details appear at once and are completed later")
        func information() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            service.server.hold("/pictures/600")
            session.type("i")
            try await session.wait(for: "Loading more")
            try await session.wait(for: "\(service.server.url)/pictures/600/1")
            service.server.release("/pictures/600")
            try await session.wait(for: "12 × 8 pixels")
            try await session.wait(forNo: "Loading more")
        }

        @Test("A Retry-After is honored and announced")
        func wait() async throws {
            let service = try await AlbumService()
            service.server.fail("/albums", times: 1, status: 429, headers: ["Retry-After": "2"])
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "\(service.server.name): retrying in 2 s")
            try await session.waitForAlbums()
            #expect(service.server.requestCount(of: "/albums") == 2)
        }

        @Test("r cancels a hanging request and sends it again")
        func hanging() async throws {
            let service = try await AlbumService()
            service.server.hold("/albums")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "Loading photos")
            // The sentence can be on the screen before the request has reached the server.
            try await waitUntil { service.server.requestCount(of: "/albums") == 1 }
            try await session.type("r", until: "the albums are requested again") { _ in
                service.server.requestCount(of: "/albums") > 1
            }
            service.server.release("/albums")
            try await session.waitForAlbums()
        }

        @Test("r requests users again at once after a failure")
        func peopleAgain() async throws {
            let service = try await AlbumService()
            service.server.fail("/users")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(for: "garden-12")
            try await session.wait(for: "Couldn't load")
            service.server.release("/users")
            session.type("r")
            try await session.wait(for: "Jonas Berg")
        }
    }
}
