import Albums
import Foundation
import Synchronization

/// A library of made-up albums that can grow while it is looked at.
final class ShelfLibrary: PhotoLibrary {
    let address = "shelf:"

    private struct Shelf {
        var albums: [Album] = []
        var photos: [Album.ID: [Photo]] = [:]
        var owners = [ada]
        var isComplete = true
        /// How much of each list has been read, nil for all of it.
        var known: Int?
        /// Why no more is read.
        var cutShort: LibraryFailure?
        /// Whether photos are painted, and not in files.
        var isPainted = false
        /// What others have made of the photos of each album, to be seen once it is read again.
        var unread: [Photo]?
        var dateKind = Photo.DateKind.taken
        /// Whether questions have to wait.
        var isHeld = false
        /// The questions that wait.
        var waiting = 0
        /// Whose albums were asked for, nil for everyone's.
        var askedScopes: [Owner.ID?] = []
        var failure: ShelfFailure?
        var largestRange = 0
        var listeners: [AsyncStream<LibraryEvent>.Continuation] = []
    }

    private static let ada = Owner(
        id: Owner.ID("ada"), name: "Ada Lovelace", address: .account(user: "ada", host: "engine", path: "~/p"))

    private let shelf = Mutex(Shelf())

    /// Albums `Album 1`, `Album 2` … with so many photos each, titled `Photo 1` … with the tag `odd` or `even`.
    init(albums: Int = 3, photosPerAlbum: Int = 48) {
        for number in 1...max(1, albums) { add(album: "Album \(number)", photos: photosPerAlbum) }
    }

    /// A feed of these photos.
    init(photos: [Photo]) {
        add(album: "All", photos: photos)
    }

    /// Paints its photos itself from now on.
    func paint() { shelf.withLock { $0.isPainted = true } }

    /// Has these photos in place of those it had once it is read again.
    func set(unread photos: [Photo]) { shelf.withLock { $0.unread = photos } }

    func set(dateKind: Photo.DateKind) { shelf.withLock { $0.dateKind = dateKind } }

    var dateKind: Photo.DateKind { shelf.withLock { $0.dateKind } }

    func refresh() async -> Bool {
        guard let photos = shelf.withLock({ $0.unread }) else { return false }
        set(photos: photos)
        return true
    }

    /// Has these photos in place of those it had.
    func set(photos: [Photo]) {
        shelf.withLock { shelf in
            for album in shelf.albums { shelf.photos[album.id] = photos }
        }
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

    /// Has as many of each list as a service that hands it out by pages; asking for more brings no more.
    func set(known: Int?, cutShort: LibraryFailure? = nil) {
        shelf.withLock { shelf in
            shelf.known = known
            shelf.cutShort = cutShort
        }
    }

    /// Lets no question be answered until that is taken back.
    func set(isHeld: Bool) { shelf.withLock { $0.isHeld = isHeld } }

    func set(owners: [Owner]) { shelf.withLock { $0.owners = owners } }

    var waiting: Int { shelf.withLock { $0.waiting } }

    var askedScopes: [Owner.ID?] { shelf.withLock { $0.askedScopes } }

    func tell(_ event: LibraryEvent) { shelf.withLock { $0.listeners.forEach { $0.yield(event) } } }

    /// The most photos or albums that were asked for at once.
    var largestRange: Int { shelf.withLock { $0.largestRange } }

    func owners() async throws -> [Owner] {
        try await takeTurn()
        return shelf.withLock { $0.owners }
    }

    func albums(
        of owner: Owner.ID?, matching search: SearchQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        shelf.withLock { $0.askedScopes.append(owner) }
        try await takeTurn()
        return try page(of: { $0.albums.filter { owner == nil || $0.ownerID == owner } }, range) {
            search.matches([FoldedText($0.title)])
        }
    }

    func details(of album: Album) async throws -> Album {
        try await takeTurn()
        return album
    }

    func photos(in list: PhotoList, matching search: SearchQuery, in range: Range<Int>) async throws -> Page<Photo> {
        try await takeTurn()
        return try page(of: { try Self.photos($0, in: list) }, range) { photo in
            search.matches(([photo.title] + photo.tags).map { FoldedText($0) })
        }
    }

    private static func photos(_ shelf: Shelf, in list: PhotoList) throws -> [Photo] {
        switch list {
        case .album(let album): shelf.photos[album] ?? []
        case .feed: shelf.albums.flatMap { shelf.photos[$0.id] ?? [] }
        case .answers: throw LibraryFailure.noSuchList
        }
    }

    private func takeTurn() async throws {
        guard shelf.withLock({ $0.isHeld }) else { return }
        shelf.withLock { $0.waiting += 1 }
        defer { shelf.withLock { $0.waiting -= 1 } }
        while shelf.withLock({ $0.isHeld }) { try await Task.sleep(for: .milliseconds(1)) }
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching search: SearchQuery) async throws -> Int? {
        try await photos(in: list, matching: search, in: 0..<1_000_000).items.firstIndex { $0.id == photo }
    }

    func picture(of photo: Photo) async throws -> PictureSource {
        shelf.withLock { $0.isPainted }
            ? .painting(Painting(width: 1, height: 1) { _, _, _ in [] }) : .file(path: Array(photo.id.rawValue.utf8))
    }

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
        of list: (Shelf) throws -> [Element], _ range: Range<Int>, where matches: (Element) -> Bool
    ) throws -> Page<Element> {
        try shelf.withLock { shelf in
            if let failure = shelf.failure { throw failure }
            if range.count < 1_000_000 { shelf.largestRange = max(shelf.largestRange, range.count) }
            let all = try list(shelf)
            let known = all.prefix(shelf.known ?? all.count)
            let matching = known.filter(matches)
            return Page(
                items: Array(matching[range.clamped(to: 0..<matching.count)]), matching: matching.count,
                available: known.count, isComplete: shelf.isComplete && known.count == all.count,
                total: shelf.known.map { _ in all.count }, failure: shelf.cutShort)
        }
    }
}

/// What a shelf answers when it was told to fail.
struct ShelfFailure: Error {}

extension Owner {
    static func named(_ name: String) -> Owner {
        Owner(id: ID(name), name: name.capitalized, address: .place(.init()))
    }
}
