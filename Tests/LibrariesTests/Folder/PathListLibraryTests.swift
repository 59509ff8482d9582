import Albums
import Foundation
import Libraries
import TestFixtures
import Testing

@Suite("List of paths")
struct PathListLibraryTests {
    @Test("Existing pictures are one album, in the given order, each once")
    func listing() async throws {
        let folder = try TemporaryFolder()
        for name in ["b.png", "a.png", "note.txt"] {
            try Data().write(to: URL(fileURLWithPath: "\(folder.path)/\(name)"))
        }
        let paths = ["b.png", "a.png", "b.png", "note.txt", "missing.png"].map { Array("\(folder.path)/\($0)".utf8) }
        let library = PathListLibrary(paths: paths, title: "Standard input")
        #expect(!library.isEmpty)
        #expect(library.totals().photos == 2)
        #expect(library.owners().count == 1)
        let albums = library.albums(in: .everyone, matching: .everything, in: 0..<9)
        #expect(albums.items.map(\.title) == ["Standard input"])
        let album = try #require(albums.items.first)
        let page = try library.photos(in: .album(album.id), matching: .everything, in: 0..<9)
        #expect(page.items.count == 2)
        let last = try #require(page.items.last)
        guard case .file(let path) = library.picture(of: last) else {
            Issue.record("no file")
            return
        }
        #expect(path == paths[1])
        #expect(library.index(of: last.id, in: .album(album.id), matching: .everything) == 1)
    }
}
