import Albums
import Basics
import Synchronization

/// The lists of albums: those of the user and those that others share with them, short enough to load whole; and people
/// and places, whose photos make an album each.
final class ImmichAlbums: Sendable {
    private let service: ImmichService
    private let account: ImmichAccount
    private let broadcaster: LibraryEventBroadcaster
    private let lists = Mutex<[AlbumList: SearchablePages<Album>]>([:])
    private let ascending = Mutex<Set<Album.ID>>([])

    init(service: ImmichService, account: ImmichAccount, broadcaster: LibraryEventBroadcaster) {
        self.service = service
        self.account = account
        self.broadcaster = broadcaster
    }

    func list(_ list: AlbumList) -> SearchablePages<Album> {
        lists.withLock { lists in
            if let known = lists[list] { return known }
            let pages = SearchablePages(
                PagedList(
                    loadsWhileSearched: true, broadcaster: broadcaster,
                    belongs: { (listed: Listed<Album>) in list.owner.map { listed.item.ownerID == $0 } ?? true },
                    fetch: { [weak self] request in
                        guard let self else { throw CancellationError() }
                        return switch list {
                        case .everyone, .owner: try await fetch(request)
                        case .people: try await fetchPeople(request)
                        case .places: try await fetchPlaces(request)
                        }
                    }), keys: SortKeys(album: \.item))
            lists[list] = pages
            return pages
        }
    }

    /// Returns an album with its number of photos, which lists of people leave out.
    func details(of album: Album) async throws -> Album {
        guard case .person(let id) = ImmichAlbumID(album.id) else { return album }
        let count = try await service.get(ImmichPersonStatistics.self, ["people", id, "statistics"]).assets
        return Album(
            id: album.id, ownerID: album.ownerID, title: album.title, photoCount: count.value, cover: album.cover)
    }

    /// Whether the oldest photos of an album come first.
    func isAscending(_ album: Album.ID) -> Bool { ascending.withLock { $0.contains(album) } }

    /// Returns the albums of the user.
    func ofUser() async throws -> [Album] {
        let user = try await account.user()?.id
        return try await list(.everyone).page(matching: .everything, in: 0..<Self.maxChoices).items
            .filter { user == nil || $0.ownerID == user }
    }

    /// More albums than a menu is useful for.
    private static let maxChoices = 10_000

    /// Reloads the lists of albums after a change of one.
    func reload() {
        let changed = lists.withLock { lists in lists.filter { ![.people, .places].contains($0.key) } }
        for list in changed.values { list.retry() }
        broadcaster.change()
    }

    func retry() {
        for list in lists.withLock({ Array($0.values) }) { list.retry() }
    }

    private func fetch(_ request: PageRequest) async throws -> ListPage<Listed<Album>> {
        let version = try await service.connection().version
        async let signedIn = account.user()
        async let own = fetch(request, [])
        async let shared = version.listsSharedAlbums ? [] : fetch(request, [("shared", "true")])
        var ids: Set<String> = []
        let found = try await (own + shared).filter { ids.insert($0.id.text).inserted }
        let user = try await signedIn
        var users: [Owner.ID: Owner] = [:]
        for album in found { if let owner = album.user?.owner { users[owner.id] = owner } }
        let owners = users.values.sorted { left, right in
            if left.id == user?.id || right.id == user?.id { return left.id == user?.id && right.id != user?.id }
            return (left.name, left.id.rawValue) < (right.name, right.id.rawValue)
        }
        account.owners = owners
        ascending.withLock { $0 = Set(found.filter(\.isAscending).map { Album.ID($0.id.text) }) }
        let ranks = Dictionary(owners.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let grouped = found.map(\.album).enumerated().sorted { left, right in
            let (rank, other) = (ranks[left.element.ownerID] ?? .max, ranks[right.element.ownerID] ?? .max)
            return rank == other ? left.offset < right.offset : rank < other
        }.map(\.element)
        return ListPage(
            elements: grouped.map { album in
                Listed(
                    album, searchedTexts: SearchedTexts([album.title] + (users[album.ownerID].map { [$0.name] } ?? [])))
            }, received: grouped.count, hasNext: false)
    }

    private func fetch(_ request: PageRequest, _ query: [(name: String, value: String)]) async throws -> [ImmichAlbum] {
        try await service.get(
            LossyArray<ImmichAlbum>.self, ["albums"], query, priority: request.priority, isReload: request.isReload
        ).elements
    }

    /// Fetches a page of people with names.
    private func fetchPeople(_ request: PageRequest) async throws -> ListPage<Listed<Album>> {
        let user = try await account.user()?.id ?? .unknown
        let page = try await service.get(
            ImmichPeople.self, ["people"],
            [("page", String(request.number)), ("size", "500"), ("withHidden", "false")], priority: request.priority,
            isReload: request.isReload)
        let albums = page.people.elements.compactMap { person -> Listed<Album>? in
            guard let name = person.name?.nonBlank, person.isHidden?.value != true else { return nil }
            let id = ImmichAlbumID.person(person.id.text).album
            let cover = Photo(id: Photo.ID(id.rawValue), albumID: id, title: name)
            return Listed(
                Album(id: id, ownerID: user, title: name, photoCount: nil, cover: cover),
                searchedTexts: SearchedTexts([name]))
        }
        return ListPage(
            elements: albums, received: page.people.count, hasNext: page.hasNextPage?.value ?? false)
    }

    /// Fetches the towns of photos, each with one of its photos.
    private func fetchPlaces(_ request: PageRequest) async throws -> ListPage<Listed<Album>> {
        let user = try await account.user()?.id ?? .unknown
        let found = try await service.get(
            LossyArray<ImmichAssetResponse>.self, ["search", "cities"], priority: request.priority,
            isReload: request.isReload
        ).elements
        var names: Set<String> = []
        let albums = found.compactMap { found -> Listed<Album>? in
            let asset = found.asset
            guard let city = asset.city, names.insert(city).inserted else { return nil }
            let id = ImmichAlbumID.place(city).album
            let cover = asset.photo(in: id, found.facts, owner: nil, link: service.link(to: asset.id))
            return Listed(
                Album(id: id, ownerID: user, title: city, photoCount: nil, cover: cover),
                searchedTexts: SearchedTexts([city] + (asset.country.map { [$0] } ?? [])))
        }
        return ListPage(elements: albums, received: albums.count, hasNext: false)
    }
}

/// What an album shows, by its ID.
enum ImmichAlbumID: Hashable {
    case album(String)
    case person(String)
    case place(String)

    private static let (person, place) = ("person/", "place/")

    /// Returns nil for an ID that no server has.
    init?(_ album: Album.ID) {
        let text = album.rawValue
        if text.hasPrefix(Self.place) {
            self = .place(String(text.dropFirst(Self.place.count)))
        } else {
            let isPerson = text.hasPrefix(Self.person)
            let id = isPerson ? String(text.dropFirst(Self.person.count)) : text
            guard ImmichAsset.ID(id) != nil else { return nil }
            self = isPerson ? .person(id) : .album(id)
        }
    }

    var album: Album.ID {
        switch self {
        case .album(let id): Album.ID(id)
        case .person(let id): Album.ID(Self.person + id)
        case .place(let city): Album.ID(Self.place + city)
        }
    }
}
