import Foundation
import Storage
import Testing

@Suite("New files")
struct NewFileTests {
    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-\(UUID().uuidString)"

    @Test("A file is written whole, into folders that are made for it, and nothing else is left there")
    func writes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try NewFile.write(Array("dune".utf8), to: folder + "/Sea/Dune.jpg")
        #expect(path == folder + "/Sea/Dune.jpg")
        #expect(FileManager.default.contents(atPath: path) == Data("dune".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/Sea") == ["Dune.jpg"])
    }

    @Test("A file that is there stays, and the new one gets a number")
    func keepsOthers() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let paths = try (1...3).map { try NewFile.write([UInt8($0)], to: folder + "/Dune.jpg") }
        #expect(paths == ["/Dune.jpg", "/Dune 2.jpg", "/Dune 3.jpg"].map { folder + $0 })
        #expect(FileManager.default.contents(atPath: paths[0]) == Data([1]))
        #expect(try NewFile.write([1], to: folder + "/.hidden") == folder + "/.hidden")
        #expect(try NewFile.write([1], to: folder + "/.hidden") == folder + "/.hidden 2")
    }

    @Test("Where nothing can be written it says why")
    func failure() {
        #expect(throws: StorageFailure.self) { try NewFile.write([1], to: "/dev/null/Dune.jpg") }
    }
}
