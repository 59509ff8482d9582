import Albums
import Basics
import HTTP
import Synchronization

/// Unsplash: its public feed with topics as albums, or one user's photos and collections.
public final class UnsplashLibrary: PhotoLibrary {
    public static let defaultAPI = "https://api.unsplash.com"

    public let address: String
    public let capabilities = Capabilities(
        albumOrders: ListOrder.common, searchFields: SearchField.ofPhoto, hasOnlineSearch: true)

    private let subject: UnsplashSubject
    private let service: UnsplashService
    private let pictures: UnsplashPictures
    private let broadcaster: LibraryEventBroadcaster
    private let albums: SearchablePages<Album>
    private let photoLists = Mutex<[SortedList: SearchablePages<Photo>]>([:])
    private let personRequests = SharedWork<String, UnsplashUser>()
    private let person = Mutex<UnsplashUser?>(nil)

    /// A list of photos as sorted by Unsplash.
    private struct SortedList: Hashable {
        let list: PhotoList
        let order: ListOrder
    }

    /// - Parameters:
    ///   - address: `unsplash:`, or `unsplash:@USERNAME` for one user.
    ///   - key: the access key, sent only to the API. Without one, every request throws `keyMissing`.
    ///   - api: the API's base URL.
    public init(
        address: String, key: String, api: String = defaultAPI, send: @escaping HTTPSend
    ) throws(LibraryOpenFailure) {
        guard let subject = UnsplashSubject(address: address) else {
            throw .malformedAddress(example: "unsplash: or unsplash:@USERNAME")
        }
        guard let service = UnsplashService(api: api, key: key, send: send) else { throw .malformedServiceAddress }
        guard service.keepsKeySecret else { throw .unencryptedKey(host: service.host) }
        self.address = address
        self.subject = subject
        self.service = service
        let pictures = UnsplashPictures(service: service, fetch: PictureFetch(send: send, library: service.origin))
        let broadcaster = LibraryEventBroadcaster()
        self.pictures = pictures
        self.broadcaster = broadcaster
        albums = SearchablePages(
            PagedList(loadsWhileSearched: true, broadcaster: broadcaster) { request in
                let page: ListPage<UnsplashAlbum> = try await service.page(request, of: subject.albumsPath)
                return page.map { found in
                    let cover = found.cover.map { pictures.photo($0, in: found.id) }
                    let album = found.album(of: subject.ownerID, cover: cover)
                    return Listed(album, searchedTexts: SearchedTexts([album.title]))
                }
            }, keys: SortKeys(album: \.item))
    }

    /// The remaining request quota by the last response; nil before the first one.
    public var rateLimit: RateLimit? { service.rateLimit }

    /// Its list of albums is short enough to load whole.
    /// Unsplash sorts photos itself, and only some lists. Sorting here would load lists of any length, although
    /// requests are limited by the hour.
    public func photoOrders(in list: PhotoList) -> Set<ListOrder> {
        subject.sortsPhotos(of: list) ? [.original, .newestFirst, .oldestFirst] : [.original]
    }

    public func owners() async throws -> [Owner] {
        switch subject {
        case .everyone:
            [Owner(id: subject.ownerID, name: "Unsplash", website: "https://unsplash.com", address: .postal(.init()))]
        case .person(let username):
            [try await person(named: username).owner(id: subject.ownerID)]
        }
    }

    public func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        try await albums.page(matching: query, in: range)
    }

    public func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async -> Int? {
        albums.index(of: album, matching: query)
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        if case .folder = list { throw LibraryFailure.noSuchList }
        return try await photoList(list, query.order).page(matching: ListQuery(search: query.search), in: range)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async -> Int? {
        photoList(list, query.order).index(of: photo, matching: ListQuery(search: query.search))
    }

    public func picture(of photo: Photo) -> PictureSource {
        pictures.source(of: photo)
    }

    /// Counts against the request quota, so it is called only on the user's request.
    public func details(of photo: Photo) async throws -> PhotoDetails {
        try await service.get(UnsplashDetails.self, ["photos", photo.id.rawValue]).body.details
    }

    public func totals() async -> LibraryTotals {
        let person = person.withLock { $0 }
        let albumCount = albums.total ?? person?.collectionCount
        let photoCount = photoList(.feed).total ?? person?.photoCount
        return LibraryTotals(
            albums: albumCount ?? albums.loadedCount, photos: photoCount ?? photoList(.feed).loadedCount,
            isComplete: albumCount != nil && photoCount != nil)
    }

    public func refresh() async -> Bool {
        albums.retry()
        for list in photoLists.withLock({ Array($0.values) }) { list.retry() }
        personRequests.restart()
        return true
    }

    public func events() -> AsyncStream<LibraryEvent> {
        broadcaster.events()
    }

    private func person(named username: String) async throws -> UnsplashUser {
        if let loaded = person.withLock({ $0 }) { return loaded }
        return try await personRequests.value(for: username) { [self] in
            let found = try await service.get(UnsplashUser.self, ["users", username]).body
            person.withLock { $0 = found }
            return found
        }
    }

    /// Returns the list as sorted by Unsplash; in its original order if Unsplash does not sort it so.
    private func photoList(_ list: PhotoList, _ order: ListOrder = .original) -> SearchablePages<Photo> {
        let sorted = SortedList(list: list, order: photoOrders(in: list).contains(order) ? order : .original)
        return photoLists.withLock { lists in
            let photos = lists[sorted] ?? makePhotoList(sorted)
            lists[sorted] = photos
            return photos
        }
    }

    /// Searches do not load further pages: the feed is endless, and requests are limited by the hour.
    private func makePhotoList(_ sorted: SortedList) -> SearchablePages<Photo> {
        let list = sorted.list
        let path = subject.path(of: list)
        let filter =
            if case .searchResults(let query) = list {
                [(name: "query", value: query)]
            } else {
                sorted.order.unsplashName.map { [(name: "order_by", value: $0)] } ?? []
            }
        let album = if case .album(let id) = list { id } else { Album.ID("") }
        return SearchablePages(
            PagedList(loadsWhileSearched: false, skipsPages: true, broadcaster: broadcaster) {
                [service, pictures] request in
                let page: ListPage<UnsplashPhoto> = try await service.page(request, of: path, where: filter)
                return page.map { Listed(pictures.photo($0, in: album)) }
            }, keys: SortKeys(photo: \.item))
    }
}

extension ListOrder {
    /// The value of Unsplash's parameter `order_by`; nil for the default.
    fileprivate var unsplashName: String? {
        switch self {
        case .newestFirst: "latest"
        case .oldestFirst: "oldest"
        default: nil
        }
    }
}
