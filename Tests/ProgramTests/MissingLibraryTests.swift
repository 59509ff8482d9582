import Foundation
import TestFixtures
import Testing

extension ProgramTests {
    /// Hides libraries from the program with empty files, in a separate mount namespace.
    @Suite("Missing libraries", .requiresMounting)
    struct MissingLibraries {
        private func session(
            without libraries: [String], _ arguments: [String], home: TemporaryFolder? = nil,
            output: ChildProcess.Stream = .terminal
        ) throws -> ScreenSession {
            let hiding = """
                for file in $(/usr/sbin/ldconfig -p |
                    sed -nE 's/.*(\(libraries.joined(separator: "|")))\\.so\\.[0-9.]+ .* => //p')
                do mount --bind /dev/null "$file" || exit 99; done
                exec "$0" "$@"
                """
            return try ScreenSession(
                arguments, of: ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", hiding, BuiltProgram.path],
                home: home, output: output)
        }

        @Test("The doctor names libraries that are missing, and their packages")
        func doctor() async throws {
            let folder = try TemporaryFolder()
            let libraries = ["libjxl", "libraw", "libexempi", "libcurl"]
            let session = try session(without: libraries, ["doctor"], output: .file(folder.path + "/out"))
            #expect(try await session.waitForEnd() == .exited(0))
            let text = try String(contentsOfFile: folder.path + "/out", encoding: .utf8)
            for library in libraries {
                #expect(text.contains(try Regex("\(library) [0-9.]+: not found; install \(library)[0-9.]+\n")))
            }
            #expect(text.contains("libpng 1"))
        }

        @Test("A tile names the package that its picture needs")
        func tile() async throws {
            let pictures = try PictureFolder(["dune.png"])
            try pictures.write([0xFF, 0x0A] + [UInt8](repeating: 0, count: 40), at: Array("surf.jxl".utf8))
            let session = try session(without: ["libjxl"], [pictures.path])
            try await session.waitForAlbums()
            try await session.openAlbum()
            try await session.wait(for: "Install libjxl")
        }

        @Test("Details say that metadata can't be read without Exempi, and tags are read once it is back")
        func details() async throws {
            let pictures = try PictureFolder(["dune.png", "surf.png"])
            try pictures.write(Array(Self.sidecar.utf8), at: Array("dune.png.xmp".utf8))
            let home = try TemporaryFolder()
            let session = try session(without: ["libexempi"], [pictures.path], home: home)
            try await session.openAlbum()
            session.press(.enter)
            session.type("i")
            try await session.wait(for: "install libexempi")
            session.type("qq/tag:desert")
            try await session.wait(for: "0 of 2")
            let complete = try ScreenSession([pictures.path], home: home)
            try await complete.openAlbum()
            complete.type("/tag:desert")
            try await complete.wait(for: "1 of 2")
        }

        private static let sidecar = """
            <x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
            <rdf:Description xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:subject><rdf:Bag><rdf:li>desert</rdf:li></rdf:Bag>
            </dc:subject></rdf:Description></rdf:RDF></x:xmpmeta>
            """
    }
}
