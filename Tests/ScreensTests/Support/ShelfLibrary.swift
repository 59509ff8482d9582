import Albums
import Foundation
import Synchronization

/// A library of made-up albums that can grow while it is looked at.
final class ShelfLibrary: PhotoLibrary {
    let address = "shelf:"

    private struct Shelf {
        var albums: [Album] = []
        var photos: [Album.ID: [Photo]] = [:]
        var isComplete = true
        var failure: ShelfFailure?
        var largestRange = 0
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
    }

    private let shelf = Mutex(Shelf())

    /// Albums `Album 1`, `Album 2` … with so many photos each, titled `Photo 1` … with the tag `odd` or `even`.
    init(albums: Int = 3, photosPerAlbum: Int = 48) {
        for number in 1...max(1, albums) { add(album: "Album \(number)", photos: photosPerAlbum) }
    }

    func add(album title: String, photos count: Int) {
        let id = Album.ID(title)
        let photos = (0..<count).map { index in
            Photo(
                id: Photo.ID("\(title)/\(index + 1)"), albumID: id, title: "Photo \(index + 1)",
                tags: [index.isMultiple(of: 2) ? "odd" : "even"], author: "Ada", description: "Number \(index + 1)")
        }
        add(album: title, photos: photos)
    }

    func add(album title: String, photos: [Photo]) {
        shelf.withLock { shelf in
            let id = Album.ID(title)
            shelf.albums.append(
                Album(
                    id: id, ownerID: Owner.ID("ada"), title: title, photoCount: photos.count, cover: photos.first))
            shelf.albums.sort { $0.title < $1.title }
            shelf.photos[id] = photos
        }
    }

    func set(isComplete: Bool) { shelf.withLock { $0.isComplete = isComplete } }

    func set(failure: ShelfFailure?) { shelf.withLock { $0.failure = failure } }

    func tell(_ event: LibraryEvent) { shelf.withLock { $0.listeners.forEach { $0.yield(event) } } }

    /// The most photos or albums that were asked for at once.
    var largestRange: Int { shelf.withLock { $0.largestRange } }

    func owners() async throws -> [Owner] {
        [Owner(id: Owner.ID("ada"), name: "Ada Lovelace", address: .account(user: "ada", host: "engine", path: "~/p"))]
    }

    func albums(
        of owner: Owner.ID?, matching search: SearchQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        try page(of: { $0.albums }, range) { search.matches([FoldedText($0.title)]) }
    }

    func photos(in list: PhotoList, matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Photo> {
        guard case .album(let album) = list else { throw LibraryFailure.noSuchList }
        return try page(of: { $0.photos[album] ?? [] }, range) { photo in
            search.matches(([photo.title] + photo.tags).map { FoldedText($0) })
        }
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching search: SearchQuery) async throws -> Int? {
        try await photos(in: list, matching: search, in: 0..<1_000_000).items.firstIndex { $0.id == photo }
    }

    func picture(of photo: Photo) async throws -> PictureSource { .file(path: Array(photo.id.rawValue.utf8)) }

    func totals() async throws -> LibraryTotals {
        shelf.withLock { shelf in
            LibraryTotals(
                albums: shelf.albums.count, photos: shelf.photos.values.reduce(0) { $0 + $1.count },
                isComplete: shelf.isComplete)
        }
    }

    func events() -> AsyncStream<LibraryEvent> {
        AsyncStream { continuation in shelf.withLock { $0.listeners.append(continuation) } }
    }

    private func page<Element: Sendable>(
        of list: (Shelf) -> [Element], _ range: Range<Int>, where matches: (Element) -> Bool
    ) throws -> Page<Element> {
        try shelf.withLock { shelf in
            if let failure = shelf.failure { throw failure }
            if range.count < 1_000_000 { shelf.largestRange = max(shelf.largestRange, range.count) }
            let all = list(shelf)
            let matching = all.filter(matches)
            return Page(
                items: Array(matching[range.clamped(to: 0..<matching.count)]), matching: matching.count,
                available: all.count, isComplete: shelf.isComplete)
        }
    }
}

/// What a shelf answers when it was told to fail.
struct ShelfFailure: Error {}
