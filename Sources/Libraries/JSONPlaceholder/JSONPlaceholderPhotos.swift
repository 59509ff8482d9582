import Albums
import Basics
import Synchronization

/// The photos of a service, with the covers and photo counts of its albums.
final class JSONPlaceholderPhotos: Sendable {
    private let service: JSONPlaceholderLists
    private let pictures: JSONPlaceholderPictures
    private let broadcaster: LibraryEventBroadcaster
    private let lists = Mutex<[PhotoList: SearchablePages<Photo>]>([:])
    private let detailRequests = SharedWork<Album.ID, Details>()
    private let loadedDetails = Mutex<[Album.ID: Details]>([:])

    /// Data missing from the list of albums.
    private struct Details: Sendable {
        let cover: Photo?
        let count: Int?
    }

    init(service: JSONPlaceholderLists, pictures: JSONPlaceholderPictures, broadcaster: LibraryEventBroadcaster) {
        self.service = service
        self.pictures = pictures
        self.broadcaster = broadcaster
    }

    func list(_ list: PhotoList) throws -> SearchablePages<Photo> {
        switch list {
        case .album, .feed: break
        case .folder, .burst, .favorites, .searchResults: throw LibraryFailure.noSuchList
        }
        return lists.withLock { lists in
            let photos = lists[list] ?? makeList(list)
            lists[list] = photos
            return photos
        }
    }

    func retry() {
        for list in lists.withLock({ Array($0.values) }) { list.retry() }
        detailRequests.restart()
    }

    /// Returns the number of photos in a list, nil while unknown.
    func total(of list: PhotoList) -> Int? {
        lists.withLock { $0[list] }?.total
    }

    /// Returns the number of photos in an album, nil while unknown.
    func count(in album: Album.ID) -> Int? {
        total(of: .album(album)) ?? loadedDetails.withLock { $0[album]?.count }
    }

    /// Returns the album with its photo count, and its first photo as cover; one request.
    func details(of album: Album) async throws -> Album {
        let loaded = loadedDetails.withLock { $0[album.id] }
        let details =
            if let loaded { loaded } else {
                try await detailRequests.value(for: album.id) { [self] in try await fetchDetails(of: album.id) }
            }
        return Album(
            id: album.id, ownerID: album.ownerID, title: album.title, photoCount: details.count, cover: details.cover)
    }

    private func fetchDetails(of album: Album.ID) async throws -> Details {
        let page = try await service.photos(of: album, PageRequest(number: 1, size: 1))
        let photos = page.elements.filter { $0.albumID ?? album == album }
        let cover = photos.first.map { pictures.photo($0, in: album) }
        // Some services ignore the filter, and then the total covers all albums.
        let isWhole = page.received != 1
        let total = photos.count == page.elements.count ? page.total : nil
        let details = Details(cover: cover, count: total ?? (isWhole ? photos.count : nil))
        loadedDetails.withLock { $0[album] = details }
        // Update the totals, which include this count.
        broadcaster.change()
        return details
    }

    private func makeList(_ list: PhotoList) -> SearchablePages<Photo> {
        let album: Album.ID? = if case .album(let id) = list { id } else { nil }
        return SearchablePages<Photo>(
            PagedList(
                loadsWhileSearched: true, skipsPages: true, broadcaster: broadcaster,
                belongs: { album == nil || $0.item.albumID == album },
                fetch: { [service, pictures] request in
                    let page = try await service.photos(of: album, request)
                    if request.number == 1, page.elements.isEmpty, page.received > 0 {
                        throw LibraryFailure.photosWithoutID(host: service.host)
                    }
                    return page.map { photo in Listed(pictures.photo(photo, in: album)) }
                }), keys: SortKeys(photo: \.item))
    }
}
