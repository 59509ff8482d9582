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
            try await session.wait(for: " of 360")
            try await session.waitUntilIdle()
            #expect(pages(asked: service).count <= 2)
            session.type("G")
            try await session.wait(for: "360/360")
            try await session.wait(for: "leaf-360")
            #expect(!session.row(2).contains("of"))
            try await session.waitUntilIdle()
            #expect(pages(asked: service).filter { (4...9).contains($0) }.isEmpty)
            session.press(.enter)
            try await session.wait(for: "fit  360/360")
            session.press(.escape)
            try await session.wait(for: "Enter open")
            session.type("g")
            try await session.wait(for: "1/360")
            try await session.wait(for: "leaf-15")
            try await session.type("\u{6}", until: "the last photo is shown") { $0.text.contains("leaf-360") }
            session.type("G")
            try await session.wait(for: "360/360")
            #expect(pages(asked: service).sorted() == Array(1...12))
        }

        @Test("If the total is unknown, End loads on with an indicator until Esc stops it")
        func unknownEnd() async throws {
            let service = try await AlbumService(sendsTotals: false)
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.wait(for: "garden-1")
            session.press(.tab)
            try await session.wait(for: "leaf-1")
            try await session.waitUntilIdle()
            let read = pages(asked: service).count
            service.server.hold("/photos")
            session.type("G")
            try await session.wait(for: "Esc stop")
            try await session.wait(for: "loading")
            session.press(.escape)
            try await session.wait(for: "Enter open")
            service.server.release("/photos")
            try await session.waitUntilIdle()
            #expect(pages(asked: service).count < read + 5)
            session.type("G")
            try await session.wait(for: "leaf-360")
        }

        @Test("A search in a partly loaded feed says so and loads on")
        func search() async throws {
            let service = try await AlbumService()
            let session = try await feed(of: service)
            try await session.wait(for: " of 360")
            service.server.hold("/photos")
            session.type("/leaf-35")
            try await session.wait(until: "only some are searched") { $0.row(2).contains(/[0-9] in [0-9]+ of 360/) }
            service.server.release("/photos")
            try await session.wait(for: "11 of 360")
            try await session.wait(for: "leaf-359")
            #expect(!session.row(2).contains(" in "))
        }

        @Test("Tab opens the feed and 1 leaves it; n in the viewer follows the feed")
        func tabs() async throws {
            let service = try await AlbumService()
            let session = try await feed(of: service)
            session.press(.right)
            session.press(.enter)
            try await session.wait(for: "leaf-2")
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 40, rows: 20) }
            session.type("n")
            try await session.wait(for: "leaf-3")
            session.press(.escape)
            try await session.wait(until: "the third photo is selected") { $0.row(2).contains(/\b3\/[0-9]+ of 360/) }
            session.type("1")
            try await session.waitForAlbums()
            #expect(session.text.contains("garden-1"))
        }

        @Test("The feed of a folder has all its photos, newest first")
        func folder() async throws {
            let names = ["Sea/old.png", "Hills/new.png", "Sea/middle.png"]
            let folder = try PictureFolder(names)
            for (name, age) in zip(names, [3000.0, 1000, 2000]) {
                try FileManager.default.setAttributes(
                    [.modificationDate: Date(timeIntervalSinceNow: -age)], ofItemAtPath: folder.path + "/" + name)
            }
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "old")
            let positions = try ["new", "middle", "old"].map { try session.position(of: $0) }
            #expect(positions == positions.sorted())
        }

        @Test("The feed of the demo has all 5000 photos")
        func demo() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "1/5000")
            session.press(.end)
            try await session.wait(for: "5000/5000")
        }

        private func feed(of service: AlbumService) async throws -> ScreenSession {
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 40))
            try await session.waitForAlbums()
            session.press(.tab)
            try await session.wait(for: "leaf-1")
            return session
        }

        /// Returns the requested pages of the feed, in order.
        private func pages(asked service: AlbumService) -> [Int] {
            service.server.requests
                .filter { $0.path == "/photos" && $0.value("albumId") == nil }
                .compactMap { $0.value("_page").flatMap { Int($0) } }
        }
    }
}
