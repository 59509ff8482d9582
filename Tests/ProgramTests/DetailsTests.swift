import Testing

extension ProgramTests {
    @Suite("Details panels")
    struct Details {
        @Test("The details of a photo name the source of its picture, in the grid and in the viewer")
        func information() async throws {
            let service = try await AlbumService()
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (99, 40))
            try await session.openAlbum()
            try await session.wait(for: "leaf-2")
            session.press(.right)
            session.type("i")
            try await session.wait(for: "downloaded")
            try await session.wait(for: "12 × 8 pixels")
            #expect(session.row(0).hasPrefix(" leaf-2"))
            try await session.wait(for: "\(service.server.url)/pictures/600/2")
            session.press(.escape)
            try await session.wait(for: "leaf-3")
            try await session.openPhoto()
            session.type("i")
            try await session.wait(for: "downloaded")
        }

        @Test("The details of a file show its metadata and the origin of the shown pixels")
        func fileInformation() async throws {
            let folder = try PictureFolder(["Sea/dune.png"])
            let session = try ScreenSession([folder.path + "/Sea/dune.png"], size: (99, 40))
            try await session.wait(for: "fit  1/1")
            try await session.waitUntilIdle()
            session.type("i")
            try await session.wait(for: "Decoded")
            try await session.wait(for: folder.path + "/Sea/dune.png")
            try await session.wait(until: "the decoded size is shown") {
                $0.text.contains(/Decoded +\d+ × \d+ \(from all pixels\)/)
            }
        }

        @Test("A photo follows the orientation in its sidecar, whose name may be in capitals, and has its rating")
        func sidecarOrientation() async throws {
            let folder = try PictureFolder()
            func write(_ orientation: Int) throws {
                let sidecar = """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\
                    <rdf:Description rdf:about="" xmlns:tiff="http://ns.adobe.com/tiff/1.0/" \
                    xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmp:Rating="4" tiff:Orientation="\(orientation)"/></rdf:RDF></x:xmpmeta>
                    """
                try folder.write(Array(sidecar.utf8), at: Array("a.XMP".utf8))
            }
            try folder.write(JPEGFile.bytes, at: Array("a.jpg".utf8))
            try write(6)
            let session = try ScreenSession([folder.path + "/a.jpg"], size: (99, 40))
            try await session.wait(for: "fit  1/1")
            session.type("i")
            try await session.wait(for: "32 × 48 pixels")
            try await session.wait(until: "the rating is shown") {
                $0.text.contains("32 × 48 pixels") && $0.text.contains(/Rating +4 of 5/)
            }
            try write(1)
            try await session.wait(for: "48 × 32 pixels")
        }

        @Test("A via.placeholder.com picture is generated without a request, and the details say so")
        func generated() async throws {
            let service = try await AlbumService(AlbumService.sample(pictures: "https://via.placeholder.com"))
            let session = try ScreenSession([service.server.url, "--owner", "Mira Holt"], size: (120, 40))
            try await session.openAlbum()
            // The first photo's color is `1`, short for 000001. Another photo may be generated before it.
            try await session.wait(until: "the first photo is shown") {
                $0.pictureColors.contains(.rgb(red: 0, green: 0, blue: 1))
            }
            session.type("i")
            try await session.wait(for: "generated locally")
            try await session.wait(forNo: "offline")
        }
    }
}
