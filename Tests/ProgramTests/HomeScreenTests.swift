import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Home screen")
    struct HomeScreen {
        @Test("A folder's path is in one line, and its profile names the account as user@host:path")
        func folderOwner() async throws {
            let folder = try PictureFolder(["Sea/a.png", "Hills/b.png", "Hills/c.png", "top.png"])
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.wait(for: "3 albums, 4 photos")
            try await session.waitUntilIdle()
            #expect(session.row(1).hasPrefix(" " + folder.path))
            #expect(session.row(2).contains("Favorites"))
            try await session.wait(for: "Sea")
            try await session.wait(for: "2 photos")
            session.type("u")
            try await session.wait(for: "@")
            try await session.wait(for: ":" + folder.path)
        }

        @Test("Without arguments the last library opens; the first time, the demo")
        func remembered() async throws {
            let home = try TemporaryFolder()
            let first = try ScreenSession([], home: home)
            try await first.wait(for: "5,000 photos")
            let folder = try PictureFolder(["Hills/b.png", "Sea/a.png"])
            let second = try ScreenSession([folder.path], home: home)
            try await second.wait(for: "2 albums, 2 photos")
            second.type("q")
            #expect(try await second.waitForEnd() == .exited(0))
            let third = try ScreenSession([], home: home)
            try await third.wait(for: "2 albums, 2 photos")
            try await third.wait(until: "the folder is named") { $0.row(1).hasPrefix(" " + folder.path) }
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
            session.type("Ogjj\r")
            try await session.wait(for: "newest first")
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))

            let next = try ScreenSession([], size: (120, 40), home: home)
            try await next.wait(for: "by title")
            try await next.waitForAlbums()
            next.press(.enter)
            try await next.wait(for: "1/50 · newest first")
            let folder = try PictureFolder(["Sea/a.png", "Sea/b.png"])
            let other = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await other.openAlbum()
            #expect(!other.text.contains("newest first"))
        }
    }
}
