import Basics
import FoundationEssentials
import Glibc
import TestFixtures
import Testing

@testable import Libraries

@Suite("Hostile file names")
struct HostileNameTests {
    @Test("Every file is listed with a unique ASCII ID and opened by its bytes")
    func names() async throws {
        let folder = try TemporaryFolder()
        for name in HostileNames.all { try folder.addFile(name, contents: name.identifier) }
        let library = try await FolderLibrary.scanned(folder)
        let photos = try await library.photos(in: .album(.root), matching: .everything, in: 0..<1000).items
        #expect(photos.count == HostileNames.all.count - 1, "a lone line feed has no extension")
        #expect(Set(photos.map(\.id)).count == photos.count)
        for (index, photo) in photos.enumerated() {
            #expect(photo.id.rawValue.utf8.allSatisfy { (0x21...0x7E).contains($0) })
            guard case .file(let path) = await library.picture(of: photo) else {
                Issue.record("not a file")
                continue
            }
            #expect(try contents(ofFileAt: path) == photo.id.rawValue)
            #expect(try await library.index(of: photo.id, in: .album(.root), matching: .everything) == index)
        }
    }

    @Test("Folders can have hostile names too")
    func folders() async throws {
        let folder = try TemporaryFolder()
        for name in HostileNames.all {
            try #require(mkdir((folder.bytes + [0x2F] + name + [0]).map { CChar(bitPattern: $0) }, 0o700) == 0)
            try folder.addFile(name + Array("/a.jpg".utf8), contents: (name + Array("/a.jpg".utf8)).identifier)
        }
        let library = try await FolderLibrary.scanned(folder)
        let albums = await library.albums(in: .everyone, matching: .everything, in: 0..<1000).items
        #expect(Set(albums.map(\.id)).count == HostileNames.all.count)
        for album in albums {
            let photo = try #require(
                try await library.photos(in: .album(album.id), matching: .everything, in: 0..<2).items.first)
            guard case .file(let path) = await library.picture(of: photo) else { continue }
            #expect(try contents(ofFileAt: path) == photo.id.rawValue)
        }
    }

    @Test("Escaping a path and unescaping it gives the path", arguments: HostileNames.all)
    func escaping(name: [UInt8]) {
        #expect(BytePath(identifier: name.identifier) == name)
    }

    @Test("An ID with invalid escapes is taken literally", arguments: ["%", "%4", "%zz", "a%", "%+1"])
    func strangeEscapes(text: String) {
        #expect(BytePath(identifier: text) == Array(text.utf8))
    }

    private func contents(ofFileAt path: [UInt8]) throws -> String {
        let descriptor = path.withCPath { open($0, O_RDONLY) }
        try #require(descriptor >= 0)
        defer { close(descriptor) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(descriptor, &bytes, bytes.count)
        return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
    }
}
