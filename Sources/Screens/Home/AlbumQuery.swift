import Albums

/// Which albums the home screen lists.
struct AlbumQuery: Hashable, Sendable {
    var scope: OwnerScope
    var search: SearchQuery
}

extension PagedGrid<Album, AlbumQuery>.Source {
    /// A library's albums, in sections by owner where everyone's are listed.
    init(_ library: any PhotoLibrary) {
        self.init(
            load: { try await library.albums(of: $0.scope.ownerID, matching: $0.search, in: $1) },
            locate: { try await library.index(of: $0, of: $1.scope.ownerID, matching: $1.search) },
            sections: { query in
                let known = try await library.albums(of: query.scope.ownerID, matching: query.search, in: 0..<0)
                guard query.scope == .everyone else { return [known.matching] }
                return try await library.albumCounts(matching: query.search, known: known.matching)
            })
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
