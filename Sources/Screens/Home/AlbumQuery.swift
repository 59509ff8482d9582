import Albums

/// Which albums the home screen lists.
struct AlbumQuery: Hashable, Sendable {
    var scope: OwnerScope
    var search: SearchQuery
    var order = AlbumOrder.library
}

extension PagedGrid<Album, AlbumQuery>.Source {
    /// A library's albums, in sections by owner where everyone's are listed.
    init(_ library: any PhotoLibrary) {
        self.init(
            load: { query, range in
                let wanted = query.order == .library ? range : 0..<AlbumQuery.maxArranged
                let page = try await library.albums(of: query.scope.ownerID, matching: query.search, in: wanted)
                return query.order == .library ? page : page.arranged(by: query.order, in: range)
            },
            locate: { album, query in
                guard query.order != .library else {
                    return try await library.index(of: album, of: query.scope.ownerID, matching: query.search)
                }
                let all = 0..<AlbumQuery.maxArranged
                let page = try await library.albums(of: query.scope.ownerID, matching: query.search, in: all)
                return query.order.arranged(page.items).firstIndex { $0.id == album }
            },
            sections: { query in
                let known = try await library.albums(of: query.scope.ownerID, matching: query.search, in: 0..<0)
                guard query.scope == .everyone else { return [known.matching] }
                return try await library.albumCounts(matching: query.search, known: known.matching)
            })
    }
}

extension AlbumQuery {
    /// How many albums are put into another order than their library's: all of them must be known for it.
    fileprivate static let maxArranged = 100_000
}

extension Page<Album> {
    /// A range of the albums in another order, of all of them.
    fileprivate func arranged(by order: AlbumOrder, in range: Range<Int>) -> Page<Album> {
        let arranged = order.arranged(items)
        return Page(
            items: Array(arranged[range.clamped(to: arranged.indices)]), matching: matching, available: available,
            isComplete: isComplete, total: total, failure: failure)
    }
}

extension PhotoLibrary {
    /// How many of the albums known so far each owner has, in the order they are listed in.
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
