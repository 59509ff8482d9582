import Albums
import Basics
import Dispatch
import FoundationEssentials
import Glibc
import Synchronization

/// The pictures of a folder. The folder and each of its subfolders with pictures are albums.
///
/// Scanning starts on creation, on a background queue; results are provisional until it completes.
public final class FolderLibrary: PhotoLibrary, FolderFeatures {
    public let address: String
    /// The photo that was opened, if the library was opened by a file instead of a folder.
    public let namedPhoto: Photo?

    public let capabilities: Capabilities

    public var folders: (any FolderFeatures)? { self }

    let root: BytePath
    /// The result of the last completed scan, or of the first scan in progress.
    private let found: Mutex<Found>
    let broadcaster = LibraryEventBroadcaster()
    private let scan: @Sendable (FolderCatalog, LibraryEventBroadcaster) -> FolderScan
    /// Nil if the library shows changes only when it is refreshed.
    private let watcher: FolderWatcher?
    /// The changes that have been written since the last scan began.
    private let adoptedDuringScan = Mutex<[(path: BytePath, change: WrittenChange)]>([])
    /// Changes of folders that are still to be read again.
    private let pendingChanges = Mutex(FolderWatcher.Changes())
    /// A serial queue for scans.
    private let scanning = DispatchQueue(label: "tintype.folder-scan", qos: .userInitiated)
    private let refreshing = SharedWork<BytePath, Bool>()
    private let presence: Mutex<FolderPresence>
    /// Nil if there is no index.
    private let indexing: FolderIndexing?
    /// Nil if the contents of files aren't compared.
    private let identicalFiles: IdenticalFiles?
    /// Nil if sidecars aren't written.
    let sidecars: SidecarSettings?
    /// Nil if files aren't moved.
    let files: FilePort?
    /// The files that are being moved away.
    let departing = DepartingFiles()
    let departed = DepartedFiles()
    let rewritten = RewrittenFiles()
    let changing = ChangingPhotos()
    /// The operations on each photo's files that can be undone, the latest last.
    let operations = Mutex<[Photo.ID: [FileOperation]]>([:])
    private let indexingTask = Mutex<Task<Void, Never>?>(nil)
    /// A queue for requests that access the file system, which may block.
    private let queue = DispatchQueue(label: "tintype.folder-library", qos: .userInitiated)

    /// The paths of files that were moved or renamed while the library was open, by their former paths.
    let moves = Mutex<[BytePath: BytePath]>([:])

    struct Found {
        let catalog = FolderCatalog()
        let feeds = FolderFeeds()

        /// Adopts changes that have been written.
        fileprivate func adopt(_ changes: [(path: BytePath, change: WrittenChange)]) {
            guard !changes.isEmpty else { return }
            for (folder, photos) in Dictionary(grouping: changes, by: \.path.parent) {
                guard let album = catalog.album(at: folder) else { continue }
                album.adopt(
                    photos.compactMap { photo in album.index(ofPictureAt: photo.path).map { ($0, photo.change) } })
            }
            feeds.forgetResults()
        }
    }

    /// Returns the photos of a list that is not one album; nil for other lists. Blocks like `FolderFeed.list(of:)`.
    private func feed(of list: PhotoList, in found: Found) -> SearchableList<FolderFeedPhoto>? {
        if case .burst(let photos) = list {
            // The photos may have been renamed since, even into another photo's stack.
            var paths: Set<BytePath> = []
            return FolderFeed.list(
                of: photos.compactMap { photo in
                    guard let path = currentPath(of: BytePath(identifier: photo.rawValue), in: found.catalog),
                        let (album, index) = found.catalog.photo(at: path),
                        paths.insert(album.path.appending(album.photos.elements[index].name)).inserted
                    else { return nil }
                    return (album, index)
                })
        }
        return FolderFeeds.folder(of: list).map { found.feeds.list(of: $0, in: found.catalog.albums.list.elements) }
    }

