import Foundation
import Testing

@testable import Storage

@Suite("New files")
struct NewFileTests {
    private func write(_ bytes: [UInt8], to path: String, modified: timespec? = nil) throws -> String {
        let file = try NewFile(at: path, size: bytes.count)
        try bytes.withUnsafeBytes { try file.write($0) }
        return try file.publish(modified: modified)
    }

    private let folder = FileManager.default.temporaryDirectory.path + "/tintype-\(UUID().uuidString)"

    @Test("A file is written whole, its folders are created, and no temporary file is left")
    func writes() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write(Array("dune".utf8), to: folder + "/Sea/Dune.jpg")
        #expect(path == folder + "/Sea/Dune.jpg")
        #expect(FileManager.default.contents(atPath: path) == Data("dune".utf8))
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder + "/Sea") == ["Dune.jpg"])
    }

    @Test("An existing file is kept, and the new one gets a number")
    func keepsOthers() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let paths = try (1...3).map { try write([UInt8($0)], to: folder + "/Dune.jpg") }
        #expect(paths == ["/Dune.jpg", "/Dune 2.jpg", "/Dune 3.jpg"].map { folder + $0 })
        #expect(FileManager.default.contents(atPath: paths[0]) == Data([1]))
        #expect(try write([1], to: folder + "/.hidden") == folder + "/.hidden")
        #expect(try write([1], to: folder + "/.hidden") == folder + "/.hidden 2")
    }

    @Test("Where hard links fail, files are still published, and no other file is replaced", arguments: [false, true])
    func noHardLinks(canRenameExclusively: Bool) throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        func fail(_ error: Int32) -> ExclusiveRename.Call {
            { _, _ in
                errno = error
                return -1
            }
        }
        var renaming = ExclusiveRename(link: fail(EPERM))
        if !canRenameExclusively { renaming.renameExclusively = fail(EINVAL) }
        let paths = try (1...3).map { number in
            let file = try NewFile(at: folder + "/Dune.jpg")
            try [UInt8(number)].withUnsafeBytes { try file.write($0) }
            return try file.publish(renaming: renaming)
        }
        #expect(paths == ["/Dune.jpg", "/Dune 2.jpg", "/Dune 3.jpg"].map { folder + $0 })
        #expect(paths.map { FileManager.default.contents(atPath: $0) } == (1...3).map { Data([$0]) })
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 3)
    }

    @Test("If the disk is full, the reason is reported and nothing is left")
    func failedPublication() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var file: NewFile? = try NewFile(at: folder + "/Dune.jpg")
        let full = ExclusiveRename { _, _ in
            errno = EPERM
            return -1
        } renameExclusively: { _, _ in
            errno = ENOSPC
            return -1
        }
        let failure = #expect(throws: StorageFailure.self) { try file?.publish(renaming: full) }
        #expect(failure?.reason == "No space left on device")
        file = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("A failed write reports the reason")
    func failure() {
        #expect(throws: StorageFailure.self) { try write([1], to: "/dev/null/Dune.jpg") }
    }

    @Test("An abandoned file is removed")
    func givenUp() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        var file: NewFile? = try NewFile(at: folder + "/Dune.jpg")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 1)
        withExtendedLifetime(file) {}
        file = nil
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }

    @Test("The modification date is kept; an impossible date is harmless")
    func modificationDate() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = try write([1], to: folder + "/a", modified: timespec(tv_sec: 1_500_000_000, tv_nsec: 250_000_000))
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate] as? Date
        #expect(date == Date(timeIntervalSince1970: 1_500_000_000.25))
        _ = try write([1], to: folder + "/b", modified: timespec(tv_sec: 1 << 62, tv_nsec: 0))
    }

    @Test("A file larger than the free space fails before anything is written")
    func tooLarge() throws {
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let failure = #expect(throws: StorageFailure.self) { try NewFile(at: folder + "/Dune.jpg", size: 1 << 60) }
        #expect(failure?.reason == "No space left on device")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == [])
    }
}
