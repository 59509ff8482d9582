import Albums
import HTTP
import TestFixtures
import Testing

@testable import Libraries

@Suite("Kinds of libraries")
struct LibraryKindTests {
    private let kinds: [LibraryKind] = [.folder, .jsonPlaceholder, .unsplash, .memory]
    private let resources = LibraryResources { _ in HTTPResponse(status: 404) }

    private func open(_ address: String, _ resources: LibraryResources? = nil) throws -> OpenedLibrary {
        let address = LibraryAddress(address)
        return try #require(kinds.kind(of: address)).open(address, resources ?? self.resources)
    }

    @Test("A kind is added by its value in the registry")
    func added() async throws {
        let opened = try open("MEMORY:Sea")
        let albums = try await opened.library.albums(in: .everyone, matching: .everything, in: 0..<9).items
        #expect(albums.map(\.title) == ["Sea"])
        #expect(kinds.compactMap(\.completion) == ["unsplash:", "memory:"])
    }

    @Test(
        "An address is opened by the kind of its scheme, a path by the folder kind",
        arguments: [
            ("demo", "A folder, a photo"), ("./unsplash:", "A folder, a photo"), ("x:y", "A folder, a photo"),
            ("unsplash", "A folder, a photo"), ("http:/x", "A folder, a photo"), ("", "A folder, a photo"),
            ("http://host", "http(s)://…"), ("HTTPS://host/x", "http(s)://…"), ("unsplash:", "unsplash:"),
            ("Unsplash:@ada", "unsplash:"), ("memory:x", "memory:x"),
        ])
    func addresses(address: String, example: String) {
        #expect(kinds.kind(of: LibraryAddress(address))?.example == example)
    }

    @Test("An unknown scheme belongs to no kind", arguments: ["gopher://host", "ftp://a/b", "://"])
    func unknown(address: String) {
        #expect(kinds.kind(of: LibraryAddress(address)) == nil)
    }

    @Test("A folder is opened by the bytes of its path")
    func folder() async throws {
        let folder = try TemporaryFolder()
        let name: [UInt8] = [0xFF, 0x2E, 0x6A, 0x70, 0x67]
        try folder.addFile(name)
        let address = LibraryAddress(bytes: folder.bytes + [UInt8(ascii: "/")] + name)
        let opened = try #require(kinds.kind(of: address)).open(address, resources)
        #expect(opened.photo?.id.rawValue == "%FF.jpg")
        #expect(throws: LibraryOpenFailure.folder(.missing)) { try open(folder.path + "/none") }
    }

    @Test("A kind without its key explains where to get one")
    func keyMissing() throws {
        #expect(throws: LibraryOpenFailure.keyMissing(.unsplash)) { try open("unsplash:") }
        let resources = LibraryResources(send: resources.send, keys: ["unsplash.key-file": "k"])
        #expect(try open("unsplash:", resources).startsWithFeed)
    }
}

extension LibraryKind {
    /// Albums without photos in memory: `memory:TITLE`.
    fileprivate static let memory = LibraryKind(
        addresses: .scheme("memory"), example: "memory:x", summary: "memory:TITLE"
    ) { address, _ throws(LibraryOpenFailure) in
        let title = address.normalized.dropFirst("memory:".count)
        guard !title.isEmpty else { throw .malformedAddress(example: "memory:x") }
        return OpenedLibrary(InMemoryLibrary(album: String(title)))
    }
}

/// A library with one empty album.
private struct InMemoryLibrary: PhotoLibrary {
    let address = "memory:"
    private let owner = Owner(id: Owner.ID("ada"), name: "Ada", address: .postal(.init()))
    private let album: Album

    init(album title: String) {
        album = Album(id: Album.ID(title), ownerID: owner.id, title: title, photoCount: 0, cover: nil)
    }

    func owners() async -> [Owner] { [owner] }

    func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) async -> Page<Album> {
        Page(items: range.contains(0) ? [album] : [], matching: 1, available: 1, isComplete: true)
    }

    func photos(in list: PhotoList, matching query: ListQuery, in range: Range<Int>) async -> Page<Photo> {
        Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async -> Int? { nil }

    func picture(of photo: Photo) async throws -> PictureSource { throw PictureFailure.noPicture }

    func totals() async -> LibraryTotals { LibraryTotals(albums: 1, photos: 0, isComplete: true) }

    func events() -> AsyncStream<LibraryEvent> { AsyncStream { $0.finish() } }
}