    /// The services and settings of a library of a folder.
    public struct Options: Sendable {
        /// An index of pictures; without it, only the names and the times of the files are known.
        public var index: PictureIndex?
        /// How sidecars are written; nil if the photos can't be assessed.
        public var sidecars: SidecarSettings?
        /// How files are moved; nil if they can't be.
        public var files: FilePort?
        /// Whether changes of the folders are shown.
        public var isWatched: Bool
        /// Whether folders below with a file `.nomedia` are left out.
        public var hidesMarkedFolders: Bool
        /// The names of color labels.
        public var labelNames: LabelNames

        public init(
            index: PictureIndex? = nil, sidecars: SidecarSettings? = nil, files: FilePort? = nil,
            isWatched: Bool = false, hidesMarkedFolders: Bool = false, labelNames: LabelNames = .default
        ) {
            self.index = index
            self.sidecars = sidecars
            self.files = files
            self.isWatched = isWatched
            self.hidesMarkedFolders = hidesMarkedFolders
            self.labelNames = labelNames
        }
    }

    /// Opens the folder at `path`, in bytes without a trailing zero. If `path` is a file, opens its folder, and lists
    /// the file whatever its extension.
    ///
    /// - Parameter checkPicture: throws if a file without the extension of a picture or video is not a picture.
    public convenience init(
        path: [UInt8], _ options: Options = Options(),
        checkPicture: (_ path: [UInt8]) throws(FolderFailure) -> Void = { _ in }
    ) throws(FolderFailure) {
        let opened = try OpenedPath(path)
        if let file = opened.file, PhotoFileName(file).kind == nil {
            try checkPicture(opened.folder.appending(file))
        }
        self.init(opened, options, read: FolderReader(root: opened.folder).read)
    }

    /// Creates a library with a custom reader; `read` takes paths relative to the opened folder.
    init(
        _ opened: OpenedPath, _ options: Options = Options(),
        read: @escaping @Sendable (BytePath) throws(FolderFailure) -> FolderContents
    ) {
        let root = opened.folder
        let index = options.index
        self.root = root
        self.sidecars = options.sidecars
        self.files = options.files
        presence = Mutex(FolderPresence(of: root))
        capabilities = Capabilities(isIndexed: index != nil)
        indexing = index.map { FolderIndexing($0, root: root) }
        identicalFiles = index?.contents.map { IdenticalFiles($0, root: root) }
        let found = Found()
        self.found = Mutex(found)
        address = root.text
        namedPhoto = opened.file.map { FolderLibrary.photo(FolderPhoto(name: $0), in: []) }
        let texts = FolderTexts(labelNames: options.labelNames)
        let watcher = options.isWatched ? FolderWatcher(root: root) : nil
        self.watcher = watcher
        scan = { [departing, rewritten] catalog, broadcaster in
            FolderScan(
                root: root, namedPicture: opened.file,
                enclosingFolders: FolderReader(root: root).enclosingFolders(),
                read: { path throws(FolderFailure) in departing.removed(from: try read(path), at: path) },
                catalog: catalog,
                broadcaster: broadcaster, texts: texts, hidesMarkedFolders: options.hidesMarkedFolders, index: index,
                rewritten: rewritten, watcher: watcher)
        }
        watcher?.report(to: { [weak self] in self?.show($0) })
        scanning.async { [weak self, scan, broadcaster] in
            scan(found.catalog, broadcaster).run()
            self?.updateIndex(of: found)
        }
    }

    /// Reads files that the index lacks, in the background.
    private func updateIndex(of found: Found) {
        guard let indexing else { return }
        let former = indexingTask.withLock { $0 }
        former?.cancel()
        let task = Task.detached(priority: .utility) { [weak self, broadcaster] in
            // Wait until the photos it hasn't read count as unchecked again.
            await former?.value
            await indexing.run(found.catalog) { [weak self] regrouped in
                found.catalog.forgetDates()
                found.feeds.update()
                if !regrouped.isEmpty {
                    var changes = FolderWatcher.Changes()
                    changes.pictures = regrouped.reduce(into: [:]) { $0[$1] = [] }
                    self?.show(changes)
                }
                broadcaster.change()
            }
        }
        indexingTask.withLock { $0 = task }
    }

