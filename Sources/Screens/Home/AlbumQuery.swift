import Albums

/// A query for albums on the home screen.
struct AlbumQuery: Hashable, Sendable {
    var scope: OwnerScope
    var list = ListQuery()
}

extension PagedGrid<Album, AlbumQuery>.Source {
    /// The albums of a library, divided into sections by owner if everyone's are listed.
    init(_ library: any PhotoLibrary) {
        self.init(
            load: { query, range in
                try await library.albums(of: query.scope.ownerID, matching: query.list, in: range)
            },
            locate: { album, query in
                try await library.index(of: album, of: query.scope.ownerID, matching: query.list)
            },
            sections: { query in
                let known = try await library.albums(of: query.scope.ownerID, matching: query.list, in: 0..<0)
                guard query.scope == .everyone else { return [known.matching] }
                return try await library.albumCounts(matching: query.list, known: known.matching)
            })
    }
}

extension PhotoLibrary {
    /// Returns the number of known albums of each owner, in list order.
    fileprivate func albumCounts(matching query: ListQuery, known: Int) async throws -> [Int] {
        var counts: [Int] = []
        var owner: Owner.ID?
        for start in stride(from: 0, to: known, by: 500) {
            for album in try await albums(of: nil, matching: query, in: start..<min(known, start + 500)).items {
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
