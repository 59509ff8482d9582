import Albums

/// A query for albums on the home screen.
struct AlbumQuery: Hashable, Sendable {
    var scope: OwnerScope
    var search: SearchQuery
    var order = AlbumOrder.library
}

extension PagedGrid<Album, AlbumQuery>.Source {
    /// The albums of a library, divided into sections by owner if everyone's are listed.
    init(_ library: any PhotoLibrary) {
        self.init(
            load: { query, range in
                guard query.order == .library else { return try await library.arrangedAlbums(query).part(range) }
                return try await library.albums(of: query.scope.ownerID, matching: query.search, in: range)
            },
            locate: { album, query in
                guard query.order != .library else {
                    return try await library.index(of: album, of: query.scope.ownerID, matching: query.search)
                }
                return try await library.arrangedAlbums(query).items.firstIndex { $0.id == album }
            },
            sections: { query in
                let known = try await library.albums(of: query.scope.ownerID, matching: query.search, in: 0..<0)
                guard query.scope == .everyone else { return [known.matching] }
                return try await library.albumCounts(matching: query.search, known: known.matching)
            })
    }
}

extension Page<Album> {
    /// Returns a copy of the page with other albums.
    fileprivate func with(_ albums: [Album]) -> Page<Album> {
        Page(
            items: albums, matching: matching, available: available, isComplete: isComplete, total: total,
            failure: failure)
    }

    /// Returns part of a page that begins at the start of the list.
    fileprivate func part(_ range: Range<Int>) -> Page<Album> {
        with(Array(items[range.clamped(to: items.indices)]))
    }
}

extension PhotoLibrary {
    /// Returns all matching albums in an order other than the library's. Sorting requires the whole list.
    fileprivate func arrangedAlbums(_ query: AlbumQuery) async throws -> Page<Album> {
        let most = 100_000
        let page = try await albums(of: query.scope.ownerID, matching: query.search, in: 0..<most)
        return page.with(query.order.arranged(page.items))
    }

    /// Returns the number of known albums of each owner, in list order.
    fileprivate func albumCounts(matching search: SearchQuery, known: Int) async throws -> [Int] {
        var counts: [Int] = []
        var owner: Owner.ID?
        for start in stride(from: 0, to: known, by: 500) {
            for album in try await albums(of: nil, matching: search, in: start..<min(known, start + 500)).items {
                if album.ownerID == owner {
                    counts[counts.count - 1] += 1
                } else {
                    counts.append(1)
                    owner = album.ownerID
                }
            }
        }
        return counts
    }
}
