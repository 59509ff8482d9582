import Albums
import Glibc
import TestFixtures
import Testing

@testable import Libraries

@Suite("Opening a path")
struct OpenedPathTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFile("Rome/2.jpg")
        try folder.addFile("Rome/10.jpg")
    }

    private func library(_ name: String) throws -> FolderLibrary {
        try FolderLibrary(path: Array("\(folder.path)/\(name)".utf8))
    }

    @Test("A path that cannot be opened fails with the reason, without blocking", .timeLimit(.minutes(60)))
    func failures() throws {
        try folder.addFIFO("fifo.jpg")
        #expect(throws: FolderFailure.missing) { try FolderLibrary(path: []) }
        #expect(throws: FolderFailure.missing) { try library("nowhere") }
        #expect(throws: FolderFailure.notAFolder) { try library("fifo.jpg") }
        #expect(throws: FolderFailure.notAFolder) { try library("Rome/2.jpg/x") }
        #expect(throws: FolderFailure.notAFolder) { try FolderLibrary(path: Array("/dev/zero".utf8)) }
        #expect(throws: FolderFailure.unreadable(reason: "File name too long")) {
            try library(String(repeating: "x", count: 300))
        }
    }

    @Test(
        "The address is the absolute path with dots and slashes normalized",
        arguments: ["Rome", "Rome/", "./Rome//", "Rome/.", "Rome/../Rome"])
    func addresses(name: String) throws {
        #expect(try library(name).address == "\(folder.path)/Rome")
    }

    @Test("A relative path is resolved against the working directory")
    func relativePath() throws {
        let current = try #require(getcwd(nil, 0))
        defer { free(current) }
        #expect(try OpenedPath(BytePath(".".utf8)).folder == BytePath(String(cString: current).utf8))
    }

    @Test("Opening a photo opens its folder and finds the photo")
    func photo() async throws {
        let library = try library("Rome/10.jpg")
        await library.scanned()
        let photo = try #require(library.namedPhoto)
        #expect(library.address == "\(folder.path)/Rome")
        #expect(photo.title == "10")
        #expect(try await library.index(of: photo.id, in: .album(photo.albumID), matching: .everything) == 1)
    }

    @Test("A file with any name can be opened", arguments: ["scan", ".hidden.jpg", "photo.jpg.part", ".jpg", "a."])
    func anyFile(name: String) async throws {
        try folder.addFile("Rome/\(name)")
        let library = try library("Rome/\(name)")
        await library.scanned()
        let photo = try #require(library.namedPhoto)
        #expect(await library.totals().photos == 3)
        #expect(try await library.index(of: photo.id, in: .album(photo.albumID), matching: .everything) != nil)
        #expect(!photo.title.isEmpty)
    }

    @Test("Opening a folder selects no photo")
    func noPhoto() throws {
        #expect(try library("Rome").namedPhoto == nil)
    }
}
