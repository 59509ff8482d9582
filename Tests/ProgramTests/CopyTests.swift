import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Saving copies")
    struct Copies {
        @Test("Saving an Unsplash photo reports one download and saves the original")
        func unsplash() async throws {
            let service = try await UnsplashService()
            let session = try ScreenSession(
                ["unsplash:"] + service.options, size: (120, 40), environment: service.environment)
            try await session.wait(for: "bird-1")
            session.press(.enter)
            try await session.wait(for: "Photo by Ada Quill")
            #expect(service.api.requestCount(of: "/photos/bird-1/download") == 0)
            let original = ServiceResponse.picture(named: "/originals/bird-1").body
            for name in ["bird-1.png", "bird-1 2.png"] {
                session.type("S")
                try await session.wait(for: "Save as: ~/bird-1")
                session.press(.enter)
                try await session.wait(for: "as \(session.home.path)/\(name)")
                let saved = try Data(contentsOf: URL(filePath: "\(session.home.path)/\(name)"))
                #expect(saved == original)
            }
            let reported = service.api.requests.filter { $0.path == "/photos/bird-1/download" }
            #expect(reported.compactMap { $0.value("ixid") } == ["M3w1|fA"])
        }

        @Test("Sidecars are saved with their photo, and named after the copy")
        func sidecars() async throws {
            let folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            for name in ["dune.ARW", "dune.xmp", "dune.png.xmp", "dune.ARW.xmp", "surf.xmp"] {
                try Data(name.utf8).write(to: URL(fileURLWithPath: folder.path + "/Sea/" + name))
            }
            let session = try ScreenSession([folder.path], size: (120, 40))
            let copies = try session.home.makeFolder("copies")
            try Data().write(to: URL(fileURLWithPath: copies + "/surf.png"))
            try await session.openAlbum()
            try await session.wait(for: "dune +ARW")
            session.type("M")
            try await session.wait(for: "2 marked")
            session.type("S")
            try await session.wait(for: "Save in: ")
            session.press(.control("u"))
            session.type("~/copies\r")
            try await session.wait(for: "Saved 2 photos (7 files) to \(copies) (1 renamed)")
            let names = Set(try FileManager.default.contentsOfDirectory(atPath: copies))
            #expect(
                names == [
                    "dune.png", "dune.ARW", "dune.xmp", "dune.png.xmp", "dune.ARW.xmp", "surf.png", "surf 2.png",
                    "surf 2.xmp",
                ])
            #expect(try String(contentsOfFile: copies + "/surf 2.xmp", encoding: .utf8) == "surf.xmp")
        }

        @Test("A file of ten gigabytes is saved within 64 MB of memory", .requires(gigabytes: 11))
        func sparse() async throws {
            let folder = try PictureFolder(["dune.png"])
            try #require(truncate(folder.path + "/dune.png", 10 << 30) == 0)
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ~/dune.png")
            let before = try ProcessUsage(of: session.process.id).peakMemory
            session.press(.enter)
            // Far more than the limit; the whole file would only take longer.
            try await session.wait(until: "a part of 512 MB is saved") { session in
                let home = session.home.path
                let part = try? FileManager.default.contentsOfDirectory(atPath: home).first { $0.hasSuffix(".part") }
                let size = try? FileManager.default.attributesOfItem(atPath: "\(home)/\(part ?? "")")[.size] as? Int
                return (size ?? 0) > 512 << 20
            }
            #expect(try ProcessUsage(of: session.process.id).peakMemory - before < 64 << 20)
            session.process.send(SIGTERM)
            _ = try await session.waitForEnd()
        }

        @Test("A copy has the photo's full name, even a long one")
        func longName() async throws {
            let name = String(repeating: "dune ", count: 30) + "end.png"
            let folder = try PictureFolder([name])
            let session = try ScreenSession([folder.path], size: (120, 40))
            let copies = try session.home.makeFolder("copies")
            try await session.openAlbum()
            session.type("S")
            try await session.wait(for: "Save as: ")
            session.press(.control("u"))
            session.type("~/copies/\r")
            try await session.wait(for: "Saved as")
            #expect(try FileManager.default.contentsOfDirectory(atPath: copies) == [name])
        }

        @Test("A slow copy shows its progress and continues while the user views other photos")
        func slow() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            service.server.hold("/pictures/600/1")
            session.type("S")
            try await session.wait(for: "Save as: ")
            session.press(.enter)
            try await session.wait(for: "saving (Esc cancels)  1/30")
            session.type("n")
            try await session.wait(for: "saving (Esc cancels)  2/30")
            service.server.release("/pictures/600/1")
            try await session.wait(for: "Saved as \(session.home.path)/leaf-1.png")
        }

        @Test("A failed copy shows the reason and leaves no file")
        func failed() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            try await session.openPhoto()
            service.server.fail("/pictures/600/1", status: 410)
            session.type("S")
            try await session.wait(for: "Save as: ")
            session.press(.enter)
            try await session.wait(for: "Couldn't save: \(service.server.name) returned error 410")
            #expect(!FileManager.default.fileExists(atPath: session.home.path + "/leaf-1.png"))
        }
    }
}
