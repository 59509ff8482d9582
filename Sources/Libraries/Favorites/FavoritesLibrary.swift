import Albums
import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The favorites of all libraries, as the feed of a separate library.
///
/// Photos of the open library have the same IDs here, and their pictures come from that library. Photos of other
/// libraries are shown as thumbnails. Files are shown while they exist, whatever library they were added from.
public final class FavoritesLibrary: PhotoLibrary {
    public let address = "favorites:"

    public var capabilities: Capabilities {
        .collected(hasOriginals: opened.capabilities.hasOriginals)
    }

    /// Changes favorites of the open library only.
    public var editing: (any PhotoEditing)? { opened.editing }

    private let storage: any FavoritesStorage
    private let opened: any PhotoLibrary
    private let state = Mutex(State())

    private struct State {
        var list: FavoriteList?
        /// Favorites removed in this run, for undo. Photos of other libraries cannot be looked up anywhere else.
        var removed: [Favorite.ID: Favorite] = [:]
        /// The files of photos as they were listed last, each with the photo's version.
        var files: [Photo.ID: (identity: FileIdentity, version: Int)] = [:]
    }

    /// - Parameter opened: the open library.
    public init(storage: any FavoritesStorage, opened: any PhotoLibrary) {
        self.storage = storage
        self.opened = opened
    }

    /// Adds photos of this or of the open library to the favorites; if all of them are favorites, removes them.
    /// Throws if nothing has changed.
    public func toggle(_ photos: [Photo]) async throws(FavoritesFailure) -> FavoriteChange {
        let listed = try? await list()
        let change = try await storage.toggle(photos.map { favorite($0, listed: listed) })
        if case .removed(let favorites) = change {
            state.withLock { state in
                for favorite in favorites { state.removed[favorite.id] = favorite }
            }
        }
        return change
    }

    /// Returns the ID of a photo of this or of the open library, whether or not it is a favorite.
    public func id(of photo: Photo) -> Photo.ID {
        FavoritePhotoID(photo, opened: opened.address).photo
    }

    /// Returns the ID of the favorite that a photo of this or of the open library is or would be.
    public func favorite(of photo: Photo) -> Favorite.ID {
        FavoritePhotoID(photo, opened: opened.address).favorite
    }

    /// The address of the open library.
    public var openedAddress: String { opened.address }

