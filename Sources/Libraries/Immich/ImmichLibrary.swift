import Albums
import Basics
import HTTP
import Synchronization

/// An Immich server: the user's own albums and those shared with them, and the timeline as the feed.
public final class ImmichLibrary: PhotoLibrary {
    public let address: String
    public let capabilities = Capabilities(
        // The list of albums is short enough to load whole.
        albumOrders: ListOrder.common, photoOrders: [.original, .newestFirst, .oldestFirst],
        searchFields: Set(SearchField.allCases).subtracting([.label, .author]), hasOnlineSearch: true)

    private let service: ImmichService
    private let pictures: ImmichPictures
    private let broadcaster = LibraryEventBroadcaster()
    private let known = ImmichAssetCache()
    private let lists = Mutex(Lists())
    private let users = Mutex(Users())
    private let userRequests = SharedWork<String, Owner?>()

    private struct Lists {
        /// By owner; nil for all.
        var albums: [Owner.ID?: SearchablePages<Album>] = [:]
        var timelines: [PhotoList: ImmichTimeline] = [:]
        var searches: [String: SearchablePages<Photo>] = [:]
    }

    private struct Users {
        /// The user of the key; nil while unknown.
        var user: Owner?
        /// The owners of albums.
        var owners: [Owner] = []
        /// The albums whose oldest photos come first.
        var ascending: Set<Album.ID> = []
    }

    /// - Parameters:
    ///   - address: `immich:` and the URL of the server.
    ///   - key: an API key, sent only to that server.
    public init(address: String, key: String, send: @escaping HTTPSend) throws(LibraryOpenFailure) {
        let prefix = "immich:"
        guard address.hasPrefix(prefix), address.contains("://") else {
            throw .malformedAddress(example: "immich:https://HOST")
        }
        service = try ImmichService(address: String(address.dropFirst(prefix.count)), key: key, send: send)
        pictures = ImmichPictures(service: service)
        self.address = prefix + service.address.text
    }

    // MARK: Owners and albums

    public func owners() async throws -> [Owner] {
        _ = try await albums(of: nil, matching: .everything, in: 0..<1)
        let (user, owners) = users.withLock { ($0.user, $0.owners) }
        return owners.isEmpty ? [user ?? Owner(id: .unknown, name: "Immich", address: .postal(.init()))] : owners
    }