    deinit {
        indexingTask.withLock { $0 }?.cancel()
        identicalFiles?.cancel()
        found.withLock { $0.catalog.abandon() }
    }

    /// How changes of the folders read so far are noticed; nil if they aren't.
    var watchCoverage: WatchCoverage? { watcher?.coverage }

    var current: Found { found.withLock { $0 } }

    /// Scans the folder again; returns false if it is gone.
    public func refresh() async -> Bool {
        // A running scan ignores cancellation: its result serves the next request.
        (try? await refreshing.value(for: root) { [weak self] in await self?.scanAgain() ?? true }) ?? true
    }

    private func scanAgain() async -> Bool {
        await scanning.runBlocking { [self] in
            let isThere = presence.withLock { $0.check() }
            if isThere { replaceFound { $0.run() } } else { waitForReturn(isReported: false) }
            return isThere
        }
    }

    /// Schedules a rescan for when the folder has returned; called on the queue of scans.
    ///
    /// - Parameter isReported: whether the user knows that the folder is gone.
    private func waitForReturn(isReported: Bool) {
        if !isReported { broadcaster.folderIsGone(path: address) }
        let isFirst = presence.withLock { presence in
            defer { presence.isAwaited = true }
            return !presence.isAwaited
        }
        if isFirst { lookForReturn() }
    }

    private func lookForReturn() {
        scanning.asyncAfter(deadline: .now() + Self.returnInterval) { [weak self] in
            guard let self else { return }
            guard presence.withLock({ $0.check() }) else { return lookForReturn() }
            presence.withLock { $0.isAwaited = false }
            replaceFound(isReturn: true) { $0.run() }
            broadcaster.change()
            broadcaster.folderHasReturned(path: address)
        }
    }

    /// The pause between looks for a folder that is gone.
    private static let returnInterval = DispatchTimeInterval.seconds(2)

    /// Reads folders that have changed, and sends an event. Changes during that time are read together afterward.
    private func show(_ new: FolderWatcher.Changes) {
        let isFirst = pendingChanges.withLock { changes in
            defer { changes.add(new) }
            return changes.isEmpty
        }
        guard isFirst else { return }
        scanning.async { [weak self] in
            guard let self else { return }
            let changes = pendingChanges.withLock { changes in
                defer { changes = FolderWatcher.Changes() }
                return changes
            }
            let (isThere, isAwaited) = presence.withLock { ($0.check(), $0.isAwaited) }
            guard isThere else { return waitForReturn(isReported: isAwaited) }
            let pictures = rewritten.removed(from: changes.pictures, in: root)
            replaceFound { [former = current.catalog] scan in
                guard !changes.needsScan else { return scan.run(changed: changes.areKnown ? pictures : nil) }
                scan.catalog.add(former, without: pictures.keys)
                scan.update(pictures)
            }
            broadcaster.change()
        }
    }

    /// Rereads folders in which a listing or a change has found other files than the library knows.
    ///
    /// - Parameter pictures: the names of these files by folder; empty if the whole folder was replaced.
    func noticeReplaced(_ pictures: [BytePath: Set<BytePath>]) {
        var changes = FolderWatcher.Changes()
        changes.pictures = pictures
        // The new folder may have other subfolders.
        changes.needsScan = pictures.contains { $0.value.isEmpty }
        show(changes)
    }

    /// Rereads folders after their files have been moved, and sends an event.
    func readAgain(_ folders: Set<BytePath>) async {
        guard !folders.isEmpty else { return }
        await scanning.runBlocking { [self] in
            replaceFound { [former = current.catalog] scan in
                scan.catalog.add(former, without: folders)
                scan.update(folders.reduce(into: [:]) { $0[$1] = [] })
            }
            broadcaster.change()
        }
    }

