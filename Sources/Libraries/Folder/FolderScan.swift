import Albums
import Basics
import Dispatch

/// Finds the albums below a folder, in display order.
///
/// Links to folders are visited last, so that a folder inside the library is listed under its real path.
struct FolderScan: Sendable {
    let root: BytePath
    /// A picture of the root to list whatever its extension, even if the root cannot be read.
    let namedPicture: BytePath?
    let enclosingFolders: Set<FileNode>
    let read: @Sendable (BytePath) throws(FolderFailure) -> FolderContents
    let catalog: FolderCatalog
    let broadcaster: LibraryEventBroadcaster
    let texts: FolderTexts
    /// Whether folders with `.nomedia` are left out.
    let hidesMarkedFolders: Bool
    /// Nil if there is no index.
    var index: PictureIndex?
    /// The files to which Tintype has written metadata.
    let rewritten: RewrittenFiles

    /// Nil if changes are not watched.
    var watcher: FolderWatcher?
    /// The albums of an earlier scan, by path.
    var former: @Sendable (BytePath) -> FolderAlbum? = { _ in nil }

    /// Reads folders with changed pictures again; blocks.
    func update(_ folders: [BytePath: Set<BytePath>]) {
        for (path, changed) in folders {
            let contents = contents(of: path)
            addAlbum(at: path, isHidden(path, contents) ? nil : contents, changed: changed)
        }
    }

    /// Scans until everything is found or the library is released; blocks.
    ///
    /// - Parameter changed: the names of pictures that may have changed since an earlier scan, by folder; nil if it is
    ///   not known which.
    func run(changed: [BytePath: Set<BytePath>]? = [:]) {
        watcher?.beginScan()
        let albums = DispatchGroup()
        let free = DispatchSemaphore(value: Self.maxConcurrentAlbums)
        /// While one album waits for the index, another one is built, and the next folder is read.
        func startAlbum(at path: BytePath, _ contents: FolderContents?, changed: Set<BytePath> = []) {
            free.wait()
            Self.albumQueue.async(group: albums) {
                addAlbum(at: path, contents, changed: changed)
                free.signal()
            }
        }
        var visited: Set<FileNode> = []
        var folders: [BytePath] = [[]]
        var links: [(path: BytePath, target: FileNode)] = []
        while !catalog.isAbandoned {
            if let path = folders.popLast() {
                guard let contents = contents(of: path) else {
                    startAlbum(at: path, nil)
                    continue
                }
                guard visited.insert(contents.node).inserted, !isHidden(path, contents) else { continue }
                let changed = changed.map { $0[path] ?? [] } ?? Set(contents.pictures + contents.rawsAndVideos)
                startAlbum(at: path, contents, changed: changed)
                folders += Self.sorted(contents.folders.map(path.appending)).reversed()
                links += contents.linkedFolders.map { (path.appending($0.name), $0.target) }
            } else if let link = links.popLast() {
                if !visited.contains(link.target), !enclosingFolders.contains(link.target) { folders.append(link.path) }
            } else {
                break
            }
        }
        albums.wait()
        watcher?.endScan()
        catalog.complete()
        // The facts of the index and changes of the folders change the lists later.
        broadcaster.complete(isFinal: index == nil && watcher == nil)
    }

    private static let albumQueue = DispatchQueue(
        label: "tintype.folder-albums", qos: .userInitiated, attributes: .concurrent)
    private static let maxConcurrentAlbums = 2

    /// The library's own folder is shown in any case, because the user has named it.
    private func isHidden(_ path: BytePath, _ contents: FolderContents?) -> Bool {
        hidesMarkedFolders && !path.isEmpty && contents?.isMarkedAsHidden == true
    }

    private func contents(of path: BytePath) -> FolderContents? {
        watcher?.watch(path)
        let contents = try? read(path)
        if contents?.isIncomplete ?? true { broadcaster.folderIsUnreadable(path: title(ofFolderAt: path)) }
        return contents
    }

    /// - Parameters:
    ///   - contents: nil if the folder can't be read.
    ///   - changed: the names of pictures that may have changed since an earlier scan.
    private func addAlbum(at path: BytePath, _ contents: FolderContents?, changed: Set<BytePath> = []) {
        var (pictures, rawsAndVideos) = (contents?.pictures ?? [], contents?.rawsAndVideos ?? [])
        if path.isEmpty, let namedPicture, !pictures.contains(namedPicture),
            contents == nil || FileSize.of(root.appending(namedPicture)) != nil
        {
            rawsAndVideos.removeAll { $0 == namedPicture }
            pictures.append(namedPicture)
        }
        guard !pictures.isEmpty || !rawsAndVideos.isEmpty else { return }
        let photos = PhotoStacks.group(pictures, rawsAndVideos).map { photo in
            var photo = photo
            photo.inode = contents?.inodes[photo.name]
            return photo
        }
        catalog.add(
            FolderAlbum(
                path: path, in: root, title: title(ofFolderAt: path), contents, photos: photos, texts: texts,
                index: index, former: former(path), changed: changed, written: rewritten.inode))
        broadcaster.change()
    }

    private func title(ofFolderAt path: BytePath) -> String {
        path.isEmpty ? root.lastComponent.text : path.text
    }

    private static func sorted(_ paths: [BytePath]) -> [BytePath] {
        paths.map { (key: NaturalOrderKey(FoldedText($0.text), original: $0), path: $0) }
            .sorted { $0.key < $1.key }
            .map(\.path)
    }
}
