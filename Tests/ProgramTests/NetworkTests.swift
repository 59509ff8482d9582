import Foundation
import Testing

extension ProgramTests {
    @Suite("The network")
    struct Networks {
        /// Refuses connections.
        private let deadProxy = "http://127.0.0.1:9"

        @Test("http_proxy names the proxy for services; no_proxy excludes hosts")
        func proxy() async throws {
            let service = try await AlbumService()
            let environment = ["http_proxy": service.server.url]
            let arguments = ["http://photos.invalid", "--owner", "everyone"]
            let excluded = try ScreenSession(
                arguments, size: (120, 40), environment: environment.merging(["no_proxy": "photos.invalid"]) { $1 })
            try await excluded.wait(for: "Can't connect to photos.invalid: host not found")
            #expect(service.server.requests.isEmpty)
            let session = try ScreenSession(arguments, size: (120, 40), environment: environment)
            try await session.waitForAlbums()
            #expect(service.server.requests.allSatisfy { $0.headers["host"] == "photos.invalid" })
        }

        @Test("Services of this computer are never sent through a proxy")
        func loopback() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession(
                [service.server.url, "--owner", "everyone"], size: (120, 40),
                environment: ["http_proxy": deadProxy, "all_proxy": deadProxy])
            try await session.waitForAlbums()
        }

        @Test("A proxy that refuses to connect is reported")
        func refusingProxy() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession(
                ["https://photos.invalid", "--owner", "everyone"], size: (120, 40),
                environment: ["https_proxy": service.server.url])
            try await session.wait(for: "Can't connect to photos.invalid: the proxy did not connect")
        }

        @Test("A picture with a private address in an album of the internet is not requested, and its tile says why")
        func privateAddress() async throws {
            let target = try await AlbumService()
            let service = try await AlbumService(AlbumService.sample(pictures: target.server.url + "/pictures"))
            let session = try ScreenSession(
                ["http://photos.invalid", "--owner", "everyone"], size: (120, 40),
                environment: ["http_proxy": service.server.url])
            try await session.openAlbum()
            session.press(.enter)
            try await session.wait(for: "photos.invalid asked for a private address (127.0.0.1)")
            #expect(target.server.requests.isEmpty)
        }

        @Test("Without libcurl a service names the package to install, and a folder opens")
        func missingLibrary() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            // The loader stops at the first file of that name.
            try FileManager.default.createDirectory(atPath: folder.path + "/lib", withIntermediateDirectories: true)
            try Data().write(to: URL(fileURLWithPath: folder.path + "/lib/libcurl.so.4"))
            let environment = ["LD_LIBRARY_PATH": folder.path + "/lib"]
            let service = try ScreenSession(["http://127.0.0.1:9"], size: (120, 40), environment: environment)
            try await service.wait(for: "Can't connect to 127.0.0.1:9: libcurl not found; install libcurl4")
            let session = try ScreenSession([folder.path], size: (120, 40), environment: environment)
            try await session.waitForAlbums()
        }

        @Test("A folder opens without loading libcurl, a service loads it")
        func loading() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let local = try ScreenSession([folder.path], size: (120, 40))
            try await local.waitForAlbums()
            #expect(try !mappedFiles(of: local).contains("libcurl"))
            let service = try await AlbumService()
            let remote = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await remote.waitForAlbums()
            #expect(try mappedFiles(of: remote).contains("libcurl"))
        }

        private func mappedFiles(of session: ScreenSession) throws -> String {
            let maps = try #require(FileHandle(forReadingAtPath: "/proc/\(session.process.id)/maps"))
            return String(decoding: try maps.readToEnd() ?? Data(), as: UTF8.self)
        }
    }
}