    public func albums(
        of owner: Owner.ID?, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Album> {
        try await albums(of: owner).page(matching: query, in: range)
    }

    public func index(of album: Album.ID, of owner: Owner.ID?, matching query: ListQuery) async -> Int? {
        albums(of: owner).index(of: album, matching: query)
    }

    private func albums(of owner: Owner.ID?) -> SearchablePages<Album> {
        lists.withLock { lists in
            if let known = lists.albums[owner] { return known }
            let albums = SearchablePages(
                PagedList(
                    loadsWhileSearched: true, broadcaster: broadcaster,
                    belongs: { (listed: Listed<Album>) in owner.map { listed.item.ownerID == $0 } ?? true },
                    fetch: { [unowned self] in try await fetchAlbums($0) }), keys: SortKeys(album: \.item))
            lists.albums[owner] = albums
            return albums
        }
    }

    /// Fetches all albums: those of the user, then those of each other owner.
    private func fetchAlbums(_ request: PageRequest) async throws -> ListPage<Listed<Album>> {
        let version = try await service.connection().version
        async let user = user()
        async let own = fetchAlbums(request, [])
        async let shared = version.listsSharedAlbums ? [] : fetchAlbums(request, [("shared", "true")])
        var ids: Set<String> = []
        let found = try await (own + shared).filter { ids.insert($0.id.text).inserted }
        let userID = try await user?.id
        var owners: [Owner.ID: Owner] = [:]
        for album in found { if let owner = album.user?.owner { owners[owner.id] = owner } }
        if let user = try await user { owners[user.id] = user }
        let sorted = owners.values.sorted {
            ($0.id == userID ? 0 : 1, $0.name, $0.id.rawValue) < ($1.id == userID ? 0 : 1, $1.name, $1.id.rawValue)
        }
        users.withLock { users in
            users.owners = sorted.filter { owner in found.contains { $0.user?.owner.id == owner.id } }
            users.ascending = Set(found.filter(\.isAscending).map { Album.ID($0.id.text) })
        }
        let albums = found.map { album in
            album.album(cover: album.albumThumbnailAssetId?.value.map { cover(of: album, $0.text) })
        }
        let ranks = Dictionary(sorted.enumerated().map { ($1.id, $0) }) { first, _ in first }
        let grouped = albums.enumerated().sorted { left, right in
            let ranks = (ranks[left.element.ownerID] ?? .max, ranks[right.element.ownerID] ?? .max)
            return ranks.0 == ranks.1 ? left.offset < right.offset : ranks.0 < ranks.1
        }.map(\.element)
        return ListPage(
            elements: grouped.map { album in
                Listed(
                    album,
                    searchedTexts: SearchedTexts([album.title] + (owners[album.ownerID].map { [$0.name] } ?? [])))
            }, received: grouped.count, hasNext: false)
    }

    private func fetchAlbums(_ request: PageRequest, _ query: [(name: String, value: String)]) async throws
        -> [ImmichAlbum]
    {
        try await service.get(
            LossyArray<ImmichAlbum>.self, ["albums"], query, priority: request.priority, isReload: request.isReload
        ).elements
    }

    private func cover(of album: ImmichAlbum, _ id: String) -> Photo {
        Photo(id: Photo.ID(id), albumID: Album.ID(album.id.text), title: album.albumName?.nonBlank ?? id)
    }

    /// Returns the user of the key; nil if it may not read that.
    private func user() async throws -> Owner? {
        if let known = users.withLock({ $0.user }) { return known }
        return try await userRequests.value(for: "me") { [self] in
            do {
                let user = try await service.get(ImmichUser.self, ["users", "me"]).owner
                users.withLock { $0.user = user }
                return user
            } catch LibraryFailure.permissionMissing {
                return nil
            }
        }
    }

    // MARK: Photos

    public func photoOrders(in list: PhotoList) -> Set<ListOrder> {
        if case .searchResults = list { [.original] } else { capabilities.photoOrders }
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> Page<Photo> {
        let query = query.limited(to: photoOrders(in: list))
        if case .searchResults(let text) = list { return try await search(text).page(matching: query, in: range) }
        guard let timeline = try timeline(of: list) else {
            return Page(items: [], matching: 0, available: 0, isComplete: true)
        }
        let page = try await timeline.page(matching: query, in: range)
        known.add(page.items)
        fetchFacts(of: page.items, in: list.album)
        return page.map { photo($0, in: list.album) }
    }

    public func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        let query = query.limited(to: photoOrders(in: list))
        if case .searchResults(let text) = list { return search(text).index(of: photo, matching: query) }
        guard let id = ImmichAsset.ID(photo.rawValue), let timeline = try timeline(of: list) else { return nil }
        return try await timeline.index(of: id, matching: query)
    }

    public func months(of list: PhotoList, matching query: ListQuery) async throws -> [MonthSection]? {
        guard list != .feed || query.order == .original || query.order.isByDate else { return nil }
        return try await timeline(of: list)?.months(matching: query.limited(to: photoOrders(in: list)))
    }

    public func aspects(
        of list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws -> [Double?] {
        try timeline(of: list)?.aspects(matching: query.limited(to: photoOrders(in: list)), in: range) ?? []
    }

    public func picture(of photo: Photo) -> PictureSource { pictures.source(of: photo) }

    public func details(of photo: Photo) async throws -> PhotoDetails {
        let found = try await service.get(ImmichAssetResponse.self, ["assets", photo.id.rawValue])
        known.add([found])
        return found.details
    }

    public func totals() async throws -> LibraryTotals {
        let feed = try timeline(of: .feed)
        _ = try await feed?.page(matching: .everything, in: 0..<0)
        let albums = albums(of: nil)
        return LibraryTotals(
            albums: albums.loadedCount, photos: feed?.count ?? 0, isComplete: albums.total != nil && feed?.count != nil)
    }

    public func refresh() async -> Bool {
        service.restart()
        userRequests.restart()
        known.retry()
        let lists = lists.withLock { $0 }
        for albums in lists.albums.values { albums.retry() }
        for timeline in lists.timelines.values { timeline.retry() }
        for search in lists.searches.values { search.retry() }
        return true
    }

    public func events() -> AsyncStream<LibraryEvent> { broadcaster.events() }

    private func photo(_ asset: ImmichAsset, in album: Album.ID?) -> Photo {
        let owner = asset.owner.map { Owner.ID($0.text) }
        let other = users.withLock { users in
            owner == users.user?.id ? nil : users.owners.first { $0.id == owner }?.name
        }
        return asset.photo(in: album, known.facts(of: asset.id), owner: other, link: service.link(to: asset.id))
    }

    /// Returns the list of an album or of the feed; nil for an album that no server has.
    private func timeline(of list: PhotoList) throws -> ImmichTimeline? {
        let parameters: [(String, String)]
        switch list {
        case .feed: parameters = [("visibility", "timeline"), ("withPartners", "true"), ("withStacked", "true")]
        case .album(let id):
            guard ImmichAsset.ID(id.rawValue) != nil else { return nil }
            parameters = [("albumId", id.rawValue)]
        case .searchResults: return nil
        case .folder, .burst: throw LibraryFailure.noSuchList
        }
        let isAscending = users.withLock { $0.ascending.contains { list == .album($0) } }
        return lists.withLock { lists in
            if let known = lists.timelines[list] { return known }
            let timeline = ImmichTimeline(
                service: service, broadcaster: broadcaster, known: known,
                parameters: parameters + [("order", isAscending ? "asc" : "desc")], isAscending: isAscending,
                loadsWhileSearched: list != .feed)
            lists.timelines[list] = timeline
            return timeline
        }
    }

    /// Returns the photos whose file names contain a text, and those that fit its meaning.
    private func search(_ text: String) -> SearchablePages<Photo> {
        lists.withLock { lists in
            if let known = lists.searches[text] { return known }
            let photos = SearchablePages(
                PagedList(loadsWhileSearched: false, broadcaster: broadcaster) { [unowned self] (_: PageRequest) in
                    let version = try await service.connection().version
                    var named = ImmichSearch()
                    named.confine(to: nil, version: version)
                    named.confine(toNamesWith: text)
                    async let byName = service.post(
                        ImmichSearchResponse.self, ["search", "metadata"], named.body(version))
                    async let byMeaning = service.post(
                        ImmichSearchResponse.self, ["search", "smart"], ImmichSearch.smart(text, version))
                    var ids: Set<ImmichAsset.ID> = []
                    let found = try await (byName.assets.items.elements + byMeaning.assets.items.elements).filter {
                        $0.isShown && ids.insert($0.asset.id).inserted
                    }
                    known.add(found)
                    return ListPage(
                        elements: found.map { Listed(photo($0.asset, in: nil)) }, received: found.count, hasNext: false)
                }, keys: SortKeys(photo: \.item))
            lists.searches[text] = photos
            return photos
        }
    }

    /// Asks for what the timeline leaves out of photos on the screen, once, in the background.
    private func fetchFacts(of assets: [ImmichAsset], in album: Album.ID?) {
        let asked = known.unasked(assets.prefix(ImmichSearch.maxSize).map(\.id))
        let instants = assets.filter { asked.contains($0.id) }.compactMap(\.instant)
        guard let first = instants.min(), let last = instants.max() else { return }
        Task { [weak self, service] in
            guard let version = try? await service.connection().version else { return }
            var search = ImmichSearch()
            search.confine(to: album, version: version)
            // Old servers send local times.
            search.confine(to: version.sendsInstants ? first...last + 1 : first - 86_400...last + 86_400)
            let found = try? await service.post(
                ImmichSearchResponse.self, ["search", "metadata"], search.body(version), priority: .prefetch)
            guard let self, let found else { return }
            known.add(found.assets.items.elements)
            broadcaster.change()
        }
    }
}

extension PhotoList {
    fileprivate var album: Album.ID? { if case .album(let id) = self { id } else { nil } }
}
