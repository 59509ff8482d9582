import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Bursts")
    struct Bursts {
        @Test("Bursts across midnight stay folded in the next run, and a photo that is opened by its path is shown")
        func persistence() async throws {
            let folder = try PictureFolder(["a.png", "b.png", "c.png", "d.png"])
            for (name, time) in [
                ("a", "2023-12-31T23:59:58.9"), ("b", "2023-12-31T23:59:59.9"), ("c", "2024-01-01T00:00:01.3"),
                ("d", "2024-01-01T00:00:05"),
            ] {
                try folder.write(
                    Array(
                        """
                        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                        <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" tiff:Model="X1"
                        xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:DateTimeOriginal="\(time)"/></rdf:RDF></x:xmpmeta>
                        """.utf8), at: Array("\(name).png.xmp".utf8))
            }
            let home = try TemporaryFolder()
            let session = try ScreenSession([folder.path], home: home)
            try await session.openAlbum()
            try await session.wait(for: "1/4")
            session.type("b")
            try await session.wait(for: "1/2 of 4 photos")
            try await session.wait(for: "\u{25A3} 3")
            session.type("q")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            let next = try ScreenSession([folder.path], home: home)
            try await next.openAlbum()
            try await next.wait(for: "1/2 of 4 photos")
            next.press(.enter)
            try await next.wait(for: "Burst of 3 \u{00B7} a")
            next.type("q")
            try await next.wait(for: "1/2 of 4 photos")
            let opened = try ScreenSession(["\(folder.path)/b.png"], home: home)
            try await opened.wait(for: "2/4")
        }
    }
}
