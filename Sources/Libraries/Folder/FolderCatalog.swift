import Albums
import Basics
import FoundationEssentials
import Synchronization

/// The albums found so far: added by a scan, read by the library.
final class FolderCatalog: Sendable {
    private let state = Mutex(State())

    private struct State {
        /// In display order.
        var albums: [FolderAlbum] = []
        var albumsByPath: [BytePath: FolderAlbum] = [:]
        var photoCount = 0
        var isComplete = false
        var isAbandoned = false
        /// The albums as a searchable list; nil after a change.
        var list: SearchableList<FolderAlbum>?
        /// The albums as a tree; nil after a change.
        var tree: FolderTree?
    }

    /// Whether the library has been released, so that the scan should stop.
    var isAbandoned: Bool { state.withLock { $0.isAbandoned } }

    /// The albums found so far, and whether the scan has completed.
    var albums: (list: SearchableList<FolderAlbum>, isComplete: Bool) {
        state.withLock { state in
            let list = state.list ?? Self.list(of: state.albums)
            state.list = list
            return (list, state.isComplete)
        }
    }

    /// The albums found so far as a tree, built outside the lock so that the scan doesn't wait.
    var tree: FolderTree {
        let (known, albums, isComplete) = state.withLock { ($0.tree, $0.albums, $0.isComplete) }
        if let known { return known }
        let tree = FolderTree(albums, isComplete: isComplete)
        return state.withLock { state in
            if state.albums.count == albums.count, state.isComplete == isComplete {
                // Another reader may have been faster; its tree may have cached more.
                state.tree = state.tree ?? tree
            }
            return state.tree ?? tree
        }
    }

    /// Whether the scan has completed.
    var isComplete: Bool { state.withLock { $0.isComplete } }

    /// Returns the current paths of the files that were moved or renamed since an earlier catalog, by former path.
    /// Finds the files by device and inode; blocks.
    func moves(since former: FolderCatalog, in root: BytePath) -> [BytePath: BytePath] {
        let (before, now) = (former.state.withLock { $0.albumsByPath }, state.withLock { $0.albumsByPath })
        var missing: [FileNode: (path: BytePath, readTime: Date)] = [:]
        for (path, album) in before {
            for (file, photo) in album.photos(missingIn: now[path]) {
                if let node = album.node(of: photo) { missing[node] = (file, album.readTime) }
            }
        }
        guard !missing.isEmpty else { return [:] }
        var moves: [BytePath: BytePath] = [:]
        for (path, album) in now {
            for (file, photo) in album.photos(missingIn: before[path]) {
                guard let node = album.node(of: photo), let found = missing[node],
                    FileDate.isCreation(of: root.appending(file), before: found.readTime)
                else { continue }
                moves[found.path] = file
            }
        }
        return moves
    }

    var totals: LibraryTotals {
        state.withLock { state in
            LibraryTotals(albums: state.albums.count, photos: state.photoCount, isComplete: state.isComplete)
        }
    }

    private static func list(of albums: [FolderAlbum]) -> SearchableList<FolderAlbum> {
        let keys = SortKeys(folderTitle: { NaturalOrderKey($0.foldedTitle, original: $0.title.utf8) })
        return SearchableList(albums, keys: keys) { search, album in search.matches([album.foldedTitle]) }
    }

    func album(at path: BytePath) -> FolderAlbum? {
        state.withLock { $0.albumsByPath[path] }
    }

    /// Returns the photo that has a file at a path; nil if there is none.
    func photo(at path: BytePath) -> (album: FolderAlbum, index: Int)? {
        let folder = path.parent
        return album(at: folder).flatMap { album in album.index(ofPictureAt: path).map { (album, $0) } }
    }

    /// Whether a photo has a file at a path.
    func hasFile(at path: BytePath) -> Bool { photo(at: path) != nil }

    func add(_ album: FolderAlbum) {
        state.withLock { state in
            let index = state.albums.partitioningIndex { $0.sortKey >= album.sortKey }
            state.albums.insert(album, at: index)
            state.albumsByPath[album.path] = album
            state.photoCount += album.photos.elements.count
            state.list = nil
            state.tree = nil
        }
    }

    /// Adds the albums of another catalog, except for those at these paths.
    func add(_ other: FolderCatalog, without paths: some Collection<BytePath>) {
        var new = other.state.withLock { $0 }
        for path in paths {
            guard let album = new.albumsByPath.removeValue(forKey: path) else { continue }
            new.albums.removeAll { $0 === album }
            new.photoCount -= album.photos.elements.count
        }
        (new.list, new.tree) = (nil, nil)
        state.withLock { $0 = new }
    }

    func complete() {
        state.withLock { state in
            state.isComplete = true
            state.tree = nil
        }
    }

    /// Forgets orders by date, after dates have changed.
    func forgetDates() {
        state.withLock { state in
            state.list = nil
            state.tree = nil
        }
    }

    func abandon() {
        state.withLock { $0.isAbandoned = true }
    }
}