    /// Replaces the albums and photos with those of another scan; called on the queue of scans.
    ///
    /// - Parameter isReturn: whether the folder has returned; then a different folder is not reported.
    private func replaceFound(isReturn: Bool = false, by read: (FolderScan) -> Void) {
        adoptedDuringScan.withLock { $0 = [] }
        let (new, former) = (Found(), current)
        // Discards the events: unreadable folders were reported by the first scan.
        var scan = scan(new.catalog, LibraryEventBroadcaster())
        scan.former = { former.catalog.album(at: $0) }
        read(scan)
        new.feeds.rebuild(like: former.feeds, of: new.catalog.albums.list.elements)
        let moved = new.catalog.moves(since: former.catalog, in: root)
        moves.withLock { $0.merge(moved) { $1 } }
        adoptedDuringScan.withLock { adopted in
            found.withLock { $0 = new }
            // The scan may have copied earlier facts.
            new.adopt(adopted)
        }
        updateIndex(of: new)
        let isRoot = presence.withLock { $0.takeReplacement() }
        let replaced = new.catalog.albums.list.elements.first {
            $0.isReplacement && former.catalog.album(at: $0.path) !== $0
        }
        guard !isReturn, let path = isRoot ? address : replaced?.title else { return }
        broadcaster.folderIsReplaced(path: path)
    }

    /// Shows written changes of photos in all lists.
    func adopt(_ changes: [(path: BytePath, change: WrittenChange)]) {
        guard !changes.isEmpty else { return }
        adoptedDuringScan.withLock { adopted in
            adopted += changes
            current.adopt(changes)
        }
        broadcaster.change()
    }

    public func waitUntilRead(_ onProgress: @escaping @Sendable (_ read: Int, _ found: Int) -> Void) async {
        let reporting = Task { [weak self] in
            while !Task.isCancelled, let albums = self?.current.catalog.albums.list.elements {
                let found = albums.reduce(0) { $0 + $1.photos.elements.count }
                onProgress(found - albums.reduce(0) { $0 + $1.facts.uncheckedCount }, found)
                try? await Task.sleep(for: Self.progressInterval)
            }
        }
        defer { reporting.cancel() }
        // The queue is serial: when this runs, the scan has completed and the files are being read.
        await scanning.runBlocking {}
        var last: Task<Void, Never>?
        while let task = indexingTask.withLock({ $0 }), task != last {
            await task.value
            // The task may have found folders to read again.
            await scanning.runBlocking {}
            last = task
        }
    }

    /// The pause between reports of the progress.
    private static let progressInterval = Duration.milliseconds(200)

    public func sidecars(ofFileAt path: [UInt8]) async -> [[UInt8]]? {
        let prefix = root.appending([])
        guard path.starts(with: prefix) else { return nil }
        let name = path.lastComponent
        let folder = BytePath(path[prefix.count...].dropLast(name.count + 1))
        return current.catalog.album(at: folder)?.companions.names(of: name).map {
            root.appending(folder.appending($0))
        }
    }

