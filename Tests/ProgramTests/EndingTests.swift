import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Quitting")
    struct Ending {
        private let home: TemporaryFolder

        init() throws {
            home = try TemporaryFolder()
        }

        @Test("f and q typed together keep the favorite")
        func favorite() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            for isAdded in [true, false] {
                let session = try ScreenSession([folder.path], size: (120, 40), home: home)
                try await session.openAlbum()
                try await session.wait(for: "dune")
                // Keys count once the program knows that the photo is on the screen.
                try await session.waitUntilIdle()
                session.type("fqq")
                #expect(try await session.waitForEnd() == .exited(0))
                let next = try ScreenSession([folder.path], size: (120, 40), home: home)
                try await next.openAlbum()
                try await next.wait(for: isAdded ? "\u{2665}" : "dune")
                #expect(next.text.contains("\u{2665}") == isAdded)
                next.type("qq")
                _ = try await next.waitForEnd()
            }
        }

        @Test(
            "A signal or a closed terminal during a save leaves no partial file", .requires(gigabytes: 5),
            arguments: [SIGTERM, SIGHUP, SIGINT, 0])
        func signals(signal: Int32) async throws {
            let folder = try PictureFolder(["dune.png"])
            let file = open(folder.path + "/dune.png", O_WRONLY)
            #expect(ftruncate(file, 4 << 30) == 0)
            close(file)
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune.png")
            session.press(.enter)
            try await session.wait(until: "a partial file exists") { [home] _ in
                files(in: home).contains { $0.hasSuffix(".part") }
            }
            if signal == 0 { session.terminal.close() } else { session.process.send(signal) }
            let ending = try await session.waitForEnd()
            #expect(signal == 0 || ending == .killed(signal: signal))
            let left = files(in: home).filter { $0.hasSuffix(".part") || $0.hasSuffix(".png") }
            #expect(left.isEmpty, "\(ending)")
        }

        @Test("Quitting shows which wait delays it")
        func waiting() async throws {
            let session = try ScreenSession(["demo:"], size: (120, 40), home: home)
            try await session.waitForAlbums()
            session.type("+")
            let folder = home.path + "/.local/state/tintype"
            try await session.wait(until: "settings are saved") { _ in FileManager.default.fileExists(atPath: folder) }
            let descriptor = open(folder, O_RDONLY | O_CLOEXEC)
            defer { close(descriptor) }
            try await session.wait(until: "no other lock is held") { _ in flock(descriptor, LOCK_EX | LOCK_NB) == 0 }
            session.type("+q")
            try await session.wait(for: "saving settings")
            #expect(flock(descriptor, LOCK_UN) == 0)
            #expect(try await session.waitForEnd() == .exited(0))
        }

        @Test("A library is remembered only after it was shown")
        func remembered() async throws {
            let service = try await AlbumService()
            service.server.hold("/albums")
            let session = try ScreenSession([service.server.url, "--owner", "everyone"], home: home)
            try await session.wait(until: "the albums are requested") { _ in
                service.server.requestCount(of: "/albums") > 0
            }
            session.process.send(SIGKILL)
            _ = try await session.waitForEnd()
            let next = try ScreenSession([], home: home)
            try await next.wait(for: "5,000 photos")
            try await next.wait(for: "The last run ended unexpectedly while showing http")
        }

        @Test("q during a save asks, and a second q stops it")
        func asks() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession(
                [service.server.url, "--owner", "Mira Holt"], size: (120, 40), home: home)
            try await session.openAlbum()
            service.server.hold("/pictures/600/1")
            session.type("S")
            try await session.wait(for: "Save as: ")
            session.press(.enter)
            try await session.wait(for: "saving (Esc cancels)")
            session.type("qq")
            try await session.wait(for: "Still working")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(!files(in: home).contains { $0.hasSuffix(".part") || $0.hasSuffix(".png") })
        }

        @Test("After an unexpected end the next run reports it and offers the demo", arguments: ["", "d"])
        func crashed(answer: String) async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Hills/hut.png"])
            let session = try ScreenSession([folder.path], home: home)
            try await session.waitForAlbums()
            try await session.waitUntilIdle()
            session.process.send(SIGSEGV)
            _ = try await session.waitForEnd()
            let next = try ScreenSession([], size: (120, 40), home: home)
            try await next.wait(for: "The last run ended unexpectedly while showing")
            next.type(answer + "\r")
            try await next.waitForAlbums()
            #expect(next.text.contains("Hills") == answer.isEmpty)
            next.type("q")
            #expect(try await next.waitForEnd() == .exited(0))
            // The question is asked only once.
            let last = try ScreenSession([], home: home)
            try await last.waitForAlbums()
            #expect(last.text.contains("Hills"))
        }

        private func files(in folder: TemporaryFolder) -> [String] {
            (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        }
    }
}
