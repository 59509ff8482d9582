import Albums
import Basics
import HTTP

/// A JSONPlaceholder-style REST service: `/users`, `/albums?userId=` and `/photos?albumId=`, in pages.
public final class JSONPlaceholderLibrary: PhotoLibrary {
    public let address: String

    /// Lists have no dates, and counting photos takes a request for each album.
    public let capabilities = Capabilities(albumOrders: [.original, .title], photoOrders: [.original, .title])

    private let broadcaster = LibraryEventBroadcaster()
    private let owners: JSONPlaceholderOwners
    private let albums: JSONPlaceholderAlbums
    private let photos: JSONPlaceholderPhotos
    private let pictures: JSONPlaceholderPictures

    /// Returns nil if the address is not a valid URL, or if it would expose the credential.
    /// - Parameters:
    ///   - address: an http or https URL, such as `https://jsonplaceholder.typicode.com` or
    ///     `http://localhost:3000/api`.
    ///   - credential: sent only to the origin of the address, which must use https or be on this computer.
    ///   - imageHosts: rules that rewrite the URLs of pictures; the first match applies.
    public convenience init?(
        address: String, credential: HTTPHeader? = nil, imageHosts: [ImageHostRule] = [], send: @escaping HTTPSend
    ) {
        self.init(
            address: address, credential: credential, imageHosts: imageHosts,
            softTimeout: { try await Task.sleep(for: .seconds(1)) }, now: { .now }, send: send)
    }

    init?(
        address: String, credential: HTTPHeader? = nil, imageHosts: [ImageHostRule],
        softTimeout: @escaping @Sendable () async throws -> Void,
        now: @escaping @Sendable () -> ContinuousClock.Instant, send: @escaping HTTPSend
    ) {
        guard let serviceAddress = ServiceAddress(address),
            credential == nil || serviceAddress.origin.isPotentiallyTrustworthy
        else {
            return nil
        }
        self.address = serviceAddress.text
        let credential = credential.map { HTTPCredential($0, scope: serviceAddress.origin) }
        let service = JSONPlaceholderLists(
            service: JSONService(address: serviceAddress, credential: credential, send: send))
        let fetch = PictureFetch(send: send, library: serviceAddress.origin, credential: credential)
        pictures = JSONPlaceholderPictures(address: serviceAddress, imageHosts: imageHosts, fetch: fetch)
        photos = JSONPlaceholderPhotos(service: service, pictures: pictures, broadcaster: broadcaster)
        owners = JSONPlaceholderOwners(
            service: service, address: serviceAddress, broadcaster: broadcaster, softTimeout: softTimeout, now: now)
        albums = JSONPlaceholderAlbums(
            service: service, owners: owners, broadcaster: broadcaster, softTimeout: softTimeout)
    }

    public func owners() async throws -> [Owner] {
        let loaded = try await owners.all()
        return loaded.isEmpty || albums.hasUnknownOwner(among: loaded) ? loaded + [owners.unknown] : loaded
    }

    public func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        try await albums.page(of: list.owner, matching: query.limited(to: capabilities.albumOrders), in: range)
    }

    public func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async throws -> Int? {
        try await albums.index(of: album, of: list.owner, matching: query.limited(to: capabilities.albumOrders))
    }

    public func details(of album: Album) async throws -> Album {
        try await photos.details(of: album)
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        try await photos.list(list).page(matching: query.limited(to: capabilities.photoOrders), in: range)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        try photos.list(list).index(of: photo, matching: query.limited(to: capabilities.photoOrders))
    }

    public func picture(of photo: Photo) async throws -> PictureSource {
        try pictures.source(of: photo)
    }

    public func totals() async -> LibraryTotals {
        let albums = albums.loaded
        let counts = albums.elements.map { photos.count(in: $0.id) }
        let photoCount = photos.total(of: .feed)
        return LibraryTotals(
            albums: albums.total ?? albums.elements.count,
            photos: photoCount ?? counts.reduce(Count(0)) { $0 + Count($1 ?? 0) }.value,
            isComplete: albums.total != nil && (photoCount != nil || albums.isComplete && !counts.contains(nil)))
    }

    public func refresh() async -> Bool {
        owners.retry()
        albums.retry()
        photos.retry()
        return true
    }

    public func events() -> AsyncStream<LibraryEvent> {
        broadcaster.events()
    }
}
