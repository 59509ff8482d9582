import Albums

extension Section {
    /// The list of a tab without owners to choose from; nil for the albums, and for tabs of photos.
    var list: AlbumList? {
        switch self {
        case .people: .people
        case .places: .places
        case .albums, .feed, .favorites: nil
        }
    }
}

/// A query for albums on the home screen.
struct AlbumQuery: Hashable, Sendable {
    var scope: AlbumList
    var list = ListQuery()
    /// Which folders are open or closed; nil for a flat list.
    var folding: [Album.ID: Bool]?
}

/// How the user has arranged the folders of a library.
public struct AlbumFolding: Hashable, Sendable {
    /// Whether all albums are in one list instead of their folders.
    public var isFlat = false
    /// Whether the folders that the user opened or closed are open.
    public var folders: [Album.ID: Bool] = [:]

    public init(isFlat: Bool = false, folders: [Album.ID: Bool] = [:]) {
        self.isFlat = isFlat
        self.folders = folders
    }
}

extension AlbumTree.Item {
    /// The album; nil for a folder.
    var album: Album? {
        if case .album(let album, _) = self { album } else { nil }
    }

    /// The folder; nil for an album.
    var folder: AlbumFolder? {
        if case .folder(let folder) = self { folder } else { nil }
    }
}

extension AlbumTree.Item.ID {
    /// The album or, for a folder, the albums below it.
    fileprivate var albums: Album.ID {
        switch self {
        case .album(let id), .folder(let id): id
        }
    }
}

extension ListSource<AlbumTree.Item, AlbumQuery> {
    /// The albums of a library in their folders, or else in a list with a section for each owner if everyone's are
    /// listed.
    init(_ library: any PhotoLibrary) {
        self.init(
            load: { query, range in
                if let tree = try await library.tree(for: query) { return tree.page(in: range) }
                return try await library.albums(in: query.scope, matching: query.list, in: range)
                    .map { .album($0, in: nil) }
            },
            locate: { item, query in
                if let tree = try await library.tree(for: query) { return tree.index(of: item) }
                return try await library.index(of: item.albums, in: query.scope, matching: query.list)
            },
            sections: { query in
                if let tree = try await library.tree(for: query) {
                    return tree.sections.map {
                        GridSection(count: $0.albumCount + ($0.hasFolder ? 1 : 0), hasHeadingItem: $0.hasFolder)
                    }
                }
                let known = try await library.albums(in: query.scope, matching: query.list, in: 0..<0)
                guard query.scope == .everyone else { return [GridSection(count: known.matching)] }
                return try await library.albumCounts(matching: query.list, known: known.matching)
                    .map { GridSection(count: $0) }
            })
    }
}

extension PhotoLibrary {
    /// Returns the albums in their folders; nil if the query asks for a list.
    fileprivate func tree(for query: AlbumQuery) async throws -> AlbumTree? {
        guard let folding = query.folding else { return nil }
        return try await folders?.albumTree(folding: folding, by: query.list.order)
    }

    /// Returns the number of known albums of each owner, in list order.
    fileprivate func albumCounts(matching query: ListQuery, known: Int) async throws -> [Int] {
        var counts: [Int] = []
        var owner: Owner.ID?
        for start in stride(from: 0, to: known, by: 500) {
            for album in try await albums(in: .everyone, matching: query, in: start..<min(known, start + 500)).items {
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
