import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Service failures")
    struct ServiceFailures {
        @Test("If users fail to load, albums are still listed with a notice")
        func users() async throws {
            let service = try await AlbumService()
            service.server.fail("/users")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "Couldn't load the owners: \(service.server.name) returned error 500")
            try await session.waitForAlbums()
            #expect(session.row(0).hasPrefix(" 127.0.0.1"))
            try await session.wait(for: "garden-8")
            try await session.wait(forNo: "Mira Holt")
            try await session.openAlbum()
            try await session.wait(for: "leaf-1")
        }

        @Test("If albums fail to load, the error is shown and r retries")
        func albums() async throws {
            let service = try await AlbumService()
            service.server.fail("/albums")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "\(service.server.name) returned error 500")
            session.type("r")
            try await session.wait(until: "the error is back") {
                $0.text.contains("\(service.server.name) returned error 500")
                    && service.server.requestCount(of: "/albums") > 1
            }
            service.server.release("/albums")
            session.type("r")
            try await session.wait(for: "garden-1")
            try await session.wait(forNo: "error 500")
        }

        @Test("If photos fail to load, the album shows the error and r retries")
        func photos() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            service.server.fail("/photos", status: 404)
            session.press(.enter)
            try await session.wait(for: "\(service.server.name) returned error 404")
            service.server.release("/photos")
            session.type("r")
            try await session.wait(for: "leaf-1")
            try await session.wait(forNo: "error 404")
        }

        @Test("A response that is not an album list is reported", arguments: ["<html>Not here</html>", "", "{}"])
        func nonsense(body: String) async throws {
            let service = try await AlbumService()
            service.server.fail("/albums", status: 200, body: body)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "\(service.server.name) sent an unexpected response")
            try await session.wait(forNo: "html")
        }

        @Test("A picture that fails to load is a broken tile, and r retries")
        func picture() async throws {
            let service = try await AlbumService()
            service.server.fail("/pictures/150/2", status: 404)
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(for: "×")
            try await session.wait(until: "the error is shown") { $0.text.contains(/\s404\b/) }
            try await session.wait(until: "the other thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            service.server.release("/pictures/150/2")
            session.type("r")
            try await session.wait(forNo: "×")
            try await session.wait(until: "the failed picture is replaced") { !$0.text.contains(/\s404\b/) }
        }

        @Test("The viewer shows why a picture failed to load, and r retries")
        func viewedPicture() async throws {
            let service = try await AlbumService()
            service.server.fail("/pictures/600", status: 410)
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            session.press(.enter)
            try await session.wait(for: "Can't show this photo: \(service.server.name) returned error 410")
            service.server.release("/pictures/600")
            session.type("r")
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 60, rows: 20) }
        }

        @Test("If the next page fails, the photos shown stay and r retries")
        func nextPage() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "leaf-1")
            try await session.wait(for: "/360")
            try await session.waitUntilIdle()
            service.server.fail("/photos")
            session.press(.end)
            try await session.wait(until: "the last loaded photo is selected") {
                $0.row(2).contains(/\b[0-9]{2,3}\/360/)
            }
            try await session.wait(for: "\(service.server.name) returned error 500")
            try await session.wait(for: "leaf-")
            service.server.release("/photos")
            session.type("r")
            try await session.type("G", until: "more photos are loaded") {
                $0.text.contains("leaf-360")
            }
            try await session.wait(forNo: "error 500")
        }

        @Test("A rate-limited request is retried a few times, and then the error is shown")
        func tooManyRequests() async throws {
            let service = try await AlbumService()
            service.server.fail("/albums", status: 429)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "Too many requests; try again later")
            #expect(service.server.requestCount(of: "/albums") == 4)
        }

        @Test("A service that is busy for a moment causes no error")
        func busy() async throws {
            let service = try await AlbumService()
            service.server.fail("/albums", times: 2, status: 503)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            #expect(service.server.requestCount(of: "/albums") == 3)
        }

        @Test("A service's credentials are read from a private key file")
        func authorization() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            let configuration = """
                [authorization]
                "\(service.server.url)/" = "~/key"
                "http://photos.example" = "~/key"
                """
            try home.addFile(".config/tintype/config.toml", contents: configuration)
            try "basic ada:pass word\n".write(toFile: home.path + "/key", atomically: true, encoding: .utf8)
            chmod(home.path + "/key", 0o644)
            let refused = try ScreenSession([service.server.url], size: (200, 40), home: home)
            #expect(try await refused.waitForEnd() != .exited(0))
            #expect(refused.text.contains("other users can read the key"))
            chmod(home.path + "/key", 0o600)
            let unencrypted = try ScreenSession(["http://photos.example"], size: (200, 40), home: home)
            #expect(try await unencrypted.waitForEnd() != .exited(0))
            #expect(unencrypted.text.contains("the key would be sent to photos.example unencrypted; use https"))
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40), home: home)
            try await session.waitForAlbums()
            let keys = Set(service.server.requests.map { $0.headers["authorization"] })
            #expect(keys == ["Basic YWRhOnBhc3Mgd29yZA=="])
            let programs = service.server.requests.map { $0.headers["user-agent"] ?? "" }
            #expect(programs.allSatisfy { $0.hasPrefix("Tintype/") })
            #expect(!session.text.contains("pass word"))
        }
    }
}
