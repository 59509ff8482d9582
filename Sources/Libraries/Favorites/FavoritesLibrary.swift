import Albums
import FoundationEssentials
import Glibc
import Synchronization

/// The favorites of all libraries, as the feed of a library of their own.
///
/// Photos of the library that is open have the same IDs here, and their pictures come from there; those of others are
/// their thumbnails. Files are shown wherever they were found, as long as they exist.
public final class FavoritesLibrary: PhotoLibrary {
    public let address = "favorites:"

    private let source: FavoritesSource
    private let opened: any PhotoLibrary
    private let state = Mutex(State())

    private struct State {
        var list: FavoriteList?
        /// What was removed in this run: of a photo of another library nothing else is known.
        var removed: [Favorite.ID: Favorite] = [:]
    }

    /// - Parameter opened: the library that is open.
    public init(source: FavoritesSource, opened: any PhotoLibrary) {
        self.source = source
        self.opened = opened
    }

    /// Makes favorites of photos of this or of the open library; takes them from these if all of them are.
    /// - Throws: `FavoritesFailure`, and then nothing is changed.
    public func toggle(_ photos: [Photo]) async throws -> FavoriteChange {
        let listed = try? await list()
        let change = try await source.toggle(photos.map { favorite($0, listed: listed) })
        if case .removed(let favorites) = change {
            state.withLock { state in
                for favorite in favorites { state.removed[favorite.id] = favorite }
            }
        }
        return change
    }

    /// The ID that a photo of this or of the open library has here, whether it is a favorite or not.
    public func id(of photo: Photo) -> Photo.ID {
        FavoritePhotoID(photo, opened: opened.address).photo
    }

    /// The IDs of all photos here: now, and after each change. While they cannot be known, nothing is told.
    public func ids() -> AsyncStream<Set<Photo.ID>> {
        AsyncStream { continuation in
            let task = Task { [weak self, source] in
                for await _ in await source.changes() {
                    guard let self else { break }
                    if let list = try? await self.list() { continuation.yield(list.ids) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    public func owners() -> [Owner] {
        [Owner(id: .unknown, name: "", address: .place(.init()))]
    }

    public func albums(of owner: Owner.ID?, matching search: SearchQuery, in range: Range<Int>) -> Page<Album> {
        Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    public func photos(
        in list: PhotoList, matching search: SearchQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        guard list == .feed else { throw LibraryFailure.noSuchList }
        return try await self.list().favorites.page(matching: search, in: range, isComplete: true, item: \.photo)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching search: SearchQuery) async throws -> Int? {
        guard list == .feed else { throw LibraryFailure.noSuchList }
        let known = try await self.list()
        return known.place(of: photo).flatMap { known.favorites.rank(of: $0, matching: search) }
    }

    public func picture(of photo: Photo) async throws -> PictureSource {
        let id = FavoritePhotoID(photo, opened: opened.address)
        if id.isOpen, let picture = try? await opened.picture(of: photo) {
            if case .remote(let remote) = picture { return .remote(sparing(remote, of: id.favorite)) }
            return picture
        }
        if let file = id.favorite.file {
            let picture = PictureSource.file(path: file)
            return picture.isAtHand ? picture : .remote(thumbnail(of: id.favorite, insteadOf: .gone(path: file)))
        }
        return .remote(thumbnail(of: id.favorite, insteadOf: .elsewhere(library: id.favorite.library)))
    }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        let id = FavoritePhotoID(photo, opened: opened.address)
        if id.isOpen { return try await opened.details(of: photo) }
        let library = (try? await list().favorite(id.photo)?.library) ?? id.favorite.library
        var details = PhotoDetails()
        if library != opened.address { details.library = library }
        return details
    }

    public func totals() async throws -> LibraryTotals {
        LibraryTotals(albums: 0, photos: try await list().favorites.elements.count, isComplete: true)
    }

    public func events() -> AsyncStream<LibraryEvent> {
        AsyncStream { continuation in
            let task = Task { [source] in
                for await _ in await source.changes() { continuation.yield(.changed) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func list() async throws -> FavoriteList {
        let version = await source.version()
        if let list = state.withLock({ $0.list }), list.version == version { return list }
        let list = FavoriteList(try await source.all(), version: version, opened: opened.address)
        state.withLock { $0.list = list }
        return list
    }

    /// What becomes a favorite, if the photo is none.
    private func favorite(_ photo: Photo, listed: FavoriteList?) -> Favorite {
        let id = FavoritePhotoID(photo, opened: opened.address)
        let isOfFavorites = photo.id == id.photo
        // What is listed here keeps its library, and all else that is known of it, also while it is removed.
        if isOfFavorites, !id.isOpen {
            if let removed = state.withLock({ $0.removed[id.favorite] }) { return removed }
            if let favorite = listed?.favorite(photo.id) { return favorite }
        }
        return Favorite(
            photo: photo.with(id: isOfFavorites ? id.favorite.photo : photo.id), library: opened.address,
            file: photo.file, added: .now)
    }

    /// A picture of the network that is fetched only for more than a tile, since a service may count what it is asked.
    /// Without network there is the thumbnail in place of it.
    private func sparing(_ picture: RemotePicture, of id: Favorite.ID) -> RemotePicture {
        RemotePicture(
            width: picture.width, height: picture.height,
            fetch: { [source] width, priority in
                if width <= Self.tileWidth, let thumbnail = try? await source.thumbnail(id) {
                    return FetchedBytes(thumbnail)
                }
                do {
                    return try await picture.fetch(width, priority)
                } catch let failure as PictureFailure where failure.isForWantOfNetwork {
                    guard let thumbnail = try? await source.thumbnail(id) else { throw failure }
                    return FetchedBytes(thumbnail)
                }
            }, fetchOriginal: picture.fetchOriginal)
    }

    /// As many pixels as a thumbnail that is kept has across, or more.
    private static let tileWidth = 128

    private func thumbnail(of id: Favorite.ID, insteadOf missing: PictureFailure) -> RemotePicture {
        RemotePicture(
            width: nil, height: nil,
            fetch: { [source] _, _ in
                if let thumbnail = try? await source.thumbnail(id) { return FetchedBytes(thumbnail) }
                if case .gone = missing { throw missing }
                throw PictureFailure.notKept
            },
            fetchOriginal: { _ in throw missing }, missingOriginal: missing)
    }
}

extension PictureFailure {
    fileprivate var isForWantOfNetwork: Bool {
        switch self {
        case .unfetched(.unreachable), .unfetched(.timedOut): true
        default: false
        }
    }
}

extension PictureSource {
    /// False for a file that is not there.
    fileprivate var isAtHand: Bool {
        guard case .file(let path) = self else { return true }
        return (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { access($0, R_OK) == 0 } ?? false }
        }
    }
}
