import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Culling")
    struct Culling {
        private let folder: PictureFolder
        private let names = (1...6).map { "photo-\($0)" }

        init() throws {
            folder = try PictureFolder()
            // A square fills the middle of the terminal, and each photo has another color.
            for name in names { try folder.add(name + ".png", width: 40, height: 40) }
        }

        /// The rating in the sidecar of a photo; nil without one.
        private func rating(of name: String) -> String? {
            let text = try? String(contentsOfFile: "\(folder.path)/\(name).png.xmp", encoding: .utf8)
            return text?.firstMatch(of: /xmp:Rating="(-?[0-9])"/).map { String($0.1) }
        }

        private func viewer(home: TemporaryFolder? = nil) async throws -> ScreenSession {
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "1/6")
            try await session.openPhoto()
            // Until the photo is on the screen, keys change nothing.
            try await session.waitUntilIdle()
            return session
        }

        /// The color in the middle of the photo on the screen.
        private func color(in session: ScreenSession) -> EmulatedCell.Color {
            session.cell(column: 60, row: 19).background
        }

        /// Waits until the next photo is on the screen in place of one with a color: until then, keys change nothing.
        private func see(
            _ name: String, after color: EmulatedCell.Color, in session: ScreenSession
        ) async throws {
            try await session.wait(for: name)
            try await session.wait(until: "\(name) is drawn") { self.color(in: $0) != color }
            try await session.waitUntilIdle()
        }

        @Test("R turns a photo in its sidecar, and z turns it back")
        func turns() async throws {
            let session = try await viewer()
            session.type("R")
            try await session.wait(for: "Turned \u{201C}photo-1\u{201D}")
            let sidecar = folder.path + "/photo-1.png.xmp"
            #expect(try String(contentsOfFile: sidecar, encoding: .utf8).contains("tiff:Orientation=\"6\""))
            session.type("L")
            try await session.wait(until: "the photo is turned back") { _ in
                (try? String(contentsOfFile: sidecar, encoding: .utf8))?.contains("tiff:Orientation=\"1\"") == true
            }
            session.type("zz")
            try await session.wait(until: "the sidecar is gone") { _ in
                !FileManager.default.fileExists(atPath: sidecar)
            }
        }

        @Test("T corrects the dates of the photos that the same camera took")
        func clock() async throws {
            for (number, (camera, day)) in [("X1", 1), ("X2", 2), ("X1", 3)].enumerated() {
                let sidecar = """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:tiff="http://ns.adobe.com/tiff/1.0/" xmlns:exif="http://ns.adobe.com/exif/1.0/"
                    tiff:Model="\(camera)" exif:DateTimeOriginal="2022-05-0\(day)T23:30:00"/></rdf:RDF></x:xmpmeta>
                    """
                try folder.write(Array(sidecar.utf8), at: Array("photo-\(number + 1).png.xmp".utf8))
            }
            let home = try TemporaryFolder()
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "1/6")
            session.press(.home)
            try await session.wait(for: "photo-1 \u{00B7} 2022-05-01 23:30")
            try await session.waitUntilIdle()
            session.type("T")
            try await session.wait(for: "2 photos: 2022-05-01 \u{2026} 2022-05-03")
            session.type("+1h")
            try await session.wait(for: "photo-1: 2022-05-01 23:30:00 \u{25B8} 2022-05-02 00:30:00")
            session.press(.enter)
            try await session.wait(for: "Corrected the dates of 2 photos")
            try await session.wait(for: "2022-05-02 00:30")
            let listed = try await PrintedText(of: ["list", "--pictures", folder.path, "date:2022-05-02"], home: home)
            #expect(Set(listed.output.split(separator: "\n").map { $0.suffix(11) }) == ["photo-1.png", "photo-2.png"])
        }

        @Test("A rating is on disk and still there in the next run, which can search for it and undo it")
        func rates() async throws {
            let home = try TemporaryFolder()
            let session = try await viewer(home: home)
            session.type("4")
            try await session.wait(for: "\u{2605}\u{2605}\u{2605}\u{2605} photo-1")
            let first = color(in: session)
            session.press(.right)
            try await session.wait(for: "2/6")
            try await see("photo-2", after: first, in: session)
            session.type("x")
            try await session.wait(for: "\u{2717} photo-2")
            session.type("q")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(rating(of: "photo-1") == "4" && rating(of: "photo-2") == "-1")
            let listed = try await PrintedText(of: ["list", folder.path, "rating:>=4"], home: home)
            #expect(listed.output.hasPrefix("\(folder.path)/photo-1.png\n"))
            let next = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await next.openAlbum()
            try await next.wait(for: "\u{2605}\u{2605}\u{2605}\u{2605}")
            try await next.wait(for: "1 of 6 rated, 1 rejected")
            next.type("FF")
            try await next.wait(for: "1/1 of 6")
            try await next.wait(for: "photo-2")
            next.press(.escape)
            try await next.wait(for: "/6")
            next.type("z")
            try await next.wait(for: "Undid rejecting")
            next.type("z")
            try await next.wait(for: "Restored the stars")
            #expect(rating(of: "photo-1") == "0" && rating(of: "photo-2") == "0")
        }

        @Test("Undo removes the sidecar of a first rating, redo creates it again, and the heading counts along")
        func undo() async throws {
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(for: "1/6")
            try await session.waitUntilIdle()
            #expect(!session.text.contains("rated"))
            let sidecar = "\(folder.path)/photo-1.png.xmp"
            for (key, isThere) in [("4", true), ("z", false), ("Z", true), ("z", false)] {
                session.type(key)
                try await waitUntil { FileManager.default.fileExists(atPath: sidecar) == isThere }
                try await session.wait(for: "\(isThere ? 1 : 0) of 6 rated, 0 rejected")
            }
            #expect(rating(of: "photo-1") == nil)
        }

        @Test(
            "With ratings in files, a JPEG is rated itself, undo reaches it, also in the next run, and the index follows"
        )
        func inFiles() async throws {
            let home = try TemporaryFolder()
            _ = try home.makeFolder(".config/tintype")
            try home.addFile(
                ".config/tintype/config.toml", contents: "ratings-in = \"file\"\nkeep-modification-time = true\n")
            let photos = try PictureFolder()
            for name in ["a.jpg", "b.jpg"] { try photos.write(JPEGFile.bytes, at: Array(name.utf8)) }
            func rating(_ name: String) throws -> String? {
                let file = try Data(contentsOf: URL(filePath: "\(photos.path)/\(name)"))
                let text = String(decoding: file, as: UTF8.self)
                return text.firstMatch(of: /xmp:Rating="(-?[0-9])"/).map { String($0.1) }
            }
            let session = try ScreenSession([photos.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "1/2")
            try await session.waitUntilIdle()
            session.type("4")
            try await session.wait(for: "\u{2605}\u{2605}\u{2605}\u{2605}")
            try await session.wait(until: "a.jpg has 4 stars") { _ in try rating("a.jpg") == "4" }
            session.type("5")
            try await session.wait(until: "a.jpg has 5 stars") { _ in try rating("a.jpg") == "5" }
            session.type("z")
            try await session.wait(until: "a.jpg has 4 stars") { _ in try rating("a.jpg") == "4" }
            session.type("q")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try rating("b.jpg") == nil)
            #expect(try FileManager.default.contentsOfDirectory(atPath: photos.path).sorted() == ["a.jpg", "b.jpg"])
            let listed = try await PrintedText(of: ["list", photos.path, "rating:4"], home: home)
            #expect(listed.output == "\(photos.path)/a.jpg\n")
            let next = try ScreenSession([photos.path], size: (120, 40), home: home)
            try await next.openAlbum()
            try await next.wait(for: "\u{2605}\u{2605}\u{2605}\u{2605}")
            next.type("z")
            try await next.wait(for: "Restored the stars of")
            try await next.wait(until: "a.jpg has no stars") { _ in try rating("a.jpg").map { $0 == "0" } ?? true }
        }

        @Test("Over a slow line, a rating typed before the next photo is on the screen changes none")
        func slowLine() async throws {
            let session = try await viewer()
            try await session.waitUntilIdle()
            session.bytesPerSecond = 125_000
            session.lineBuffer = 1_000_000
            session.type("A")
            try await session.wait(for: "Rating goes to the next photo")
            var color = EmulatedCell.Color.standard
            for (index, name) in names.enumerated() {
                try await session.wait(for: "\(index + 1)/6")
                try await see(name, after: color, in: session)
                color = self.color(in: session)
                // The second key is typed before the next photo can have arrived. The last photo has no next one.
                session.type("\(1 + index % 4)5")
            }
            try await session.wait(until: "the last photo is rated") { _ in rating(of: "photo-6") == "5" }
            #expect(names.map(rating) == ["1", "2", "3", "4", "1", "5"])
        }

        @Test("Changes of sidecars by another program show, and two instances preserve each other's changes")
        func others() async throws {
            let (session, other) = (try await viewer(), try await viewer())
            session.type("3")
            try await session.wait(for: "\u{2605}\u{2605}\u{2605} photo-1")
            try await other.wait(for: "\u{2605}\u{2605}\u{2605} photo-1")
            other.type("6")
            try await session.wait(for: "\u{2605}\u{2605}\u{2605} R photo-1")
            #expect(rating(of: "photo-1") == "3")
            var colors = (EmulatedCell.Color.standard, EmulatedCell.Color.standard)
            for (index, name) in names.enumerated() {
                try await session.wait(for: "\(index + 1)/6")
                try await see(name, after: colors.0, in: session)
                try await see(name, after: colors.1, in: other)
                colors = (color(in: session), color(in: other))
                session.type("\(1 + index % 5)")
                other.type("9")
                try await session.wait(until: "both changes of \(name) are on disk") { _ in
                    let text = try? String(contentsOfFile: "\(folder.path)/\(name).png.xmp", encoding: .utf8)
                    return text?.contains("Blue") == true && rating(of: name) == "\(1 + index % 5)"
                }
                session.press(.right)
                other.press(.right)
            }
        }

        @Test("Quitting right after a key waits until all ratings are on disk")
        func quits() async throws {
            let session = try ScreenSession([folder.path], size: (120, 40))
            try await session.openAlbum()
            try await session.wait(for: "1/6")
            session.type("M")
            try await session.wait(for: "6 marked")
            session.type("4q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(names.map(rating) == Array(repeating: "4", count: 6))
        }

        private func files(in path: String) -> Set<String> {
            Set((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [])
        }

        @Test("Photos are trashed, moved and renamed, and undo reverts that, also in the next run")
        func movesFiles() async throws {
            let home = try TemporaryFolder()
            let all = Set(names.map { $0 + ".png" })
            let session = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await session.openAlbum()
            try await session.wait(for: "1/6")
            try await session.waitUntilIdle()
            session.press(.delete)
            try await session.wait(for: "Moved \u{201C}photo-1\u{201D} to the trash")
            try await session.wait(for: "1/5")
            #expect(files(in: home.path + "/.local/share/Trash/files") == ["photo-1.png"])
            session.type("V")
            try await session.wait(for: "Folder:")
            session.type("picks\r")
            try await session.wait(for: "Moved \u{201C}photo-2\u{201D}")
            try await session.wait(for: "1/4")
            #expect(files(in: folder.path + "/picks") == ["photo-2.png"])
            session.press(.f2)
            try await session.wait(for: "Name: photo-3")
            session.type("-best\r")
            try await session.wait(for: "Renamed \u{201C}photo-3\u{201D}")
            try await session.wait(for: "photo-3-best")
            #expect(files(in: folder.path).contains("photo-3-best.png"))
            session.type("z")
            try await session.wait(for: "has its old name again")
            session.type("qq")
            #expect(try await session.waitForEnd() == .exited(0))
            let next = try ScreenSession([folder.path], size: (120, 40), home: home)
            try await next.wait(for: "2 albums, 5 photos")
            next.type("z")
            try await next.wait(for: "Moved \u{201C}photo-2\u{201D} back")
            next.type("z")
            try await next.wait(for: "Restored \u{201C}photo-1\u{201D} from the trash")
            try await next.wait(for: "6 photos")
            #expect(files(in: folder.path) == all)
            #expect(files(in: home.path + "/.local/share/Trash/files").isEmpty)
        }
    }
}
