import Albums
import Basics
import Synchronization

/// The built-in library: 10 people, 100 albums and 5000 photos, all painted by the program.
///
/// It is the same on every machine, and needs neither files nor a network.
public final class DemoLibrary: PhotoLibrary {
    /// The command-line argument that opens it.
    public static let address = "demo:"

    public var address: String { Self.address }

    public let hasOriginals = false

    public let searchFields: Set<SearchField> = [.tag, .author, .year, .date, .time]

    public let albumOrders = ListOrder.common

    private let albums = DemoLibrary.list(of: DemoAlbum.all)
    private let albumsByOwner = Dictionary(grouping: DemoAlbum.all, by: \.owner.id).mapValues(DemoLibrary.list)
    /// The photo lists built so far.
    private let photoLists = Mutex<[PhotoList: SearchableList<DemoPhoto>]>([:])

    public init() {}

    public func photoOrders(in list: PhotoList) -> Set<ListOrder> {
        [.original, .title, .titleReversed, .newestFirst, .oldestFirst]
    }

    public func owners() async -> [Owner] {
        DemoPeople.all
    }

    public func albums(
        of owner: Owner.ID?, matching query: ListQuery, in range: Range<Int>
    ) async -> Page<Album> {
        let albums = owner.map { albumsByOwner[$0] ?? Self.list(of: []) } ?? albums
        return albums.page(matching: query, in: range, isComplete: true, item: \.album)
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws(LibraryFailure) -> Page<Photo> {
        try photos(in: list)?.page(matching: query, in: range, isComplete: true, item: \.photo)
            ?? Page(items: [], matching: 0, available: 0, isComplete: true)
    }

    public func index(
        of photo: Photo.ID, in list: PhotoList, matching query: ListQuery
    ) async throws(LibraryFailure) -> Int? {
        guard let photos = try photos(in: list), let index = photos.elements.firstIndex(where: { $0.photo.id == photo })
        else {
            return nil
        }
        return photos.rank(of: index, matching: query)
    }

    public func months(
        of list: PhotoList, matching query: ListQuery
    ) async throws(LibraryFailure) -> [MonthSection]? {
        guard query.order.isByDate || query.order == .original && list == .feed else { return nil }
        return try photos(in: list)?.months(matching: query)
    }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws(LibraryFailure) -> [Double?] {
        try photos(in: list)?.page(matching: query, in: range, isComplete: true, item: \.photo.aspect).items ?? []
    }

    public func picture(of photo: Photo) async throws -> PictureSource {
        guard let known = try photos(in: .album(photo.albumID))?.elements.first(where: { $0.photo.id == photo.id })
        else {
            throw PictureFailure.unreadable(reason: "No such photo in the demo library")
        }
        let scene = known.scene
        return .generated(
            GeneratedPicture(width: scene.width, height: scene.height) { part, width, height in
                scene.rows(of: part, width: width, height: height)
            })
    }

    public func details(of photo: Photo) async -> PhotoDetails {
        DemoPhoto.details(of: photo)
    }

    public func totals() async -> LibraryTotals {
        let albums = albums.elements.count
        return LibraryTotals(albums: albums, photos: albums * DemoAlbum.photoCount, isComplete: true)
    }

    public func events() -> AsyncStream<LibraryEvent> {
        AsyncStream { continuation in
            continuation.yield(.completed)
            continuation.finish()
        }
    }

    private static func list(of albums: [DemoAlbum]) -> SearchableList<DemoAlbum> {
        let keys = SortKeys<DemoAlbum>(
            title: { NaturalOrderKey($0.title) }, date: \.date, photoCount: { _ in DemoAlbum.photoCount },
            owner: \.owner.id)
        return SearchableList(albums, keys: keys) { search, album in
            search.matches(SearchedTexts([album.title, album.owner.name]))
        }
    }

    /// Returns nil if the album does not exist.
    private func photos(in list: PhotoList) throws(LibraryFailure) -> SearchableList<DemoPhoto>? {
        if let known = photoLists.withLock({ $0[list] }) { return known }
        let photos: [DemoPhoto]
        switch list {
        case .album(let id):
            guard let album = albums.elements.first(where: { $0.id == id }) else { return nil }
            photos = DemoPhoto.photos(of: album)
        case .feed:
            photos = albums.elements.flatMap(DemoPhoto.photos).sorted(by: DemoPhoto.isNewer)
        case .folder, .burst, .searchResults:
            throw .noSuchList
        }
        let new = SearchableList(photos, keys: SortKeys(photo: \.photo)) { search, demo in
            search.matches(SearchedTexts(demo.photo))
        }
        photoLists.withLock { $0[list] = new }
        return new
    }
}
