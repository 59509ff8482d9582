import Albums
import Basics
import Synchronization

/// The lists of photos: those that the server sends by months, and the results of its searches.
final class ImmichLists: Sendable {
    private let service: ImmichService
    private let account: ImmichAccount
    private let albums: ImmichAlbums
    private let known: ImmichAssetCache
    private let broadcaster: LibraryEventBroadcaster
    private let state = Mutex(State())

    private struct State {
        var timelines: [PhotoList: ImmichTimeline] = [:]
        var searches: [PhotoList: SearchablePages<Photo>] = [:]
        /// The pages of searches after the first one, as the server has named them.
        var nextPages: [PhotoList: [Int: NextPage]] = [:]
        var trashed: Set<ImmichAsset.ID> = []
    }

    /// A page of one of several searches, which follow one another.
    private struct NextPage {
        var searches: ArraySlice<ImmichSearch>
        var page: String?
    }

    init(
        service: ImmichService, account: ImmichAccount, albums: ImmichAlbums, known: ImmichAssetCache,
        broadcaster: LibraryEventBroadcaster
    ) {
        self.service = service
        self.account = account
        self.albums = albums
        self.known = known
        self.broadcaster = broadcaster
    }

    func page(of list: PhotoList, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Photo> {
        if let search = try search(of: list) { return try await search.page(matching: query, in: range) }
        guard let timeline = try timeline(of: list) else {
            return Page(items: [], matching: 0, available: 0, isComplete: true)
        }
        let page = try await timeline.page(matching: query, in: range)
        known.add(page.items)
        let runs = query.search.isEmpty ? timeline.runs(in: range, order: query.order) : [page.items]
        fetchFacts(of: runs, in: list)
        return page.map { photo($0, in: list.album) }
    }

    func index(of photo: Photo.ID, in list: PhotoList, matching query: ListQuery) async throws -> Int? {
        if let search = try search(of: list) { return search.index(of: photo, matching: query) }
        guard let id = ImmichAsset.ID(photo.rawValue) else { return nil }
        return try await timeline(of: list)?.index(of: id, matching: query)
    }

    /// Returns a list that the server sends by months; nil for others, and for an album that no server has.
    func timeline(of list: PhotoList) throws -> ImmichTimeline? {
        let parameters: [(String, String)]
        switch list {
        case .feed: parameters = [("visibility", "timeline"), ("withPartners", "true"), ("withStacked", "true")]
        case .favorites: parameters = [("visibility", "timeline"), ("isFavorite", "true")]
        case .album(let id):
            switch ImmichAlbumID(id) {
            case .album(let id): parameters = [("albumId", id)]
            case .person(let id): parameters = [("visibility", "timeline"), ("personId", id)]
            case .place, nil: return nil
            }
        case .searchResults, .burst: return nil
        case .folder: throw LibraryFailure.noSuchList
        }
        let isAscending = list.album.map(albums.isAscending) ?? false
        return state.withLock { state in
            if let known = state.timelines[list] { return known }
            let timeline = ImmichTimeline(
                service: service, broadcaster: broadcaster, known: known,
                parameters: parameters + [("order", isAscending ? "asc" : "desc")], isAscending: isAscending,
                loadsWhileSearched: list != .feed)
            timeline.hide(trashed: state.trashed)
            state.timelines[list] = timeline
            return timeline
        }
    }

    /// Whether a list has the server's order only.
    func isSearch(_ list: PhotoList) -> Bool {
        switch (list, list.album.flatMap { ImmichAlbumID($0) }) {
        case (.searchResults, _), (.burst, _), (_, .place): true
        default: false
        }
    }

    /// Hides the photos in the trash.
    ///
    /// - Parameter hasRestored: whether photos have left it, which lists may lack.
    func hide(trashed: Set<ImmichAsset.ID>, hasRestored: Bool) {
        let (timelines, searches) = state.withLock { state in
            state.trashed = trashed
            return (Array(state.timelines.values), Array(state.searches.values))
        }
        for timeline in timelines { timeline.hide(trashed: trashed, hasRestored: hasRestored) }
        for search in searches { search.retry() }
        broadcaster.change()
    }

    /// Reloads the list of favorites.
    func favoritesChanged() {
        state.withLock { $0.timelines[.favorites] }?.retry()
        broadcaster.change()
    }

    /// Reloads all lists after a change of dates or pictures.
    func photosChanged() {
        reloadLists()
        broadcaster.change()
    }

    /// Reports that known facts of photos have changed; nothing has to be loaded again.
    func factsChanged() {
        broadcaster.change()
    }

    /// Reloads an album after a change of its photos.
    func reload(_ album: Album.ID) {
        state.withLock { $0.timelines[.album(album)] }?.retry()
        broadcaster.change()
    }

    func retry() {
        known.retry()
        reloadLists()
    }

    private func reloadLists() {
        let (timelines, searches) = state.withLock { (Array($0.timelines.values), Array($0.searches.values)) }
        for timeline in timelines { timeline.retry() }
        for search in searches { search.retry() }
    }

    private func photo(_ asset: ImmichAsset, in album: Album.ID?) -> Photo {
        asset.photo(
            in: album, known.facts(of: asset.id), owner: account.nameOfOther(owning: asset),
            link: service.link(to: asset.id)
        ).with(burst: known.stack(of: asset))
    }

    /// Returns a list that the server has to search for; nil for others.
    private func search(of list: PhotoList) throws -> SearchablePages<Photo>? {
        var key = list
        let fetch: @Sendable (ImmichLists, PageRequest) async throws -> ListPage<Listed<Photo>>
        switch (list, list.album.flatMap { ImmichAlbumID($0) }) {
        case (.searchResults(let text), _):
            let query = SearchQuery(text, in: ImmichLibrary.capabilities)
            let hasOnlyWords = query.conditions.allSatisfy { if case .word = $0.test { true } else { false } }
            fetch = { lists, request in
                guard !hasOnlyWords else { return try await lists.found(text) }
                return try await lists.page(of: list, request) { version in
                    try await ImmichFieldSearch(service: lists.service, version: version).searches(for: query)
                }
            }
        case (_, .place(let city)):
            fetch = { lists, request in
                try await lists.page(of: list, request) { version in
                    var search = ImmichSearch()
                    search.confine(to: nil, version: version)
                    search.confine("city", to: .string(city))
                    return [search]
                }
            }
        case (.burst(let photos), _):
            guard let first = photos.first.flatMap({ ImmichAsset.ID($0.rawValue) }) else { return nil }
            // The other photos are unknown until the stack has loaded.
            key = .burst([first.photo])
            fetch = { lists, request in try await lists.stack(of: first, request) }
        default: return nil
        }
        return state.withLock { state in
            if let known = state.searches[key] { return known }
            let photos = SearchablePages(
                PagedList(loadsWhileSearched: false, broadcaster: broadcaster) { [weak self] request in
                    guard let self else { throw CancellationError() }
                    return try await fetch(self, request)
                }, keys: SortKeys(photo: \.item))
            state.searches[key] = photos
            return photos
        }
    }

    /// Returns a page of several searches, which follow one another.
    private func page(
        of list: PhotoList, _ request: PageRequest, _ searches: (ImmichVersion) async throws -> [ImmichSearch]
    ) async throws -> ListPage<Listed<Photo>> {
        let version = try await service.connection().version
        var next = state.withLock { $0.nextPages[list]?[request.number] }
        if request.number == 1 { next = NextPage(searches: try await searches(version)[...], page: nil) }
        guard var next, let search = next.searches.first else {
            return ListPage(elements: [], received: 0, hasNext: false)
        }
        let answer = try await service.query(
            ImmichSearchResponse.self, search.path, search.body(version, page: next.page), priority: request.priority
        ).assets
        next.page = search.words == nil ? answer.nextCursor?.value?.text ?? answer.nextPage?.nonBlank : nil
        if next.page == nil { next.searches.removeFirst() }
        state.withLock { $0.nextPages[list, default: [:]][request.number + 1] = next }
        let shown = answer.items.elements.filter(\.isShown)
        known.add(shown)
        return ListPage(
            elements: shown.map { Listed(photo($0.asset, in: list.album)) }, received: answer.items.count,
            hasNext: !next.searches.isEmpty)
    }

    /// Returns the photos whose file names contain a text, and then those that fit its meaning: only the nearest, because
    /// the server ranks all photos.
    private func found(_ text: String) async throws -> ListPage<Listed<Photo>> {
        let connection = try await service.connection()
        let (version, isSmart) = (connection.version, connection.features.smartSearch?.value ?? true)
        var (named, similar) = (ImmichSearch(), ImmichSearch())
        named.confine(to: nil, version: version)
        named.confine(toNamesWith: text)
        similar.confine(to: nil, version: version)
        similar.words = text
        let meaning = similar
        async let byName = service.query(ImmichSearchResponse.self, named.path, named.body(version))
        async let byMeaning =
            isSmart
            ? service.query(ImmichSearchResponse.self, meaning.path, meaning.body(version))
                .assets.items.elements : []
        var ids = state.withLock { $0.trashed }
        let found = try await (byName.assets.items.elements + byMeaning).filter {
            $0.isShown && ids.insert($0.asset.id).inserted
        }
        known.add(found)
        return ListPage(
            elements: found.map { Listed(photo($0.asset, in: nil)) }, received: found.count, hasNext: false)
    }

    /// Returns the photos of the stack that a photo represents, oldest first.
    private func stack(of first: ImmichAsset.ID, _ request: PageRequest) async throws -> ListPage<Listed<Photo>> {
        let stacks = try await service.get(
            LossyArray<ImmichStack>.self, ["stacks"], [("primaryAssetId", first.text)], priority: request.priority,
            isReload: request.isReload
        ).elements
        let trashed = state.withLock { $0.trashed }
        let found = stacks.flatMap(\.assets.elements).filter { $0.isShown && !trashed.contains($0.asset.id) }
        guard !found.isEmpty else { throw LibraryFailure.gone }
        known.add(found)
        let assets = found.map(\.asset).sorted { ($0.instant ?? 0) < ($1.instant ?? 0) }
        known.setStack(of: first, to: assets.map(\.id).filter { $0 != first })
        return ListPage(elements: assets.map { Listed(photo($0, in: nil)) }, received: assets.count, hasNext: false)
    }

    /// Asks for what timelines leave out of photos on the screen, once, in the background. Each run takes one request.
    private func fetchFacts(of runs: some Collection<[ImmichAsset]>, in list: PhotoList) {
        for run in runs.prefix(Self.maxRuns) where known.ask(for: run.map(\.id)) {
            let instants = run.compactMap(\.instant)
            guard let first = instants.min(), let last = instants.max() else { continue }
            // Ends with its request.
            Task { [service, known, broadcaster] in
                guard let version = try? await service.connection().version else { return }
                var search = ImmichSearch()
                search.confine(to: list.album, version: version)
                if list == .favorites { search.confine("isFavorite", to: true) }
                // Old servers send local times.
                search.confine(to: version.sendsInstants ? first...last + 1 : first - 86_400...last + 86_400)
                let found = try? await service.query(
                    ImmichSearchResponse.self, search.path, search.body(version), priority: .prefetch)
                guard let found else { return }
                known.add(found.assets.items.elements)
                broadcaster.change()
            }
        }
    }

    /// More than a few screens.
    private static let maxRuns = 5
}

extension PhotoList {
    fileprivate var album: Album.ID? { if case .album(let id) = self { id } else { nil } }
}
