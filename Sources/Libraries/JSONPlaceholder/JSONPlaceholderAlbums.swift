import Albums
import Basics
import Synchronization

/// The albums of a service, grouped by owner.
final class JSONPlaceholderAlbums: Sendable {
    private let owners: JSONPlaceholderOwners
    private let allAlbums: PagedList<JSONPlaceholderAlbum>
    private let ownersLists = Mutex<[Owner.ID: PagedList<JSONPlaceholderAlbum>]>([:])
    private let makeList: @Sendable (Owner.ID?) -> PagedList<JSONPlaceholderAlbum>
    private let softTimeout: @Sendable () async throws -> Void
    private let memoizedList = MemoizedList<Arrangement, Listed<Album>>()

    /// The inputs of an arranged list.
    private struct Arrangement: Equatable {
        let scope: Owner.ID?
        let owners: [Owner]
        let version: ListVersion
    }

    /// - Parameter softTimeout: ends the wait for an owner's list if the list of all albums has arrived before it.
    init(
        service: JSONPlaceholderLists, owners: JSONPlaceholderOwners, broadcaster: LibraryEventBroadcaster,
        softTimeout: @escaping @Sendable () async throws -> Void
    ) {
        self.owners = owners
        self.softTimeout = softTimeout
        makeList = { owner in
            PagedList(
                loadsWhileSearched: true, broadcaster: broadcaster, belongs: { owner == nil || $0.ownerID == owner },
                fetch: { try await service.albums(of: owner, $0) })
        }
        allAlbums = makeList(nil)
    }

    func retry() {
        allAlbums.retry()
        for list in ownersLists.withLock({ Array($0.values) }) { list.retry() }
    }

    /// The loaded albums of all owners.
    var loaded: LoadedPages<JSONPlaceholderAlbum> { allAlbums.loaded }

    /// Whether any album has no known owner.
    func hasUnknownOwner(among owners: [Owner]) -> Bool {
        let ids = Set(owners.map(\.id))
        return loaded.elements.contains { !ids.contains($0.ownerID ?? self.owners.unknown.id) }
    }

    func page(of owner: Owner.ID?, matching query: ListQuery, in range: Range<Int>) async throws -> Page<Album> {
        async let listedOwners = owners.allWithinTimeout()
        let loaded = try await read(albumsOf: owner, for: query, in: range)
        let list = try await arranged(loaded, of: owner, among: listedOwners)
        // The total of all albums does not apply to a part of them.
        let total = list.elements.count == loaded.elements.count ? loaded.total : nil
        return list.page(
            matching: query, in: range, isComplete: loaded.isComplete, total: total, failure: loaded.failure,
            item: \.item)
    }

    /// Returns the album's index among the loaded albums that match.
    func index(of album: Album.ID, of owner: Owner.ID?, matching query: ListQuery) async throws -> Int? {
        let list = try await arranged(list(of: owner).loaded, of: owner, among: owners.allWithinTimeout())
        return list.elements.firstIndex { $0.id == album }.flatMap { list.rank(of: $0, matching: query) }
    }

    private func read(
        albumsOf owner: Owner.ID?, for query: ListQuery, in range: Range<Int>
    ) async throws -> LoadedPages<JSONPlaceholderAlbum> {
        let list = list(of: owner)
        guard list !== allAlbums else { return try await list.read(for: query, in: range) }
        do {
            return try await withThrowingTaskGroup(of: LoadedPages<JSONPlaceholderAlbum>?.self) { group in
                defer { group.cancelAll() }
                group.addTask { try await list.read(for: query, in: range) }
                group.addTask { [self] in
                    try await softTimeout()
                    return loaded.isComplete ? loaded : nil
                }
                for try await pages in group {
                    if let pages { return pages }
                }
                throw CancellationError()
            }
        } catch let failure as LibraryFailure {
            // Offline or behind a captive portal, the cache may contain the list of all albums only.
            switch failure {
            case .unreachable, .timedOut, .unexpectedResponse: break
            default: throw failure
            }
            guard let all = try? await allAlbums.read(for: query, in: 0..<1), all.isComplete else { throw failure }
            return all
        }
    }

    /// Returns a list that contains the albums of an owner. Once the list of all albums is complete, it is used instead
    /// of a new request.
    private func list(of owner: Owner.ID?) -> PagedList<JSONPlaceholderAlbum> {
        guard let owner, owner != owners.unknown.id, !allAlbums.loaded.isComplete else { return allAlbums }
        return ownersLists.withLock { lists in
            let list = lists[owner] ?? makeList(owner)
            lists[owner] = list
            return list
        }
    }

    /// Arranges albums by owner; those without a known owner come last.
    private func arranged(
        _ loaded: LoadedPages<JSONPlaceholderAlbum>, of scope: Owner.ID?, among listedOwners: [Owner]
    ) -> SearchableList<Listed<Album>> {
        memoizedList.list(from: Arrangement(scope: scope, owners: listedOwners, version: loaded.version)) {
            let ownerIDs = Set(listedOwners.map(\.id))
            let isAllOwners = scope == nil || scope == owners.unknown.id
            let albums = Dictionary(grouping: loaded.elements.filter { isAllOwners || $0.ownerID == scope }) { album in
                album.ownerID.flatMap { ownerIDs.contains($0) ? $0 : nil } ?? owners.unknown.id
            }
            let arranged = (listedOwners + [owners.unknown])
                .filter { scope == nil || $0.id == scope || $0.id == owners.unknown.id }
                .flatMap { owner in
                    (albums[owner.id] ?? []).map { Self.listed($0, of: owner) }
                }
            return SearchableList(arranged, keys: SortKeys(album: \.item))
        }
    }

    private static func listed(_ album: JSONPlaceholderAlbum, of owner: Owner) -> Listed<Album> {
        Listed(
            Album(id: album.id, ownerID: owner.id, title: album.title, photoCount: nil, cover: nil),
            searchedTexts: SearchedTexts([album.title, owner.name]))
    }
}
