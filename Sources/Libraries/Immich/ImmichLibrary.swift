import Albums
import Basics
import HTTP

/// An Immich server: the user's own albums and those shared with them, and the timeline as the feed.
public final class ImmichLibrary: PhotoLibrary {
    public let address: String

    public var capabilities: Capabilities {
        var capabilities = Self.capabilities
        let features = service.features
        if features?.facialRecognition?.value != false { capabilities.sections.append(.people) }
        if features?.reverseGeocoding?.value != false { capabilities.sections.append(.places) }
        return capabilities
    }

    /// The capabilities of every server.
    static let capabilities = Capabilities(
        albumOrders: ListOrder.common, photoOrders: [.original, .newestFirst, .oldestFirst],
        searchFields: Set(SearchField.allCases).subtracting([.label, .author]), hasOnlineSearch: true,
        hasFavorites: true, createsPublicLinks: true)

    public var editing: (any PhotoEditing)? { changes }

    private let service: ImmichService
    private let account: ImmichAccount
    private let albums: ImmichAlbums
    private let lists: ImmichLists
    private let known = ImmichAssetCache()
    private let pictures: ImmichPictures
    private let changes: ImmichEditing
    private let broadcaster = LibraryEventBroadcaster()

    /// - Parameters:
    ///   - address: `immich:` and the URL of the server.
    ///   - key: an API key, sent only to that server.
    public init(address: String, key: String, send: @escaping HTTPSend) throws(LibraryOpenFailure) {
        let prefix = "immich:"
        guard address.hasPrefix(prefix), address.contains("://") else {
            throw .malformedAddress(example: "immich:https://HOST")
        }
        service = try ImmichService(address: String(address.dropFirst(prefix.count)), key: key, send: send)
        account = ImmichAccount(service: service)
        albums = ImmichAlbums(service: service, account: account, broadcaster: broadcaster)
        lists = ImmichLists(
            service: service, account: account, albums: albums, known: known, broadcaster: broadcaster)
        pictures = ImmichPictures(service: service, known: known)
        changes = ImmichEditing(service: service, account: account, albums: albums, lists: lists, known: known)
        self.address = prefix + service.address.text
    }

    public func photoOrders(in list: PhotoList) -> Set<ListOrder> {
        lists.isSearch(list) ? [.original] : capabilities.photoOrders
    }

    public func owners() async throws -> [Owner] {
        _ = try await albums.list(.everyone).page(matching: .everything, in: 0..<1)
        let owners = account.owners
        guard owners.isEmpty else { return owners }
        return [try await account.user() ?? Owner(id: .unknown, name: "Immich", address: .postal(.init()))]
    }

    public func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        try await albums.list(list).page(matching: query, in: range)
    }

    public func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async -> Int? {
        albums.list(list).index(of: album, matching: query)
    }

    public func details(of album: Album) async throws -> Album { try await albums.details(of: album) }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        try await lists.page(of: list, matching: query.limited(to: photoOrders(in: list)), in: range)
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        try await lists.index(of: photo, in: list, matching: query.limited(to: photoOrders(in: list)))
    }

    public func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        try await lists.timeline(of: list)?.months(matching: query.limited(to: photoOrders(in: list)))
    }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> [Double?] {
        try lists.timeline(of: list)?.aspects(matching: query.limited(to: photoOrders(in: list)), in: range) ?? []
    }

    public func picture(of photo: Photo) -> PictureSource { pictures.source(of: photo) }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        let found = try await service.get(ImmichAssetResponse.self, ["assets", photo.id.rawValue])
        known.add([found])
        var details = found.details
        // The other details don't depend on them.
        if found.hasEdits, let edits = try? await service.edits(of: found.asset.id) {
            details.setOrientation(edits.orientation)
        }
        return details
    }

    public func createPublicLink(to photos: [Photo.ID]) async throws -> String {
        let ids = try photos.map { photo throws(LibraryFailure) in
            guard let id = ImmichAsset.ID(photo.rawValue) else { throw .gone }
            return id.text
        }
        return try await service.createPublicLink(to: ids)
    }

    public func totals() async throws -> LibraryTotals {
        let feed = try lists.timeline(of: .feed)
        _ = try await feed?.page(matching: .everything, in: 0..<0)
        let all = albums.list(.everyone)
        return LibraryTotals(
            albums: all.loadedCount, photos: feed?.count ?? 0, isComplete: all.total != nil && feed?.count != nil)
    }

    /// Requests the server's version, the user, and the key's permissions.
    func report() async throws -> ServiceReport { try await account.report() }

    public func refresh() async -> Bool {
        service.restart()
        account.retry()
        albums.retry()
        lists.retry()
        return true
    }

    public func events() -> AsyncStream<LibraryEvent> { broadcaster.events() }
}
