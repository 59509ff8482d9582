import Albums
import Foundation
import Storage
import Testing

@Suite("Sidecar paths")
struct SidecarPathTests {
    @Test("The sidecars that exist are found under both names, but no folder")
    func existing() throws {
        let folder = FileManager.default.temporaryDirectory.path + "/tintype-tests-\(UUID().uuidString)"
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FileManager.default.createDirectory(
            atPath: folder + "/b.jpg.xmp", withIntermediateDirectories: true)
        for name in ["a.jpg", "a.jpg.xmp", "a.xmp", "b.jpg", "c.xmp"] {
            try Data().write(to: URL(fileURLWithPath: folder + "/" + name))
        }
        let names = ["a.jpg", "b.jpg", "d.jpg"].map { name in
            SidecarPath.existing(besides: Array("\(folder)/\(name)".utf8)).map {
                String(decoding: $0.dropFirst(folder.utf8.count + 1), as: UTF8.self)
            }
        }
        #expect(names == [["a.jpg.xmp", "a.xmp"], [], []])
    }

    @Test(
        "The copy of a sidecar is named after the copy of its picture",
        arguments: [
            ("/a/IMG.jpg.xmp", "/b/Dune 2.jpg", "/b/Dune 2.jpg.xmp"), ("/a/IMG.xmp", "/b/Dune 2.jpg", "/b/Dune 2.xmp"),
            ("/a/IMG.XMP", "/b/IMG.jpg", "/b/IMG.XMP"), ("/a/IMG.jpg.json", "/b/c.d/e", "/b/c.d/e.json"),
            ("/a/other.json", "/b/Dune.jpg", "/b/other.json"),
        ])
    func copies(sidecar: String, copy: String, expected: String) {
        let path = SidecarPath.path(
            forCopyOf: Array(sidecar.utf8), of: Array("/a/IMG.jpg".utf8), savedAt: Array(copy.utf8))
        #expect(String(decoding: path, as: UTF8.self) == expected)
    }
}
