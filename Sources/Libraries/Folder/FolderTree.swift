import Albums
import FoundationEssentials
import Synchronization

/// The albums of a folder as a tree: a folder with albums below it is a branch; any other folder is an album of a
/// branch.
final class FolderTree: Sendable {
    /// A folder with albums below it, or the library's folder itself.
    private struct Branch: Sendable {
        let path: BytePath
        let depth: Int
        let parent: Int?
        /// The pictures of the folder itself, then its subfolders that are not branches.
        var albums: [FolderAlbum] = []
        var branches: [Int] = []
        var albumCount = 0
        var photoCount = 0
        /// Whether this is the first branch of a parent that `isFirst`, or of the library's folder.
        var isFirst = false

        var sortKey: NaturalOrderKey {
            NaturalOrderKey(FoldedText(path.lastComponent.text), original: path.lastComponent)
        }
    }

    /// A line of a listing, referring to `branches`.
    private enum Line: Sendable {
        case folder(Int, isOpen: Bool)
        case album(FolderAlbum, in: Int)
    }

    /// Which folders are open, and the order of folders and albums in each.
    private struct Query: Equatable {
        let folding: [Album.ID: Bool]
        let order: ListOrder
    }

    /// The first is the library's folder.
    private let branches: [Branch]
    private let branchesByPath: [BytePath: Int]
    private let isComplete: Bool
    private let lastTree = Mutex<(query: Query, tree: AlbumTree)?>(nil)

    /// - Parameter albums: in their original order.
    init(_ albums: [FolderAlbum], isComplete: Bool) {
        self.isComplete = isComplete
        var branches = [Branch(path: [], depth: 0, parent: nil)]
        var byPath: [BytePath: Int] = [[]: 0]
        for album in albums where !album.path.isEmpty {
            var missing: [BytePath] = []
            var path = album.path.parent
            while byPath[path] == nil {
                missing.append(path)
                path = path.parent
            }
            var parent = byPath[path] ?? 0
            for path in missing.reversed() {
                let depth = parent == 0 ? 0 : branches[parent].depth + 1
                branches.append(Branch(path: path, depth: depth, parent: parent))
                branches[parent].branches.append(branches.count - 1)
                parent = branches.count - 1
                byPath[path] = parent
            }
        }
        for album in albums {
            var branch = byPath[album.path] ?? byPath[album.path.parent]
            if let branch { branches[branch].albums.append(album) }
            while let counted = branch {
                branches[counted].albumCount += 1
                branches[counted].photoCount += album.photos.elements.count
                branch = branches[counted].parent
            }
        }
        for index in branches.indices {
            let keyed = branches[index].branches.map { (key: branches[$0].sortKey, branch: $0) }
            branches[index].branches = keyed.sorted { $0.key < $1.key }.map(\.branch)
        }
        var first = branches[0].branches.first
        while let branch = first {
            branches[branch].isFirst = true
            first = branches[branch].branches.first
        }
        self.branches = branches
        branchesByPath = byPath
    }

    /// Returns the contents of open folders. Orders by date read the dates of all photos, and block.
    ///
    /// - Parameters:
    ///   - folding: whether folders are open. Of the others, the first at each level is, so that covers are in view.
    ///   - id: returns the ID of the album at a path.
    func tree(
        folding: [Album.ID: Bool], by order: ListOrder, id: @escaping @Sendable (BytePath) -> Album.ID,
        album: @escaping @Sendable (FolderAlbum) -> Album
    ) -> AlbumTree {
        let query = Query(folding: folding, order: order)
        if let last = lastTree.withLock({ $0 }), last.query == query { return last.tree }
        // Reading dates takes long, so other readers don't wait for it.
        let tree = makeTree(query, id: id, album: album)
        lastTree.withLock { $0 = (query, tree) }
        return tree
    }

    private func makeTree(
        _ query: Query, id: @escaping @Sendable (BytePath) -> Album.ID,
        album: @escaping @Sendable (FolderAlbum) -> Album
    ) -> AlbumTree {
        let dates = query.order.isByDate ? branchDates : []
        let branchKeys = SortKeys<Int>(
            albumTitle: { [branches] in branches[$0].sortKey },
            firstDate: { dates.isEmpty ? nil : dates[$0]?.lowerBound },
            lastDate: { dates.isEmpty ? nil : dates[$0]?.upperBound },
            photoCount: { [branches] in branches[$0].photoCount })
        let albumKeys = SortKeys(folderTitle: { NaturalOrderKey($0.path.lastComponent.text) })
        func sorted<Element>(_ elements: [Element], _ keys: SortKeys<Element>) -> [Element] {
            query.order.indices(of: elements, by: keys)?.map { elements[$0] } ?? elements
        }
        var lines: [Line] = []
        var sections: [AlbumTree.Section] = []
        // The indices of the lines of albums and of branches.
        var albumLines: [BytePath: Int] = [:]
        var branchLines: [Int: Int] = [:]
        var pending = [0]
        while let branch = pending.popLast() {
            let folder = branches[branch]
            let isOpen = branch == 0 || query.folding[id(folder.path)] ?? folder.isFirst
            if branch != 0 {
                branchLines[branch] = lines.count
                lines.append(.folder(branch, isOpen: isOpen))
            }
            let albums = isOpen ? sorted(folder.albums, albumKeys) : []
            for album in albums {
                albumLines[album.path] = lines.count
                lines.append(.album(album, in: branch))
            }
            if branch != 0 || !albums.isEmpty {
                sections.append(AlbumTree.Section(hasFolder: branch != 0, albumCount: albums.count))
            }
            if isOpen { pending += sorted(folder.branches, branchKeys).reversed() }
        }
        return AlbumTree(sections: sections, isComplete: isComplete) { [branches, lines] index in
            switch lines[index] {
            case .folder(let branch, let isOpen):
                let folder = branches[branch]
                return .folder(
                    AlbumFolder(
                        id: id(folder.path), name: folder.path.lastComponent.text, depth: folder.depth,
                        albumCount: folder.albumCount, photoCount: folder.photoCount, isOpen: isOpen))
            case .album(let found, let branch):
                return .album(album(found), in: branch == 0 ? nil : id(branches[branch].path))
            }
        } index: { [branches, branchesByPath, albumLines, branchLines] item in
            let path: BytePath
            switch item {
            case .album(let album):
                path = FolderLibrary.path(of: album) ?? []
                if let line = albumLines[path] { return line }
            case .folder(let folder):
                path = FolderLibrary.path(of: folder) ?? []
            }
            var branch = branchesByPath[path] ?? branchesByPath[path.parent]
            while let hidden = branch, branchLines[hidden] == nil { branch = branches[hidden].parent }
            return branch.flatMap { branchLines[$0] }
        }
    }

    /// The dates of the oldest and the newest photo in each branch; blocks.
    private var branchDates: [ClosedRange<Date>?] {
        var dates = [ClosedRange<Date>?](repeating: nil, count: branches.count)
        // Branches follow their parents.
        for index in branches.indices.reversed() {
            let all = (branches[index].albums.map(\.dates) + branches[index].branches.map { dates[$0] })
                .compactMap { $0 }
            if let first = all.map(\.lowerBound).min(), let last = all.map(\.upperBound).max() {
                dates[index] = first...last
            }
        }
        return dates
    }
}
