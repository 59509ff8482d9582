import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Unsplash")
    struct Unsplash {
        @Test(
            "The feed appears at once, with a BlurHash for each photo until its picture loads",
            arguments: ["truecolor", nil])
        func blurHash(colors: String?) async throws {
            let service = try await UnsplashService()
            service.images.hold("/")
            let session = try start(service, environment: ["COLORTERM": colors])
            try await session.wait(for: "bird-1")
            try await session.wait(until: "a placeholder is shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await session.waitUntilIdle()
            // The hash has many colors; each picture has only one.
            let colorsBefore = colorsOfFirstTile(session)
            #expect(colorsBefore.count > 4)
            service.images.release("/")
            try await session.wait(until: "the picture is shown") { colorsOfFirstTile($0) != colorsBefore }
            try await session.waitUntilIdle()
            #expect(colorsOfFirstTile(session).count < (colors == nil ? colorsBefore.count : 2))
        }

        @Test("Scrolling loads the feed to its end, and the albums tab has the topics")
        func feed() async throws {
            let service = try await UnsplashService()
            let session = try start(service)
            try await session.wait(for: "/70")
            try await session.type("G", until: "the last photo is shown") { $0.text.contains("bird-70") }
            session.type("\u{1B}1")
            try await session.wait(for: "harbors")
            try await session.openAlbum()
            try await session.wait(for: "harbor-12")
        }

        @Test("A search filters the loaded photos, and Enter searches the service")
        func search() async throws {
            let service = try await UnsplashService()
            let session = try start(service)
            try await session.wait(for: "/70")
            session.type("/bird-12")
            try await session.wait(until: "one photo matches") { $0.row(2).contains(/\b1 in [0-9]+/) }
            try await session.wait(for: "Enter search online")
            session.press(.control("u"))
            session.type("old boat")
            try await session.wait(until: "no photo matches") { $0.row(2).contains(/\b0 in [0-9]+/) }
            #expect(service.api.requestCount(of: "/search/photos") == 0)
            session.press(.enter)
            try await session.wait(for: "Search results for “old boat”")
            try await session.wait(for: "boat-1")
            session.press(.escape)
            try await session.wait(for: "bird-1")
        }

        @Test("A user's photos are the feed, collections are albums, and the profile has the details")
        func person() async throws {
            let service = try await UnsplashService()
            let session = try start(service, library: "unsplash:@ada")
            try await session.wait(for: "street-4")
            try await session.wait(until: "the user is named") { $0.row(0).hasPrefix(" Ada Quill") }
            session.type("\u{1B}1")
            try await session.wait(for: "doors")
            session.type("u")
            for text in ["Doors and streets.", "Northport", "https://unsplash.com/@ada"] {
                try await session.wait(for: text)
            }
        }

        @Test("The viewer names the photographer and requests a picture of the shown size")
        func viewer() async throws {
            let service = try await UnsplashService()
            let session = try start(service)
            try await session.wait(for: "bird-1")
            session.press(.enter)
            try await session.wait(for: "Photo by Ada Quill on Unsplash")
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 50, rows: 30) }
            func widths() -> [Int] {
                service.images.requests.filter { $0.path == "/bird-1" }.compactMap { $0.value("w").flatMap { Int($0) } }
            }
            // 3000 pixels halved repeatedly: the smallest that still has as many pixels as the cells can show.
            try await session.wait(until: "the picture is requested") { _ in widths().contains(188) }
            #expect(widths().max() == 188)
            #expect(service.images.requests.allSatisfy { $0.value("ixid") != nil })
            session.press(.escape)
            try await session.wait(for: "bird-3")
            // Too narrow for a picture beside the details, which would break lines.
            session.resize(columns: 98, rows: 40)
            session.type("i")
            try await session.wait(for: "https://unsplash.com/photos/bird-1?utm_source=tintype")
            try await session.wait(for: "https://unsplash.com/@ada?utm_source=tintype")
        }

        @Test(
            "A rejection by the service is reported",
            arguments: [
                (
                    403, "Rate Limit Exceeded",
                    "Unsplash's hourly limit is used up"
                ),
                (500, "oops", "returned error 500"),
            ])
        func refusal(status: Int, body: String, words: String) async throws {
            let service = try await UnsplashService()
            service.api.fail("/photos", status: status, body: body)
            let session = try start(service)
            try await session.wait(for: words)
            service.api.release("/photos")
            session.type("r")
            try await session.wait(for: "bird-1")
        }

        @Test("A rejected search is reported")
        func refusedSearch() async throws {
            let service = try await UnsplashService()
            service.api.fail("/search", status: 410)
            let session = try start(service)
            try await session.wait(for: "bird-1")
            session.type("/spam\r")
            try await session.wait(for: "The service rejected this search")
            session.press(.escape)
            try await session.wait(for: "bird-1")
        }

        @Test("Content seen before can be browsed offline, although the service forbids caching")
        func offline() async throws {
            let home = try TemporaryFolder()
            let service = try await UnsplashService()
            let seen = try start(service, home: home)
            try await seen.wait(for: "bird-1")
            try await seen.wait(until: "thumbnails are shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
            try await seen.waitUntilIdle()
            seen.type("q")
            #expect(try await seen.waitForEnd() == .exited(0))
            try await service.api.goAway()

            let session = try start(service, home: home)
            try await session.wait(for: "bird-1")
            try await session.wait(until: "the offline indicator is shown") { $0.row(39).hasSuffix("offline") }
            try await service.api.comeBack()
            try await session.type("G", until: "the last photo is shown") { $0.text.contains("bird-70") }
        }

        @Test("The doctor shows the remaining requests")
        func requestsLeft() async throws {
            let service = try await UnsplashService()
            let session = try start(service)
            try await session.wait(for: "bird-1")
            session.type("D")
            try await session.wait(for: "37 of 50 requests left this hour")
        }

        private func start(
            _ service: UnsplashService, library: String = "unsplash:", environment: [String: String?] = [:],
            home: TemporaryFolder? = nil
        ) throws -> ScreenSession {
            try ScreenSession(
                [library] + service.options, size: (120, 40),
                environment: service.environment.merging(environment) { $1 }, home: home)
        }

        /// Returns the colors in the middle of the first tile's picture.
        private func colorsOfFirstTile(_ session: ScreenSession) -> Set<EmulatedCell.Color> {
            let cells = (6..<10).flatMap { row in (8..<16).map { session.cell(column: $0, row: row) } }
            return Set(cells.filter(\.isPainted).flatMap { [$0.foreground, $0.background] }).subtracting([.standard])
        }
    }
}
