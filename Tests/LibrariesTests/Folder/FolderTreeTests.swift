import Albums
import Foundation
import TestFixtures
import Testing

@testable import Libraries

@Suite("Folders of a folder library")
struct FolderTreeTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns the tree as indented lines: a sign and the name of a folder, or the name of an album.
    private func lines(
        _ folding: [String: Bool] = [:], by order: ListOrder = .original
    ) async throws -> [String] {
        let library = try await FolderLibrary.scanned(folder)
        let folding = folding.reduce(into: [:]) { $0[Album.ID($1.key)] = $1.value }
        let tree = await library.albumTree(folding: folding, by: order)
        let items = tree.page(in: 0..<1000).items
        #expect(items.count == tree.count)
        for (index, item) in items.enumerated() { #expect(tree.index(of: item.id) == index) }
        return items.map { item in
            switch item {
            case .folder(let folder):
                String(repeating: "  ", count: folder.depth) + (folder.isOpen ? "- " : "+ ") + folder.name
                    + " \(folder.albumCount)/\(folder.photoCount)"
            case .album(let album, _): album.name
            }
        }
    }

    @Test("Folders with albums below them are headings, the others albums; the first at each level is open")
    func tree() async throws {
        for name in [
            "top.jpg", "Garden/a.jpg", "2024/Alps/a.jpg", "2024/Porto/a.jpg", "2024/Porto/b.jpg", "2024/cover.jpg",
            "10/x/a.jpg", "9/y/z/a.jpg", "9/y/w/a.jpg", "9/b/c/a.jpg",
        ] { try folder.addFile(name) }
        let own = try #require(folder.path.split(separator: "/").last.map(String.init))
        #expect(
            try await lines() == [own, "Garden", "- 9 3/3", "  - b 1/1", "c", "  + y 2/2", "+ 10 1/1", "+ 2024 3/4"])
        #expect(
            try await lines(["9": false, "2024": true])
                == [own, "Garden", "+ 9 3/3", "+ 10 1/1", "- 2024 3/4", "2024", "Alps", "Porto"])
    }

    @Test("The sections of a tree begin with their folders")
    func sections() async throws {
        for name in ["a.jpg", "b/c/a.jpg", "b/d/a.jpg", "e/f/a.jpg"] { try folder.addFile(name) }
        let library = try await FolderLibrary.scanned(folder)
        let tree = await library.albumTree(folding: [:], by: .original)
        #expect(
            tree.sections == [
                AlbumTree.Section(hasFolder: false, albumCount: 1), AlbumTree.Section(hasFolder: true, albumCount: 2),
                AlbumTree.Section(hasFolder: true, albumCount: 0),
            ])
        #expect(tree.page(in: 2..<4).items.map(\.id) == [.album(Album.ID("b/c")), .album(Album.ID("b/d"))])
    }

    @Test("A closed folder stands for the albums and folders in it")
    func hiddenItems() async throws {
        for name in ["a/b/c/1.jpg", "a/b/d/1.jpg", "e/f/1.jpg"] { try folder.addFile(name) }
        let library = try await FolderLibrary.scanned(folder)
        let tree = await library.albumTree(folding: [Album.ID("a"): false], by: .original)
        #expect(tree.index(of: .album(Album.ID("a/b/c"))) == 0)
        #expect(tree.index(of: .folder(Album.ID("a/b"))) == 0)
        #expect(tree.index(of: .album(Album.ID("e/f"))) == 1)
        #expect(tree.index(of: .album(Album.ID("nowhere"))) == nil)
        // In a list, the first album below a folder stands for it.
        #expect(await library.index(of: Album.ID("e"), in: .everyone, matching: .everything) == 2)
        #expect(await library.index(of: Album.ID("a/b"), in: .everyone, matching: ListQuery("d")) == 0)
        #expect(await library.index(of: Album.ID("nowhere"), in: .everyone, matching: .everything) == nil)
    }

    @Test("Folders and their albums are sorted among themselves")
    func sorting() async throws {
        for (name, time) in [
            ("a/x/1.jpg", 50), ("a/y/1.jpg", 90), ("a/y/2.jpg", 10), ("b/z/1.jpg", 200), ("m/1.jpg", 5), ("n/1.jpg", 7),
        ] {
            try folder.addFile(name)
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: TimeInterval(time))],
                ofItemAtPath: folder.path + "/" + name)
        }
        #expect(
            try await lines(by: .newestFirst) == ["n", "m", "+ b 1/1", "- a 2/3", "y", "x"])
        // By the oldest photo, which y has.
        #expect(try await lines(by: .oldestFirst) == ["m", "n", "- a 2/3", "y", "x", "+ b 1/1"])
        #expect(try await lines(by: .photoCount) == ["m", "n", "- a 2/3", "y", "x", "+ b 1/1"])
        #expect(try await lines(by: .title) == ["m", "n", "- a 2/3", "x", "y", "+ b 1/1"])
    }
}
