import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    @Suite("Listing")
    struct Listing {
        private let folder: PictureFolder
        private let home: TemporaryFolder

        init() throws {
            folder = try PictureFolder(["Sea/dune.png", "Sea/surf.png", "hut.png"])
            home = try TemporaryFolder()
            try describe(
                "Sea/dune.png",
                #"xmp:Rating="4" xmp:Label="Rot" tiff:Model="X1" xmp:CreateDate="2022-05-04T03:02:01" exif:ExposureTime="1/50" exif:FNumber="28/10""#
            )
            try describe(
                "Sea/surf.png", #"xmp:Rating="-1" tiff:Model="X2" exif:DateTimeOriginal="2023-05-04T03:02:01.5+02:00""#)
            try describe("hut.png", #"xmp:Rating="5" xmp:CreateDate="2021""#)
        }

        /// Writes the sidecar of a photo.
        private func describe(_ name: String, _ attributes: String) throws {
            try folder.write(
                Array(
                    """
                    <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
                    <rdf:Description xmlns:xmp="http://ns.adobe.com/xap/1.0/" xmlns:tiff="http://ns.adobe.com/tiff/1.0/"
                    xmlns:exif="http://ns.adobe.com/exif/1.0/" \(attributes)/></rdf:RDF></x:xmpmeta>
                    """.utf8), at: Array("\(name).xmp".utf8))
        }

        private func list(_ arguments: String..., home: TemporaryFolder? = nil) async throws -> PrintedText {
            try await PrintedText(of: ["list"] + arguments, home: home ?? self.home)
        }

        /// The output for photos of the folder.
        private func lines(_ names: String...) -> String {
            names.map { "\(folder.path)/\($0)\n\(folder.path)/\($0).xmp\n" }.joined()
        }

        private func objects(_ printed: PrintedText) throws -> [[String: Any]] {
            try printed.output.split(separator: "\n").map {
                try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
            }
        }

        @Test("export copies matching photos, with their sidecars, to paths made by a pattern")
        func export() async throws {
            let target = try TemporaryFolder()
            func export(_ arguments: String...) async throws -> PrintedText {
                try await PrintedText(of: ["export", folder.path] + arguments, home: home)
            }
            func files() -> Set<String> {
                let paths = FileManager.default.enumerator(atPath: target.path)?.allObjects as? [String] ?? []
                return Set(paths.filter { $0.contains(".") })
            }
            #expect(try await export("rating:4", target.path + "/{date:%Y}/{camera}/{n:3}").ending == .exited(0))
            #expect(files() == ["2022/X1/001.png", "2022/X1/001.png.xmp"])
            #expect(try await export("is:rejected", target.path + "/a", "--pictures").ending == .exited(0))
            #expect(files().subtracting(["2022/X1/001.png", "2022/X1/001.png.xmp"]) == ["a/surf.png"])
            #expect(try await export("rating:1", target.path).ending == .exited(1))
            let unknown = try await export("", target.path + "/{size}")
            #expect(unknown.ending == .exited(2) && unknown.error.contains("unknown placeholder {size}"))
            #expect(try await export("rating:>=4", target.path + "/{camera}/{name}").ending == .exited(0))
            #expect(files().isSuperset(of: ["X1/dune.png", "unknown camera/hut.png"]))
            #expect(try await export("rating:4", target.path + "/web/{n}", "--max-size", "20").ending == .exited(0))
            #expect(files().filter { $0.hasPrefix("web") } == ["web/1.jpg"])
            let jpeg = try #require(FileManager.default.contents(atPath: target.path + "/web/1.jpg"))
            #expect(jpeg.starts(with: [0xFF, 0xD8]) && String(decoding: jpeg, as: UTF8.self).contains("X1"))
            #expect(try await export("", target.path, "--max-size", "2").ending != .exited(0))
        }

        @Test("Identical files are found, once all files have been compared, and in the next run without reading them")
        func duplicates() async throws {
            let copy = try #require(FileManager.default.contents(atPath: folder.path + "/hut.png"))
            for name in ["Sea/copy.png", "Sea/other.png"] { try folder.write(Array(copy), at: Array(name.utf8)) }
            var changed = Array(copy)
            changed[changed.count - 1] ^= 1
            try folder.write(changed, at: Array("Sea/other.png".utf8))
            let found = try await list(folder.path, "is:duplicate")
            #expect(
                Set(found.output.split(separator: "\n").filter { $0.hasSuffix(".png") })
                    .isSuperset(of: ["\(folder.path)/hut.png", "\(folder.path)/Sea/copy.png"]))
            #expect(!found.output.contains("other.png") && found.ending == .exited(0))
            #expect(try await list(folder.path, "is:duplicate").output == found.output)
        }

        @Test("Prints the files of matching photos, the newest first, and succeeds")
        func matching() async throws {
            let all = try await list(folder.path)
            #expect(all.output == lines("Sea/surf.png", "Sea/dune.png", "hut.png"))
            #expect(all.error.isEmpty && all.ending == .exited(0))
            for (search, names) in [
                ("rating:>=4", ["Sea/dune.png", "hut.png"]), ("rating:>=4 camera:x1", ["Sea/dune.png"]),
                ("rating:-1", ["Sea/surf.png"]), ("sea/d", ["Sea/dune.png"]), ("\"sea\" -dune", ["Sea/surf.png"]),
            ] {
                let printed = try await list(folder.path, search)
                #expect(printed.output == names.map { lines($0) }.joined(), "\(search)")
                #expect(printed.ending == .exited(0))
            }
            #expect(try await list(folder.path, "rating:4", "year:2022").output == lines("Sea/dune.png"))
            #expect(
                try await list(folder.path, "--", "-is:rejected", "year:2021..").output
                    == lines("Sea/dune.png", "hut.png"))
        }

        @Test("Without matches the exit status is 1, after an error 2, with one line about it")
        func failures() async throws {
            let nothing = try await list(folder.path, "year:1999")
            #expect(nothing.output.isEmpty && nothing.error.isEmpty && nothing.ending == .exited(1))
            for (arguments, message) in [
                ([folder.path, "dune rating:9"], "tintype: dune rating:9: Use rating:5, rating:>=4"),
                ([folder.path, "dune tag:"], "tintype: dune tag:: Use tag:beach"),
                (["demo:", "camera:x1"], "tintype: camera:x1: Photos here have no field camera:"),
                (["demo:", "--sort", "camera"], "tintype: photos here can't be sorted by camera"),
                (["/no/such/folder"], "tintype: /no/such/folder: no such file or folder"),
                ([folder.path, "--sort", "age"], "tintype: The value 'age' is invalid for '--sort <order>'"),
                ([folder.path, "--limit", "0"], "tintype: --limit must be at least 1."),
                ([folder.path, "-0", "--json"], "tintype: -0 and --json are mutually exclusive"),
                ([folder.path, "-label:red"], "tintype: Unknown option"),
                ([], "tintype: Missing expected argument '<library>'"),
            ] {
                let printed = try await PrintedText(of: ["list"] + arguments, home: home)
                #expect(
                    printed.error.hasPrefix(message) && printed.error.split(separator: "\n").count == 1,
                    "\(printed.error)")
                #expect(printed.output.isEmpty && printed.ending == .exited(2), "\(arguments)")
            }
        }

        @Test("A photo without a path or link is an error, but has an object in JSON")
        func generated() async throws {
            let paths = try await list("demo:", "year:2024")
            #expect(paths.output.isEmpty && paths.ending == .exited(2))
            #expect(paths.error.hasSuffix("has no path or link: generated pictures have no original\n"))
            let photos = try await list("demo:", "--json", "--limit", "2")
            #expect(try objects(photos).count == 2 && photos.ending == .exited(0))
            #expect(try objects(photos).allSatisfy { $0["id"] is String && $0["title"] is String && $0["path"] == nil })
        }

        @Test("The files of one name and their sidecars are printed together, separated by NUL bytes if asked for")
        func stack() async throws {
            for name in ["Sea/dune.ARW", "Sea/dune.ARW.xmp", "Sea/dune.xmp"] {
                try folder.write(Array("raw".utf8), at: Array(name.utf8))
            }
            let names = ["dune.png", "dune.ARW", "dune.png.xmp", "dune.xmp", "dune.ARW.xmp"]
            let printed = try await list("-0", folder.path, "is:raw")
            #expect(printed.output == names.map { "\(folder.path)/Sea/\($0)\0" }.joined())
            let photo = try #require(try objects(try await list("--json", folder.path, "is:raw")).first)
            #expect(photo["files"] as? [String] == names.map { "\(folder.path)/Sea/\($0)" })
        }

        @Test("The order and the number of photos can be chosen")
        func order() async throws {
            for (order, names) in [
                ("title", ["Sea/dune.png", "hut.png", "Sea/surf.png"]),
                ("oldest-first", ["hut.png", "Sea/dune.png", "Sea/surf.png"]),
                ("highest-rated", ["hut.png", "Sea/dune.png", "Sea/surf.png"]),
                ("camera-reversed", ["Sea/surf.png", "Sea/dune.png", "hut.png"]),
            ] {
                #expect(
                    try await list(folder.path, "--sort", order).output == names.map { lines($0) }.joined(), "\(order)")
            }
            let two = try await list(folder.path, "--sort", "title", "--limit", "2")
            #expect(two.output == lines("Sea/dune.png", "hut.png"))
        }

        @Test("Of a photo that is named, only its own files are printed")
        func namedPhoto() async throws {
            #expect(try await list(folder.path + "/Sea/dune.png").output == lines("Sea/dune.png"))
            #expect(try await list(folder.path + "/Sea/dune.png", "surf").ending == .exited(1))
        }

        @Test("JSON has all details, one object per line")
        func json() async throws {
            let photos = try objects(try await list(folder.path, "--json"))
            #expect(photos.map { $0["rating"] as? Int } == [-1, 4, 5])
            #expect(photos.map { $0["flag"] as? String } == ["rejected", nil, nil])
            #expect(photos[0]["taken"] as? String == "2023-05-04T03:02:01.500+02:00")
            let dune = photos[1]
            #expect(dune["path"] as? String == "\(folder.path)/Sea/dune.png")
            #expect(dune["taken"] as? String == "2022-05-04T03:02:01")
            #expect(photos[2]["taken"] as? String == "2021")
            #expect((dune["exposureTime"] as? Double, dune["aperture"] as? Double) == (0.02, 2.8))
            #expect((dune["label"] as? String, dune["labelColor"] as? String) == ("Rot", "red"))
            #expect((dune["width"] as? Int, dune["height"] as? Int) == (48, 32))
            #expect((dune["camera"] as? String, dune["kind"] as? String) == ("X1", "picture"))
            let attributes = try FileManager.default.attributesOfItem(atPath: "\(folder.path)/Sea/dune.png")
            #expect(dune["bytes"] as? Int == attributes[.size] as? Int)
            let text = try #require(dune["modified"] as? String)
            let modified = try Date(
                text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.contains(".")))
            let expected = try #require(attributes[.modificationDate] as? Date)
            #expect(abs(modified.timeIntervalSince(expected)) < 0.002)
            #expect(dune["lens"] == nil)
        }

        @Test("A path that isn't UTF-8 is printed byte by byte, and is a URL in JSON")
        func bytes() async throws {
            let name = Array("Sea/a\u{20}b".utf8) + [0xFF] + Array("\n%.png".utf8)
            try folder.add(bytes: name)
            let printed = try await list("--json", folder.path, "--", "-rating:1..5", "-is:rejected")
            let photo = try #require(try objects(printed).first)
            #expect(photo["path"] as? String == "file://\(folder.path)/Sea/a%20b%FF%0A%25.png")
            let out = try TemporaryFolder()
            let session = try ScreenSession(
                ["list", "-0", folder.path, "unrated is:unrated a"], home: home, output: .file(out.path + "/none"))
            #expect(try await session.waitForEnd() == .exited(1))
            let found = try ScreenSession(
                ["list", "-0", folder.path, "is:unrated"], home: home, output: .file(out.path + "/out"))
            #expect(try await found.waitForEnd() == .exited(0))
            #expect(
                try Array(Data(contentsOf: URL(filePath: out.path + "/out"))) == Array("\(folder.path)/".utf8) + name
                    + [0])
        }

        @Test("Changes by another program since the last run count")
        func changed() async throws {
            #expect(try await list(folder.path, "rating:4").output == lines("Sea/dune.png"))
            try describe("Sea/dune.png", #"xmp:Rating="2" xmp:Label="Rot" tiff:Model="Changed""#)
            #expect(try await list(folder.path, "rating:4").ending == .exited(1))
            #expect(try await list(folder.path, "camera:changed").output == lines("Sea/dune.png"))
            try folder.remove("Sea/dune.png.xmp")
            #expect(try await list(folder.path, "camera:changed").ending == .exited(1))
            try folder.remove("hut.png")
            #expect(try await list(folder.path, "rating:5").ending == .exited(1))
        }

        @Test("is:marked finds the photos that are marked in the library")
        func marked() async throws {
            #expect(try await list(folder.path, "is:marked").ending == .exited(1))
            let session = try ScreenSession([folder.path], home: home)
            try await session.waitForAlbums()
            session.type("\u{1B}2")
            try await session.wait(for: "1/3")
            try await session.waitUntilIdle()
            session.type("m")
            try await session.wait(for: "1 marked")
            session.type("q")
            #expect(try await session.waitForEnd() == .exited(0))
            #expect(try await list(folder.path, "is:marked").output == lines("Sea/surf.png"))
        }

        @Test("Labels have the colors of their names, also of those in the configuration")
        func labels() async throws {
            try describe("hut.png", #"xmp:Label="Client""#)
            #expect(try await list(folder.path, "label:red").output == lines("Sea/dune.png"))
            try home.addFile(".config/tintype/config.toml", contents: "[labels]\nblue = [\"Blau\", \"Client\"]\n")
            let blue = try objects(try await list(folder.path, "label:blue", "--json"))
            #expect(blue.map { $0["label"] as? String } == ["Client"])
            #expect(blue.map { $0["labelColor"] as? String } == ["blue"])
            #expect(
                try await list(folder.path, "--sort", "label").output
                    == lines("Sea/dune.png", "hut.png", "Sea/surf.png"))
        }

        @Test("All pages of a service are searched")
        func service() async throws {
            let service = try await AlbumService()
            let printed = try await list(service.server.url, "--json", "leaf-35")
            let titles = try objects(printed).map { $0["title"] as? String ?? "" }
            #expect(titles == ["leaf-35"] + (350...359).map { "leaf-\($0)" })
            #expect(try await list(service.server.url, "--json", "leaf-361").ending == .exited(1))
            service.server.fail("/photos", times: 1000, status: 500)
            let failed = try await list(service.server.url, "--json", home: TemporaryFolder())
            #expect(failed.ending == .exited(2) && failed.error.split(separator: "\n").count == 1, "\(failed.error)")
        }

        @Test("Photos of Unsplash have links, and a limit ends the requests")
        func links() async throws {
            let service = try await UnsplashService()
            let printed = try await PrintedText(
                of: ["list", "unsplash:", "bird-1"] + service.options + ["--limit", "2"],
                environment: service.environment, home: home)
            #expect(printed.ending == .exited(0), "\(printed.error)")
            let lines = printed.output.split(separator: "\n")
            #expect(lines.count == 2 && lines.allSatisfy { $0.hasPrefix("https://unsplash.com/photos/") })
            #expect(service.api.requestCount(of: "/photos") == 1)
        }

        @Test("A closed pipe ends the command silently, a closed or full output is an error")
        func output() async throws {
            func run(_ script: String) async throws -> PrintedText {
                try await PrintedText(
                    of: ["-c", script, BuiltProgram.path, folder.path], program: ["/bin/bash"], home: home)
            }
            let piped = try await run(
                #"for n in 1 2 3 4 5; do "$0" list "$1"; done | head -c 1; echo " ${PIPESTATUS[0]}""#)
            #expect(piped.output.hasPrefix("/ ") && piped.error.isEmpty, "\(piped.output)\(piped.error)")
            let closed = try await run(#""$0" list "$1" >&-"#)
            #expect(closed.ending == .exited(2) && closed.error == "tintype: standard output: Bad file descriptor\n")
            let full = try await run(#""$0" list "$1" >/dev/full"#)
            #expect(full.ending == .exited(2) && full.error == "tintype: standard output: No space left on device\n")
        }
    }
}
