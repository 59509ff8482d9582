import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Album owners")
    struct Owners {
        @Test("An owner is selected by name, username or ID", arguments: ["jonas berg", "person2", "2"])
        func named(owner: String) async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", owner], size: (120, 40))
            try await session.wait(for: ["garden-5", "garden-6", "garden-7", "garden-8"], of: "Jonas Berg")
            #expect(session.row(1).contains("Kelp Lane, Apt. 2"))
        }

        @Test("Everyone's albums are in sections by owner, and the current owner is shown at the top")
        func sections() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], size: (120, 60))
            try await session.wait(until: "the owners are named") { $0.text.contains("Ada Quill") }
            try await session.wait(for: "garden-12")
            try await session.waitUntilIdle()
            let order = [
                "Mira Holt", "garden-1", "garden-4", "Jonas Berg", "garden-5", "garden-8", "Ada Quill", "garden-9",
            ]
            let list = session.rows.dropFirst(3).joined(separator: "\n")
            let positions = order.compactMap { list.firstRange(of: $0)?.lowerBound }
            #expect(positions.count == order.count)
            #expect(positions == positions.sorted())
            #expect(session.row(0).hasPrefix(" Everyone") && session.row(1).hasPrefix(" Mira Holt"))
            session.press(.end)
            try await session.wait(until: "the last album's owner is named") { $0.row(1).hasPrefix(" Ada Quill") }
        }

        @Test("o opens the owner list, and the choice is remembered for the library")
        func choice() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            let session = try ScreenSession(
                [service.server.url, "--owner", "Mira Holt"], size: (120, 40), home: home)
            try await session.wait(for: ["garden-1", "garden-2", "garden-3", "garden-4"], of: "Mira Holt")
            session.type("o")
            try await session.wait(for: "Show albums by")
            for name in ["Everyone", "Mira Holt", "Jonas Berg", "Ada Quill"] { try await session.wait(for: name) }
            session.type("/ada")
            try await session.wait(forNo: "Jonas Berg")
            session.press(.enter)
            let adas = ["garden-9", "garden-10", "garden-11", "garden-12"]
            try await session.wait(for: adas, of: "Ada Quill")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))

            let next = try ScreenSession([service.server.url], size: (120, 40), home: home)
            try await next.wait(for: adas, of: "Ada Quill")
        }

        @Test("Choosing everyone is remembered")
        func everyone() async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "2"], size: (120, 60), home: home)
            try await session.wait(for: ["garden-5", "garden-6", "garden-7", "garden-8"], of: "Jonas Berg")
            session.type("og\r")
            try await session.wait(for: "garden-12")
            try await session.wait(for: "garden-1")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            let next = try ScreenSession([service.server.url], size: (120, 60), home: home)
            try await next.wait(for: "garden-12")
            #expect(next.albumTitles.count == 12)
        }

        @Test("The first run picks a random owner")
        func anyone() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url], size: (120, 40))
            try await session.wait(until: "an owner's four albums are listed") { session in
                session.albumTitles.count == 4
                    && ["Mira Holt", "Jonas Berg", "Ada Quill"].contains { session.row(0).hasPrefix(" \($0)") }
            }
            try await session.waitUntilIdle()
            let albums = session.albumTitles
            let owner = ["Mira Holt", "Jonas Berg", "Ada Quill"].firstIndex { session.row(0).hasPrefix(" \($0)") }
            #expect(owner.map { number in (1...4).map { "garden-\(number * 4 + $0)" } } == albums)
        }

        @Test(
            "The listed owner is remembered, whether chosen by name or at random", arguments: ["ada quill", "random"])
        func remembered(owner: String) async throws {
            let home = try TemporaryFolder()
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", owner], size: (120, 40), home: home)
            try await session.wait(until: "an owner's four albums are listed") { session in
                session.albumTitles.count == 4
                    && ["Mira Holt", "Jonas Berg", "Ada Quill"].contains { session.row(0).hasPrefix(" \($0)") }
            }
            try await session.waitUntilIdle()
            let albums = session.albumTitles
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            // The same service, with a different spelling of the address.
            let next = try ScreenSession([service.server.url + "/"], size: (120, 40), home: home)
            try await next.wait(until: "the same albums are listed") { $0.albumTitles == albums }
        }

        @Test("An unknown owner is reported, and everyone is listed")
        func nobody() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Nemo"], size: (120, 60))
            try await session.wait(for: "This library has no owner named Nemo")
            try await session.wait(for: "garden-12")
        }
    }
}

extension ScreenSession {
    /// Waits until exactly the albums of one owner are listed. Until a slow service has sent its users, everyone's are.
    fileprivate func wait(for albums: [String], of owner: String) async throws {
        try await wait(until: "the albums of \(owner) are listed") {
            $0.row(0).hasPrefix(" " + owner) && $0.albumTitles == albums
        }
    }

    /// The titles of the service's albums on the screen, in reading order.
    fileprivate var albumTitles: [String] {
        // The line above the hints repeats the selected one.
        rows.dropLast(2).flatMap { $0.split(separator: " ") }.filter { $0.hasPrefix("garden-") }.map(String.init)
    }
}
