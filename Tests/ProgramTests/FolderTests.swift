import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Folders")
    struct Folders {
        @Test("A folder is shown with the photos found so far while the scan continues")
        func growing() async throws {
            let folder = try PictureFolder((0..<300).map { "album \($0)/a.png" })
            let session = try ScreenSession([folder.path])
            for index in 300..<400 { try folder.add("album \(index)/a.png") }
            try await session.wait(until: "the scan is over") {
                $0.row(0).contains("photos") && !$0.row(0).hasSuffix("…")
            }
            let found = try #require(session.row(0).firstMatch(of: /(\d+) photos/).flatMap { Int($0.1) })
            #expect((300...400).contains(found))
            session.press(.end)
            try await session.wait(forNo: "album 0")
        }

        @Test("r shows added, removed and changed photos")
        func readAgain() async throws {
            let folder = try PictureFolder(["b.png", "c.png", "d.png"])
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            session.press(.right)
            try await session.wait(for: "2/3")
            try FileManager.default.removeItem(atPath: folder.path + "/b.png")
            try folder.add("a.png")
            try folder.add("e.png")
            session.type("r")
            try await session.wait(for: "2/4")
            let wide = PNGFile.bytes(width: 60, height: 20, left: (250, 10, 10), right: (10, 10, 250))
            try folder.write(wide, at: Array("c.png".utf8))
            session.press(.enter)
            try await session.wait(for: "fit  2/4")
            session.type("r")
            try await session.wait(until: "the changed photo is shown") { session in
                (0..<session.emulator.size.columns).contains {
                    session.cell(column: $0, row: 11).background == .rgb(red: 250, green: 10, blue: 10)
                }
            }
        }

        @Test("place: finds photos by the place that metadata names, and by their coordinates")
        func places() async throws {
            let folder = try PictureFolder(["basilica.png", "beach.png", "studio.png", "other.png"])
            func write(_ attributes: String, besides name: String) throws {
                try folder.write(
                    Array(
                        """
                        <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                        <rdf:Description xmlns:photoshop="http://ns.adobe.com/photoshop/1.0/"
                        xmlns:exif="http://ns.adobe.com/exif/1.0/" \(attributes)/></rdf:RDF></x:xmpmeta>
                        """.utf8), at: Array("\(name).xmp".utf8))
            }
            try write("photoshop:City=\"Ostia\"", besides: "beach.png")
            // In the east of Berlin.
            try write(
                "photoshop:City=\"Atelier\" exif:GPSLatitude=\"52,31N\" exif:GPSLongitude=\"13,27E\"",
                besides: "studio.png")
            // The nearest town is Vatican City.
            try write("exif:GPSLatitude=\"41,54.13N\" exif:GPSLongitude=\"12,27.41E\"", besides: "basilica.png")
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            let places = [
                ("ostia", "beach"), ("atelier", "studio"), ("berlin", "studio"), ("alemania", "studio"),
                ("vatican", "basilica"), ("rome", "basilica"), ("italia", "basilica"),
            ]
            for (place, title) in places {
                session.type("/place:\(place)")
                try await session.wait(for: "1 of 4")
                try await session.wait(until: "\(title) is found") { $0.text.contains(title) }
                session.press(.escape)
                try await session.wait(for: "1/4")
            }
        }

        @Test("Special files are never opened and do not block the scan")
        func specialFiles() async throws {
            let folder = try PictureFolder(["a.png"])
            mkfifo(folder.path + "/fifo.jpg", 0o644)
            for (name, target) in [
                ("zero.jpg", "/dev/zero"), ("terminal.jpg", "/dev/tty"), ("self.jpg", "self.jpg"), ("none.jpg", "none"),
            ] {
                try FileManager.default.createSymbolicLink(
                    atPath: folder.path + "/" + name, withDestinationPath: target)
            }
            _ = try folder.folder.makeFolder("folder.jpg")
            let session = try ScreenSession([folder.path])
            try await session.openAlbum()
            try await session.wait(until: "the photo is shown") { $0.hasPaintedBlock(columns: 8, rows: 4) }
        }

        @Test("An unreadable folder is reported, and the others are shown")
        func unreadableFolder() async throws {
            let folder = try PictureFolder(["closed/a.png", "open/b.png", "wide/c.png"])
            chmod(folder.path + "/closed", 0)
            defer { chmod(folder.path + "/closed", 0o755) }
            let session = try sessionOfNobody([folder.path])
            try await session.wait(for: "Can't read folder closed")
            // A long path leaves no room for the number of albums.
            try await session.wait(for: "2 photos")
            try await session.wait(for: "wide")
        }

        @Test("The reason is shown for an unreadable photo, and the others are displayed")
        func unreadablePhoto() async throws {
            let folder = try PictureFolder(["a.png", "b.png"])
            chmod(folder.path + "/a.png", 0)
            let session = try sessionOfNobody([folder.path + "/a.png"])
            try await session.wait(for: "Permission denied")
            session.type("n")
            try await session.wait(for: "fit  2/2")
        }

        @Test("An unwritable home does not prevent showing photos")
        func unwritableHome() async throws {
            let home = try TemporaryFolder()
            chmod(home.path, 0o555)
            let folder = try PictureFolder(["a.png"])
            let session = try sessionOfNobody([folder.path], home: home)
            try await session.openAlbum()
        }

        @Test(
            "The cache of another user may be readable or not: photos are shown and searched",
            .requiresRoot, arguments: [0o755, 0o700])
        func foreignCache(mode: mode_t) async throws {
            let pictures = try PictureFolder(["Sea/dune.png", "Sea/surf.png"])
            try #require(chmod(pictures.path, 0o755) == 0 && chmod(pictures.path + "/Sea", 0o755) == 0)
            let home = try TemporaryFolder(isOpenToAll: true)
            let cache = home.path + "/.cache/tintype"
            let path = cache + "/photos.sqlite"
            let session = try ScreenSession([pictures.path], home: home)
            try await session.waitForAlbums()
            try await waitUntil { FileManager.default.fileExists(atPath: path) }
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            for folder in [home.path + "/.cache", cache] { try #require(chmod(folder, mode) == 0) }
            let before = try Data(contentsOf: URL(filePath: path))
            let other = try sessionOfNobody([pictures.path], home: home)
            try await other.waitForAlbums()
            other.type("\t/year:>=2000 dun")
            try await other.wait(for: "1 of 2")
            try #require(chmod(home.path + "/.cache", 0o755) == 0 && chmod(cache, 0o755) == 0)
            #expect(try Data(contentsOf: URL(filePath: path)) == before)
        }

        /// Root can read everything, so as root the program runs under another account.
        private func sessionOfNobody(_ arguments: [String], home: TemporaryFolder? = nil) throws -> ScreenSession {
            guard getuid() == 0 else { return try ScreenSession(arguments, home: home) }
            // Other accounts may not have access to the build folder.
            let folder = try TemporaryFolder()
            let program = folder.path + "/tintype"
            // Copied by another process: a program that a parallel test is starting inherits open files for a moment, and
            // a file open for writing cannot be executed.
            try #require(system("cp '\(BuiltProgram.path)' '\(program)'") == 0)
            let home = try home ?? TemporaryFolder(isOpenToAll: true)
            return try ScreenSession(
                arguments, of: ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", program],
                environment: ["LLVM_PROFILE_FILE": "/dev/null"], home: home, keeping: [folder])
        }
    }
}