    public func owners() async -> [Owner] {
        let process = ProcessInfo.processInfo
        let home = process.environment["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        return [Account.current().owner(ofFolderAt: address, host: process.hostName, home: home)]
    }

    public func albums(
        in list: AlbumList, matching query: ListQuery, in range: Range<Int>
    ) async -> Page<Album> {
        let owner = Owner.ID(Account.current().login)
        return await ordering(by: query.order) { [current] in
            let albums = current.catalog.albums
            return albums.list.page(matching: query, in: range, isComplete: albums.isComplete) {
                Self.album($0, of: owner)
            }
        }
    }

    public func index(of album: Album.ID, in list: AlbumList, matching query: ListQuery) async -> Int? {
        guard let path = Self.path(of: album) else { return nil }
        return await ordering(by: query.order) { [current] in
            let list = current.catalog.albums.list
            // The ID of a folder stands for the albums below it.
            let below = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
            return list.elements.indices.lazy
                .filter {
                    list.elements[$0].path == path || !below.isEmpty && list.elements[$0].path.starts(with: below)
                }
                .compactMap { list.rank(of: $0, matching: query) }.first
        }
    }

    public func albumTree(folding: [Album.ID: Bool], by order: ListOrder) async -> AlbumTree {
        let owner = Owner.ID(Account.current().login)
        return await ordering(by: order) { [current] in
            current.catalog.tree.tree(folding: folding, by: order, id: Self.id(ofAlbumAt:)) {
                Self.album($0, of: owner)
            }
        }
    }

    public func folder(of album: Album.ID) -> (id: Album.ID, name: String)? {
        guard var path = Self.path(of: album) else { return nil }
        let below = path.appending([])
        let isLeaf =
            !path.isEmpty
            && !current.catalog.albums.list.elements.contains {
                $0.path.count > below.count && $0.path.starts(with: below)
            }
        if isLeaf { path = path.parent }
        return (Self.id(ofAlbumAt: path), path.isEmpty ? root.lastComponent.text : path.text)
    }

    /// Calls `list` on the queue if its order needs dates, which require access to every file.
    private func ordering<Value: Sendable>(
        by order: ListOrder, _ list: @escaping @Sendable () -> Value
    ) async -> Value {
        order.isByDate ? await onQueue(list) : list()
    }

    /// Inserts the duplicates found so far into a query for duplicates; returns the query, and whether the search for
    /// duplicates is complete.
    private func resolved(_ query: ListQuery) -> (query: ListQuery, isComplete: Bool) {
        guard let identicalFiles, query.search.asksForDuplicates else { return (query, true) }
        let (photos, isComplete) = identicalFiles.duplicates(in: current.catalog) { [broadcaster] in
            broadcaster.change()
        }
        var resolved = query
        resolved.search = query.search.finding(duplicates: photos)
        return (resolved, isComplete)
    }

    public func files(identicalTo photo: Photo) async -> [IdenticalFile] {
        await identicalFiles?.files(identicalTo: photo.id, in: current.catalog) ?? []
    }

    public func photos(
        in list: PhotoList, matching query: ListQuery, in range: Range<Int>
    ) async throws(LibraryFailure) -> Page<Photo> {
        let (query, isSearched) = resolved(query)
        switch list {
        case .album(let id):
            let catalog = current.catalog
            guard let album = Self.path(of: id).flatMap(catalog.album) else {
                return Page(items: [], matching: 0, available: 0, isComplete: catalog.totals.isComplete)
            }
            return await onQueue { [self] in
                let folder = ListedFolder(of: album)
                var listed: [(album: FolderAlbum, index: Int)] = []
                let isRead = !query.needsFacts || indexing == nil || album.facts.isRead
                let page = album.photos.page(
                    matching: query, in: range, isComplete: isRead && isSearched,
                    foldedItem: { photo, burst in
                        listed.append((album, photo.index))
                        return Self.photo(photo, of: album, folder: folder, date: album.date(at: photo.index))
                            .with(burst: burst.map { Self.id(of: $0, in: album) })
                    })
                indexing?.want(listed)
                watcher?.poll([album.path])
                if !folder.isInPlace { noticeReplaced([album.path: []]) }
                return page
            }
        case .feed, .folder, .burst:
            return await onQueue { [self, current] in
                let isComplete = current.catalog.isComplete
                guard let feed = feed(of: list, in: current) else {
                    return Page(items: [], matching: 0, available: 0, isComplete: isComplete)
                }
                var folders: [BytePath: ListedFolder] = [:]
                var listed: [(album: FolderAlbum, index: Int)] = []
                let isRead =
                    !query.needsFacts || indexing == nil
                    || current.catalog.albums.list.elements.allSatisfy(\.facts.isRead)
                let page = feed.page(
                    matching: Self.byDate(query, in: list), in: range, isComplete: isComplete && isRead && isSearched,
                    foldedItem: { photo, burst in
                        let album = photo.album.path
                        let folder = folders[album] ?? ListedFolder(of: photo.album)
                        folders[album] = folder
                        listed.append((photo.album, photo.index))
                        return Self.photo(photo.photo, of: photo.album, folder: folder, date: photo.date)
                            .with(burst: burst.map { Self.id(of: $0.photo, in: $0.album) })
                    })
                indexing?.want(listed)
                watcher?.poll(Set(listed.map(\.album.path)))
                let replaced = folders.filter { !$0.value.isInPlace }
                if !replaced.isEmpty { noticeReplaced(replaced.mapValues { _ in [] }) }
                return page
            }
        case .favorites, .searchResults:
            throw .noSuchList
        }
    }

    public func index(
        of photo: Photo.ID, in list: PhotoList, matching query: ListQuery
    ) async throws(LibraryFailure) -> Int? {
        let path = BytePath(identifier: photo.rawValue)
        let query = resolved(query).query
        switch list {
        case .album(let id):
            guard let album = Self.path(of: id).flatMap(current.catalog.album),
                let index = album.index(ofPictureAt: path)
            else {
                return nil
            }
            return await onQueue { album.photos.rank(of: index, matching: query) }
        case .feed, .folder:
            return await onQueue { [current] in
                let parent = path.parent
                guard let album = current.catalog.album(at: parent), let index = album.index(ofPictureAt: path) else {
                    return nil
                }
                guard let photos = current.feeds.knownList(of: list) else { return nil }
                return photos.elements.firstIndex { $0.album === album && $0.index == index }
                    .flatMap { photos.rank(of: $0, matching: Self.byDate(query, in: list)) }
            }
        case .burst:
            return await onQueue { [self, current] in
                guard let photos = feed(of: list, in: current) else { return nil }
                return photos.elements.firstIndex { Self.id(of: $0.photo, in: $0.album) == photo }
                    .flatMap { photos.rank(of: $0, matching: Self.byDate(query, in: list)) }
            }
        case .favorites, .searchResults:
            throw .noSuchList
        }
    }

    public func fate(of photo: Photo.ID) async -> PhotoFate {
        let catalog = current.catalog
        // No file name has a zero byte, but the IDs of favorites in other libraries do.
        guard !photo.rawValue.utf8.contains(0) else { return .kept }
        let path = BytePath(identifier: photo.rawValue)
        // The operation may still fail, and then lists show the photo again.
        if departing.contains(path) { return .leaving }
        guard let current = currentPath(of: path, in: catalog) else { return catalog.isComplete ? .gone : .kept }
        return current == path ? .kept : .moved(to: Photo.ID(current.identifier))
    }

    /// Follows moves and renames to a file's current path; nil if the catalog doesn't have the file.
    private func currentPath(of path: BytePath, in catalog: FolderCatalog) -> BytePath? {
        var path = path
        // A file that was moved away and back is at its former path.
        for _ in 0..<Self.maxMoves where !catalog.hasFile(at: path) {
            guard let next = moves.withLock({ $0[path] }) else { return nil }
            path = next
        }
        return catalog.hasFile(at: path) ? path : nil
    }

    /// The maximum number of moves to follow for one file.
    private static let maxMoves = 100

    public func months(of list: PhotoList, matching query: ListQuery) async -> [MonthSection]? {
        await onQueue { [self, current, query = resolved(query).query] in
            switch list {
            case .album(let id) where query.order.isByDate:
                Self.path(of: id).flatMap(current.catalog.album)?.photos.months(matching: query)
            case .feed where query.order.isByDate || query.order == .original,
                .folder where query.order.isByDate || query.order == .original:
                feed(of: list, in: current)?.months(matching: Self.byDate(query, in: list))
            case .burst where query.order.isByDate: feed(of: list, in: current)?.months(matching: query)
            case .burst where query.order == .original:
                feed(of: list, in: current)?.months(matching: query.with(.oldestFirst))
            case .album, .feed, .folder, .burst, .favorites, .searchResults: nil
            }
        }
    }

    public func bursts(in list: PhotoList, matching query: ListQuery) async -> [ListedBurst] {
        await onQueue { [self, current, query = resolved(query).query] in
            guard case .album(let id) = list else {
                return feed(of: list, in: current)?.bursts(matching: Self.byDate(query, in: list)) ?? []
            }
            return Self.path(of: id).flatMap(current.catalog.album)?.photos.bursts(matching: query) ?? []
        }
    }

    public func values(
        of field: SearchField, in list: PhotoList, matching query: ListQuery
    ) async -> [SearchValue] {
        guard capabilities.searchFields.contains(field) else { return [] }
        let found = await onQueue { [self, current, query = resolved(query).query.unfolded] () -> [SearchValue] in
            let all = 0..<Int.max
            let values: [[String]]
            switch list {
            case .album(let id):
                guard let album = Self.path(of: id).flatMap(current.catalog.album) else { return [] }
                values =
                    album.photos.page(matching: query, in: all, isComplete: true) {
                        album.values(of: field, at: $0.index)
                    }.items
            case .feed, .folder, .burst, .favorites, .searchResults:
                values =
                    feed(of: list, in: current)?
                    .page(matching: query, in: all, isComplete: true) { $0.album.values(of: field, at: $0.index) }.items
                    ?? []
            }
            return SearchValue.counting(values, of: field)
        }
        return field == .kind ? found + (await duplicates(in: list, matching: query)) : found
    }

    /// Returns the value of `is:` that finds duplicates. Counts them only if they are known, because finding them may
    /// take minutes.
    private func duplicates(in list: PhotoList, matching query: ListQuery) async -> [SearchValue] {
        guard let identicalFiles else { return [] }
        guard let known = identicalFiles.knownDuplicates(in: current.catalog) else {
            return [SearchValue(text: SearchValue.duplicate, count: 0)]
        }
        let matching = await onQueue { [self, current, query = resolved(query).query.unfolded] in
            var photos: [Photo.ID] = []
            let all = 0..<Int.max
            switch list {
            case .album(let id):
                guard let album = Self.path(of: id).flatMap(current.catalog.album) else { return 0 }
                photos =
                    album.photos.page(matching: query, in: all, isComplete: true) { Self.id(of: $0, in: album) }.items
            case .feed, .folder, .burst, .favorites, .searchResults:
                photos =
                    feed(of: list, in: current)?.page(matching: query, in: all, isComplete: true) {
                        Self.id(of: $0.photo, in: $0.album)
                    }.items ?? []
            }
            return photos.count(where: known.contains)
        }
        return matching > 0 ? [SearchValue(text: SearchValue.duplicate, count: matching)] : []
    }

    public func aspects(of list: PhotoList, matching query: ListQuery, in range: Range<Int>) async -> [Double?] {
        await onQueue { [self, current, query = resolved(query).query] in
            switch list {
            case .album(let id):
                guard let album = Self.path(of: id).flatMap(current.catalog.album) else { return [] }
                return album.photos.page(matching: query, in: range, isComplete: true) {
                    album.facts[$0.index].aspect
                }.items
            case .feed, .folder, .burst, .favorites, .searchResults:
                return feed(of: list, in: current)?
                    .page(
                        matching: Self.byDate(query, in: list), in: range, isComplete: true, item: \.facts.aspect
                    ).items ?? []
            }
        }
    }

    public func picture(of photo: Photo) async -> PictureSource {
        .file(path: root.appending(BytePath(identifier: photo.id.rawValue)))
    }

    public func totals() async -> LibraryTotals {
        current.catalog.totals
    }

    /// Uses the dates known so far: when photos were taken, or else when their files were modified.
    public func photoDates() async -> ClosedRange<Date>? {
        await onQueue { [current] in current.feeds.dates(of: current.catalog.albums.list.elements) }
    }

    public func events() -> AsyncStream<LibraryEvent> {
        broadcaster.events()
    }

    /// Returns the query for a feed. Its own order is newest first; that of a folder is oldest first.
    private static func byDate(_ query: ListQuery, in list: PhotoList) -> ListQuery {
        switch list {
        case .folder where query.order == .original: query.with(.oldestFirst)
        case .album, .folder, .feed, .burst, .favorites, .searchResults: query
        }
    }

    /// The ID of the root album is a dot, which cannot be the path of a subfolder.
    private static func id(ofAlbumAt path: BytePath) -> Album.ID {
        Album.ID(path.isEmpty ? "." : path.identifier)
    }

    private static func album(_ album: FolderAlbum, of owner: Owner.ID) -> Album {
        Album(
            id: id(ofAlbumAt: album.path), ownerID: owner, title: album.title,
            name: album.path.isEmpty ? nil : album.path.lastComponent.text,
            photoCount: album.photos.elements.count, date: album.knownDates?.upperBound,
            firstDate: album.knownDates?.lowerBound,
            cover: album.cover.map {
                photo($0, in: album.path, album.facts[$0.index], orientation: album.orientation(at: $0.index))
            })
    }

    /// Returns nil for an empty ID, which no album has.
    static func path(of album: Album.ID) -> BytePath? {
        guard !album.rawValue.isEmpty else { return nil }
        return album.rawValue == "." ? [] : BytePath(identifier: album.rawValue)
    }

    /// Returns a photo from its name and the index, without access to its file.
    static func photo(
        _ photo: FolderPhoto, in album: BytePath, _ facts: AlbumFacts.Row? = nil,
        orientation: PhotoOrientation = .unread
    ) -> Photo {
        Photo(
            id: Photo.ID(album.appending(photo.name).identifier), albumID: id(ofAlbumAt: album), title: photo.title,
            dateKind: .modified, aspect: facts?.aspect, placeholder: facts?.color?.placeholder,
            orientation: orientation, video: photo.isVideo ? Video() : nil)
    }

    private static func id(of photo: FolderPhoto, in album: FolderAlbum) -> Photo.ID {
        Photo.ID(album.path.appending(photo.name).identifier)
    }

    static func photo(
        _ photo: FolderPhoto, of album: FolderAlbum, folder: ListedFolder, date: Date?
    ) -> Photo {
        func identity(_ name: BytePath) -> FileIdentity? { album.identity(of: name, isInPlace: folder.isInPlace) }
        func photoID(_ name: BytePath) -> Photo.ID { Photo.ID(album.path.appending(name).identifier) }
        let facts = album.facts[photo.index]
        return Photo(
            id: id(of: photo, in: album), albumID: id(ofAlbumAt: album.path), title: photo.title, date: date,
            dateKind: facts.dateKind, datePrecision: facts.precision, aspect: facts.aspect,
            placeholder: facts.color?.placeholder, file: CanonicalPath.ofFile(named: photo.name, in: folder.path),
            identity: identity(photo.name),
            version: album.version(at: photo.index), orientation: album.orientation(at: photo.index),
            video: photo.isVideo ? Video(duration: facts.duration) : nil,
            stack: photo.stack.map { name in
                let fileName = PhotoFileName(name)
                return StackedFile(
                    id: photoID(name), file: CanonicalPath.ofFile(named: name, in: folder.path),
                    identity: identity(name), format: fileName.fileExtension.uppercased(),
                    video: fileName.kind == .video ? Video() : nil)
            })
    }

    func onQueue<Value: Sendable>(_ work: @escaping @Sendable () -> Value) async -> Value {
        await queue.runBlocking(work)
    }
}

/// The folder of an album whose photos are listed.
struct ListedFolder {
    /// The canonical path.
    let path: BytePath
    /// Whether the folder now at the path is the one that was read.
    let isInPlace: Bool

    /// Blocks.
    init(of album: FolderAlbum) {
        path = CanonicalPath.resolve(album.folder)
        isInPlace = album.isInPlace
    }
}

extension ListQuery {
    /// Whether the result depends on the contents of files.
    fileprivate var needsFacts: Bool { !search.isEmpty || foldsBursts }
}

extension Capabilities {
    /// The capabilities of a folder.
    ///
    /// - Parameter isIndexed: whether metadata of the files are read.
    fileprivate init(isIndexed: Bool) {
        self.init(
            dateKind: .modified, albumOrders: ListOrder.common,
            photoOrders: [
                .original, .title, .titleReversed, .newestFirst, .oldestFirst, .largestFirst, .smallestFirst,
            ],
            searchFields: [.year, .date, .time, .kind], foldsBursts: isIndexed)
        guard isIndexed else { return }
        dateKind = .taken
        photoOrders = Set(ListOrder.allCases).subtracting([.photoCount])
        searchFields = Set(SearchField.allCases)
    }
}
