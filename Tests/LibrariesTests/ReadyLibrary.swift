import Albums
import TestFixtures

@testable import Libraries

extension PhotoLibrary {
    /// Waits for the end of the scan and returns the events until then.
    @discardableResult
    func scanned() async -> [LibraryEvent] {
        var events: [LibraryEvent] = []
        for await event in self.events() { events.append(event) }
        return events
    }

    /// Returns all photos of a list, loading every page.
    func allPhotos(in list: PhotoList, by order: ListOrder = .original) async throws -> [Photo] {
        let query = ListQuery(order: order)
        var page = try await photos(in: list, matching: query, in: 0..<1)
        while !page.isComplete {
            page = try await photos(in: list, matching: query, in: page.available..<page.available + 1)
        }
        return try await photos(in: list, matching: query, in: 0..<page.available).items
    }

    /// Returns all albums of an owner or of everyone, loading every page.
    func allAlbums(in list: AlbumList = .everyone, by order: ListOrder = .original) async throws -> [Album] {
        let query = ListQuery(order: order)
        var page = try await albums(in: list, matching: query, in: 0..<1)
        while !page.isComplete {
            page = try await albums(in: list, matching: query, in: page.available..<page.available + 1)
        }
        return try await albums(in: list, matching: query, in: 0..<page.available).items
    }

    func albumTitlesByID() async throws -> [Album.ID: String] {
        let albums = try await albums(in: .everyone, matching: .everything, in: 0..<1000).items
        return Dictionary(uniqueKeysWithValues: albums.map { ($0.id, $0.title) })
    }

    func albumTitles(matching typed: String = "") async throws -> [String] {
        try await albums(in: .everyone, matching: ListQuery(typed), in: 0..<1000).items.map(\.title)
    }

    func photoTitles(of album: Album.ID, matching typed: String = "") async throws -> [String] {
        try await photos(in: .album(album), matching: ListQuery(typed), in: 0..<1000).items.map(\.title)
    }
}

extension FolderLibrary {
    /// Returns the library of a folder after its scan.
    static func scanned(_ folder: TemporaryFolder) async throws -> FolderLibrary {
        let library = try FolderLibrary(path: folder.bytes)
        await library.scanned()
        return library
    }
}

extension Album.ID {
    /// The opened folder itself.
    static let root = Album.ID(".")
}
