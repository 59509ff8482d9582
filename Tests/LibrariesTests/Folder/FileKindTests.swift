import Albums
import Basics
import Glibc
import TestFixtures
import Testing

@testable import Libraries

@Suite("File types in a folder", .timeLimit(.minutes(60)))
struct FileKindTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.addFile("Rome/a.jpg")
    }

    @Test("FIFOs, sockets and links to devices are not listed")
    func specialFiles() async throws {
        try folder.addFIFO("fifo.jpg")
        try folder.addSocket("socket.jpg")
        try folder.addLink("zero.jpg", to: "/dev/zero")
        try folder.addLink("fifo link.jpg", to: "fifo.jpg")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == ["Rome"])
    }

    @Test("A folder with a picture's name is treated as a folder")
    func folderNamedLikePicture() async throws {
        try folder.addFile("album.jpg/b.jpg")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == ["album.jpg", "Rome"])
    }

    @Test("Links to pictures are listed; dangling and circular links are not")
    func linkedFiles() async throws {
        try folder.addLink("b.jpg", to: "Rome/a.jpg")
        try folder.addLink("gone.jpg", to: "nowhere.jpg")
        try folder.addLink("self.jpg", to: "self.jpg")
        try folder.addLink("ping.jpg", to: "pong.jpg")
        try folder.addLink("pong.jpg", to: "ping.jpg")
        let library = try await FolderLibrary.scanned(folder)
        #expect(try await library.photoTitles(of: .root) == ["b"])
    }

    @Test("A folder with several links is listed once, under its own path")
    func linkedFolders() async throws {
        try folder.addLink("A link", to: "Rome")
        try folder.addLink("Rome/round", to: "..")
        try folder.addLink("Rome/here", to: ".")
        #expect(try await FolderLibrary.scanned(folder).albumTitles() == ["Rome"])
    }

    @Test("Links to folders elsewhere are followed, and so are links inside them")
    func linkOutside() async throws {
        let outside = try TemporaryFolder()
        try outside.addFile("inside/b.jpg")
        try outside.addLink("back", to: folder.path)
        try outside.addLink("again", to: outside.path)
        try folder.addLink("NAS", to: outside.path)
        try folder.addLink("NAS twin", to: outside.path)
        let titles = try await FolderLibrary.scanned(folder).albumTitles()
        #expect(titles.count == 2 && titles.contains("Rome"))
        #expect(titles.contains("NAS/inside") || titles.contains("NAS twin/inside"))
    }

    @Test("A link to a parent folder of the library is not followed")
    func linkUp() async throws {
        try folder.addFile("library/c.jpg")
        try folder.addLink("library/up", to: "..")
        try folder.addLink("library/top", to: "/")
        let library = try FolderLibrary(path: Array("\(folder.path)/library".utf8))
        await library.scanned()
        #expect(try await library.albumTitles() == ["library"])
    }

    @Test("A library can be opened through a link")
    func linkedLibrary() async throws {
        try folder.addLink("link", to: "Rome")
        let library = try FolderLibrary(path: Array("\(folder.path)/link".utf8))
        await library.scanned()
        #expect(library.address == "\(folder.path)/link")
        #expect(try await library.albumTitles() == ["link"])
    }

    @Test("Two hundred nested folders are read")
    func nestedFolders() async throws {
        let nested = (1...200).map(String.init).joined(separator: "/")
        try folder.addFile("\(nested)/deep.jpg")
        let library = try await FolderLibrary.scanned(folder)
        #expect(try await library.albumTitles().contains(nested))
    }

    @Test("Paths longer than PATH_MAX are read")
    func longPaths() async throws {
        let name = String(repeating: "n", count: 250)
        try folder.addNestedFolders(named: name, count: 20, withFile: "deep.jpg")
        let library = try await FolderLibrary.scanned(folder)
        let titles = try await library.albumTitles()
        let path = Array(repeating: name, count: 20).joined(separator: "/")
        #expect(titles.contains(BoundedText(path).text))
        #expect(await library.totals() == LibraryTotals(albums: 2, photos: 2, isComplete: true))
    }
}
