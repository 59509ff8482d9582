import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Image hosts")
    struct ImageHosts {
        @Test("Pictures are fetched from the configured replacement host")
        func replaced() async throws {
            let service = try await AlbumService(AlbumService.sample(pictures: "https://via.placeholder.com"))
            let session = try start(
                service, "\"via.placeholder.com/{size}/{color}\" = \"\(service.server.url)/pictures/{size}-{color}\"")
            try await session.openAlbum()
            // Which size depends on the size of the covers.
            try await session.wait(until: "a picture was requested") { _ in
                ["150", "600"].contains { service.server.requestCount(of: "/pictures/\($0)-1") > 0 }
            }
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            session.type("i")
            try await session.wait(for: "downloaded")
            try await session.wait(for: "https://via.placeholder.com/600/1")
        }

        @Test("An invalid rule is reported and ignored")
        func mistake() async throws {
            let service = try await AlbumService()
            let session = try start(service, #""via.placeholder.com/{size" = "picsum.photos/{size}""#)
            try await session.wait(
                for: "config.toml, line 2, column 31: image-hosts: via.placeholder.com/{size")
            try await session.openAlbum()
            try await session.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
        }

        private func start(_ service: AlbumService, _ rule: String) throws -> ScreenSession {
            // Too narrow for a picture beside the details, which would break lines.
            try ScreenSession(
                [service.server.url, "--owner", "Mira Holt"], size: (98, 40),
                configuration: "[image-hosts]\n\(rule)\n")
        }
    }
}
