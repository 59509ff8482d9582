import Foundation
import Testing

extension ProgramTests {
    @Suite("Home screen")
    struct HomeScreen {
        @Test(
            "The owner is at the top and albums are below, at any size",
            arguments: [(120, 40), (80, 24), (200, 50), (40, 12), (20, 8), (500, 200)])
        func sizes(columns: Int, rows: Int) async throws {
            let session = try ScreenSession(["demo:"], size: (columns, rows))
            try await session.wait(for: "Albums")
            try await session.waitUntilIdle()
            #expect(!session.row(0).isEmpty)
            #expect(!session.row(1).isEmpty)
            #expect(session.row(2).contains("Albums"))
            #expect(session.row(rows - 1).contains("open"))
            if columns >= 80 {
                #expect(session.row(0).contains("100 albums, 5,000 photos"))
                // A cover has at least 8 x 4 cells and fills them in one direction.
                try await session.wait(until: "covers are shown") {
                    $0.hasPaintedBlock(columns: 8, rows: 2) && $0.hasPaintedBlock(columns: 5, rows: 4)
                }
            }
        }

        @Test("A folder is owned by the account, with the address user@host:path")
        func folderOwner() async throws {
            let folder = try PictureFolder(["Sea/a.png", "Hills/b.png", "Hills/c.png", "top.png"])
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.wait(for: "3 albums, 4 photos")
            #expect(session.row(1).contains("@"))
            #expect(session.row(1).hasSuffix(":" + folder.path))
            try await session.wait(for: "Sea")
            try await session.wait(for: "2 photos")
        }

        @Test("Albums are in natural order, ignoring case")
        func order() async throws {
            let folder = try PictureFolder(["trip 10/a.png", "Trip 2/a.png", "trip 1/a.png"])
            let session = try ScreenSession([folder.path], size: (80, 40))
            try await session.wait(for: "3 albums")
            try await session.wait(for: "trip 10")
            let positions = try ["trip 1", "Trip 2", "trip 10"].map { try session.position(of: $0) }
            #expect(positions == positions.sorted())
        }

        @Test("Hidden folders, folders without pictures and circular links are not albums")
        func notAlbums() async throws {
            let folder = try PictureFolder(["real/a.png", ".hidden/a.png"])
            _ = try folder.folder.makeFolder("empty")
            try FileManager.default.createSymbolicLink(
                atPath: folder.path + "/real/loop", withDestinationPath: folder.path)
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "1 album, 1 photo")
            #expect(!session.text.contains("hidden"))
        }

        @Test("Every typed letter filters the list, and Esc restores it")
        func filter() async throws {
            let folder = try PictureFolder(["Sea/a.png", "Seal/b.png", "Hills/c.png"])
            let session = try ScreenSession([folder.path])
            try await session.wait(for: "3 albums")
            session.type("/se")
            try await session.wait(for: "2 of 3")
            #expect(!session.text.contains("Hills"))
            session.type("al")
            try await session.wait(for: "1 of 3")
            session.type("x")
            try await session.wait(for: "No albums match")
            session.press(.backspace)
            try await session.wait(for: "1 of 3")
            #expect(session.text.contains("Seal"))
            session.press(.escape)
            try await session.wait(for: "Hills")
            #expect(!session.text.contains(" of 3"))
        }

        @Test("Without arguments the last library opens; the first time, the demo")
        func remembered() async throws {
            let home = try TemporaryFolder()
            let first = try ScreenSession([], home: home)
            try await first.wait(for: "5,000 photos")
            let folder = try PictureFolder(["Sea/a.png"])
            let second = try ScreenSession([folder.path], home: home)
            try await second.wait(for: "1 album, 1 photo")
            second.type("q")
            #expect(try await second.waitForEnd() == .exited(0))
            let third = try ScreenSession([], home: home)
            try await third.wait(for: "1 album, 1 photo")
            #expect(third.row(1).hasSuffix(folder.path))
        }

        @Test("The orders of albums and photos are remembered for the library")
        func orders() async throws {
            let home = try TemporaryFolder()
            let session = try ScreenSession(["demo:"], size: (120, 40), home: home)
            try await session.waitForAlbums()
            session.type("Og\r")
            try await session.wait(for: "by title")
            try await session.waitUntilIdle()
            session.press(.enter)
            try await session.wait(for: "1/50")
            session.type("Ogj\r")
            try await session.wait(for: "newest first")
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))

            let next = try ScreenSession([], size: (120, 40), home: home)
            try await next.wait(for: "by title")
            try await next.waitForAlbums()
            next.press(.enter)
            try await next.wait(for: "newest first  1/50")
            let folder = try PictureFolder(["Sea/a.png", "Sea/b.png"])
            let other = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await other.openAlbum()
            #expect(!other.text.contains("newest first"))
        }
    }
}
