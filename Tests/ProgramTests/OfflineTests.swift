import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Offline use")
    struct Offline {
        @Test("Cached content can be browsed offline, with an indicator until the service is back")
        func browsing() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            try await service.server.goAway()

            let session = try start(service, home)
            try await session.openAlbum()
            try await session.wait(for: "leaf-1")
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.wait(until: "the offline indicator is shown") { $0.row(39).hasSuffix("offline") }
            session.press(.enter)
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 60, rows: 20) }
            session.press(.escape)
            session.press(.escape)
            try await session.wait(for: "garden-2")

            try await service.server.comeBack()
            session.press(.right)
            try await session.type("\r\u{1b}", until: "the offline indicator is gone") {
                !$0.row(39).hasSuffix("offline")
            }
        }

        @Test("Cached content is shown without waiting for a silent service")
        func silence() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            // Thumbnails that are not cached would be responses.
            service.server.hold("/")
            let session = try start(service, home)
            try await session.openAlbum()
            try await session.wait(for: "leaf-1")
            try await session.wait(until: "the offline indicator is shown") { $0.row(39).hasSuffix("offline") }
            service.server.release("/")
            try await session.wait(until: "the offline indicator is gone") { !$0.row(39).hasSuffix("offline") }
        }

        @Test("The login page of a captive portal does not replace cached content")
        func portal() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            service.server.fail("/", times: 1000, status: 200, body: "<!DOCTYPE html><title>Welcome</title>")
            for _ in 1...2 {
                let session = try start(service, home)
                try await session.openAlbum()
                try await session.wait(for: "leaf-1")
                try await session.wait(until: "the offline indicator is shown") { $0.row(39).hasSuffix("offline") }
            }
        }

        @Test(
            "An unreadable response does not replace cached content, and r requests it again",
            arguments: ["[{\"id\": 1", "null", ""])
        func garbage(body: String) async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            service.server.fail("/", status: 200, headers: ["Cache-Control": "max-age=3600"], body: body)
            for _ in 1...2 {
                let session = try start(service, home)
                try await session.openAlbum()
                try await session.wait(for: "leaf-1")
                try await session.wait(until: "the offline indicator is shown") { $0.row(39).hasSuffix("offline") }
                let requested = service.server.requestCount(of: "/photos")
                try await session.type("r", until: "the photos are requested") { _ in
                    service.server.requestCount(of: "/photos") > requested
                }
            }
            service.server.release("/")
            let session = try start(service, home)
            try await session.openAlbum()
            try await session.wait(until: "the offline indicator is gone") { !$0.row(39).hasSuffix("offline") }
        }

        @Test("Content that is not cached shows the connection error, and r retries")
        func unseen() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            try await service.server.goAway()
            let session = try start(service, home)
            try await session.waitForAlbums()
            session.press(.right)
            session.press(.enter)
            try await session.wait(for: "Can't connect to 127.0.0.1")
            try await session.wait(for: "Press r to retry")
            try await service.server.comeBack()
            try await session.type("r", until: "the photos are listed") { $0.text.contains("leaf-31") }
        }

        @Test("A service that disappears during scrolling loses nothing already shown")
        func midScroll() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "/360")
            try await session.wait(until: "two pages are requested") { _ in
                service.server.requestCount(of: "/photos") > 1
            }
            try await session.waitUntilIdle()
            try await service.server.goAway()
            session.press(.end)
            // The second page may be under way when the service disappears.
            try await session.wait(until: "the last loaded photo is selected") {
                $0.row(2).contains(/\b(30|60)\/360/)
            }
            try await session.wait(for: "connection refused (press r to retry)")
            try await session.wait(until: "the last loaded photo is shown") { $0.text.contains(/leaf-(30|60)\b/) }
            try await service.server.comeBack()
            try await session.type("kG", until: "more photos are loaded") {
                $0.text.contains("leaf-360")
            }
        }

        @Test("Damaged cache files are dropped and fetched again")
        func damage() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            try await see(service, home)
            let folder = home.path + "/.cache/tintype/responses"
            let names = try FileManager.default.contentsOfDirectory(atPath: folder)
            #expect(!names.isEmpty)
            for (index, name) in names.enumerated() {
                let content = index % 2 == 0 ? Data() : Data("\u{1b}[2Jdamaged".utf8)
                try content.write(to: URL(filePath: folder + "/" + name))
            }
            try await see(service, home)
            try await service.server.goAway()
            let session = try start(service, home)
            try await session.openAlbum()
            try await session.wait(for: "leaf-1")
        }

        private func start(_ service: AlbumService, _ home: TemporaryFolder) throws -> ScreenSession {
            try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40), home: home)
        }

        /// Shows the first album and its first photo, so that both are cached.
        private func see(_ service: AlbumService, _ home: TemporaryFolder) async throws {
            let session = try start(service, home)
            // While the owners load, everyone's albums are listed.
            try await session.wait(for: "4 albums")
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            session.press(.enter)
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 60, rows: 20) }
            try await session.waitUntilIdle()
            session.type("qqq")
            #expect(try await session.waitForEnd() == .exited(0))
        }
    }
}