    /// Returns a stream of the IDs of all favorites: now, and after each change. Yields nothing while they cannot be
    /// read.
    public func ids() -> AsyncStream<Set<Photo.ID>> {
        AsyncStream { continuation in
            let task = Task { [weak self, storage] in
                for await _ in await storage.changes() {
                    guard let self else { break }
                    if let list = try? await self.list() { continuation.yield(list.ids) }
                }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    /// The original order is that of adding, the latest first.
    public func owners() -> [Owner] {
        [Owner(id: .unknown, name: "", address: .postal(.init()))]
    }

    public func albums(in list: AlbumList, matching query: ListQuery, in range: Range<Int>) -> Page<Album> {
        Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        guard list == .feed else { throw LibraryFailure.noSuchList }
        let page = try await self.list().favorites.page(matching: query, in: range, isComplete: true, item: \.photo)
        return Page(
            items: await identified(page.items), matching: page.matching, available: page.available, isComplete: true)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        guard list == .feed else { throw LibraryFailure.noSuchList }
        let known = try await self.list()
        return known.index(of: photo).flatMap { known.favorites.rank(of: $0, matching: query) }
    }

    public func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        query.order.isByDate ? try await self.list().favorites.months(matching: query) : nil
    }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> [Double?] {
        try await self.list().favorites.page(matching: query, in: range, isComplete: true, item: \.photo.aspect).items
    }

    public func isReplaced(_ photo: Photo) async -> Bool {
        if FavoritePhotoID.isListed(photo) { return await opened.isReplaced(photo) }
        guard let file = photo.file, let shown = photo.identity else { return false }
        return await DispatchQueue.global().runBlocking {
            guard let current = FileIdentity(at: file), current.node != shown.node else { return false }
            return !current.isUnchanged(since: shown) { file.keepsInodes }
        }
    }

    /// Returns photos with the identities of their files. If a file has changed since the last listing, its photo gets
    /// another version, so that the tile shows the new file.
    private func identified(_ photos: [Photo]) async -> [Photo] {
        let identities = await DispatchQueue.global().runBlocking {
            photos.map { $0.file.flatMap(FileIdentity.init(at:)) }
        }
        return state.withLock { state in
            zip(photos, identities).map { photo, identity in
                guard let identity else { return photo }
                let former = state.files[photo.id]
                let version = former.map { $0.identity == identity ? $0.version : $0.version + 1 } ?? photo.version
                state.files[photo.id] = (identity, version)
                return photo.with(identity: identity, version: version)
            }
        }
    }

    public func picture(of photo: Photo) async throws -> PictureSource {
        let id = FavoritePhotoID(photo, opened: opened.address)
        if id.isOpen, let picture = try? await opened.picture(of: photo) {
            if case .remote(let remote) = picture { return .remote(preferringThumbnail(remote, of: id.favorite)) }
            return picture
        }
        if let file = id.favorite.file {
            // The path as listed, which may be relative or lead through links, is the one that the user knows.
            let listed = FavoritePhotoID.isListed(photo) ? try? await opened.picture(of: photo) : nil
            let picture = listed ?? .file(path: file)
            return picture.isReadable
                ? picture : .remote(thumbnail(of: id.favorite, insteadOf: .missingFile(path: file)))
        }
        return .remote(thumbnail(of: id.favorite, insteadOf: .inAnotherLibrary(id.favorite.library)))
    }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        let id = FavoritePhotoID(photo, opened: opened.address)
        if id.isOpen { return try await opened.details(of: photo) }
        let library = (try? await list().favorite(id.photo)?.library) ?? id.favorite.library
        var details = PhotoDetails()
        if library != opened.address { details.library = BoundedText(library).text }
        return details
    }

    public func totals() async throws -> LibraryTotals {
        LibraryTotals(albums: 0, photos: try await list().favorites.elements.count, isComplete: true)
    }

    public func events() -> AsyncStream<LibraryEvent> {
        AsyncStream { continuation in
            let task = Task { [storage] in
                for await _ in await storage.changes() { continuation.yield(.changed) }
                continuation.finish()
            }
            continuation.onTermination = { _ in task.cancel() }
        }
    }

    private func list() async throws -> FavoriteList {
        let version = await storage.version
        if let list = state.withLock({ $0.list }), list.version == version { return list }
        let list = FavoriteList(try await storage.all(), version: version, opened: opened.address)
        state.withLock { $0.list = list }
        return list
    }

    /// Returns the favorite to add for a photo.
    private func favorite(_ photo: Photo, listed: FavoriteList?) -> Favorite {
        let id = FavoritePhotoID(photo, opened: opened.address)
        let isOfFavorites = photo.id == id.photo
        // Reuse the known favorite with its library and metadata, even if it was removed.
        if isOfFavorites, !id.isOpen {
            if let removed = state.withLock({ $0.removed[id.favorite] }) { return removed }
            if let favorite = listed?.favorite(photo.id) { return favorite }
        }
        return Favorite(
            photo: photo.with(id: isOfFavorites ? id.favorite.photo : photo.id), library: opened.address,
            file: photo.file, added: .now)
    }

    /// Returns a remote picture that uses the stored thumbnail for tiles, because services may limit requests. Offline,
    /// the thumbnail replaces the picture.
    private func preferringThumbnail(_ picture: RemotePicture, of id: Favorite.ID) -> RemotePicture {
        RemotePicture(
            size: picture.size,
            fetch: { [storage] width, priority in
                if width <= Self.tileWidth, let thumbnail = try? await storage.thumbnail(of: id) {
                    return FetchedBytes(thumbnail)
                }
                do {
                    return try await picture.fetch(width, priority)
                } catch let failure as PictureFailure where failure.isOffline {
                    guard let thumbnail = try? await storage.thumbnail(of: id) else { throw failure }
                    return FetchedBytes(thumbnail)
                }
            }, fetchOriginal: picture.fetchOriginal)
    }

    /// The maximum width that is served from a stored thumbnail, in pixels.
    private static let tileWidth = 128

    private func thumbnail(of id: Favorite.ID, insteadOf missing: PictureFailure) -> RemotePicture {
        RemotePicture(
            size: nil,
            fetch: { [storage] _, _ in
                if let thumbnail = try? await storage.thumbnail(of: id) { return FetchedBytes(thumbnail) }
                if case .missingFile = missing { throw missing }
                throw PictureFailure.noThumbnail
            },
            fetchOriginal: { _ in throw missing }, missingOriginal: missing)
    }
}

extension PictureFailure {
    fileprivate var isOffline: Bool {
        switch self {
        case .downloadFailed(.unreachable), .downloadFailed(.timedOut): true
        default: false
        }
    }
}

extension PictureSource {
    /// Whether the picture can be read; false for a missing file.
    fileprivate var isReadable: Bool {
        guard case .file(let path) = self else { return true }
        return (path + [0]).withUnsafeBufferPointer { path in
            path.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { access($0, R_OK) == 0 } ?? false }
        }
    }
}
