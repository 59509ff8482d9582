import Foundation
import Testing

extension ProgramTests {
    @Suite("Feed")
    struct Feed {
        @Test(
            "Scrolling loads the feed page by page, each page once, and End loads the last page directly")
        func pages() async throws {
            let service = try await AlbumService()
            let session = try await feed(of: service)
            try await session.wait(for: "/360")
            try await session.waitUntilIdle()
            #expect(pages(requested: service).count <= 2)
            session.type("G")
            try await session.wait(for: "360/360")
            try await session.wait(for: "leaf-360")
            #expect(!session.row(2).contains("of"))
            try await session.waitUntilIdle()
            #expect(pages(requested: service).filter { (4...9).contains($0) }.isEmpty)
            session.press(.enter)
            try await session.wait(for: "fit  360/360")
            session.press(.escape)
            try await session.wait(for: "Enter open")
            session.type("g")
            try await session.wait(for: "1/360")
            try await session.wait(for: "leaf-15")
            // A page that is scrolled past before it has loaded is not requested. The screen shows 15 photos.
            for photo in stride(from: 16, through: 346, by: 15) {
                session.press(.control("f"))
                try await session.wait(for: "leaf-\(photo)")
            }
            #expect(pages(requested: service).sorted() == Array(1...12))
        }

        private func feed(of service: AlbumService) async throws -> ScreenSession {
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "leaf-1")
            return session
        }

        /// Returns the requested pages of the feed, in order.
        private func pages(requested service: AlbumService) -> [Int] {
            service.server.requests
                .filter { $0.path == "/photos" && $0.value("albumId") == nil }
                .compactMap { $0.value("_page").flatMap { Int($0) } }
        }
    }
}
