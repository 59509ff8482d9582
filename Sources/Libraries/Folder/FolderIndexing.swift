import Albums
import Basics
import Dispatch
import Glibc
import Synchronization

/// Compares the files of a library with its index, and reads those that are new or have changed, in batches. Visible
/// photos come first.
final class FolderIndexing: Sendable {
    private let index: PictureIndex
    private let root: BytePath
    private let wanted = Mutex<[(album: FolderAlbum, index: Int)]>([])
    /// For access to the file system, which may block.
    private let queue = DispatchQueue(label: "tintype.folder-indexing", qos: .utility, attributes: .concurrent)

    /// Large enough to keep all cores busy, yet small enough that photos on the screen wait only briefly.
    private static let batchSize = 64
    /// While files of one batch are read, another batch is compared or stored.
    private static let maxRunning = 2
    /// Announced changes make the screens sort and draw their lists again.
    private static let minChangeInterval = Duration.seconds(2)

    init(_ index: PictureIndex, root: BytePath) {
        self.index = index
        self.root = root
    }

    /// Checks these photos before all others, the latest requests first.
    func want(_ photos: [(album: FolderAlbum, index: Int)]) {
        wanted.withLock { $0 = Array((photos.reversed() + $0).prefix(1000)) }
    }

    /// Checks all photos of a catalog until its library is released.
    ///
    /// - Parameter onChange: called after facts have changed, with a pause between calls. Gets the albums of the
    ///   folders to read again, because videos belong to other photos than assumed.
    func run(_ catalog: FolderCatalog, onChange: @Sendable (_ regrouped: Set<BytePath>) -> Void) async {
        var changes = Changes(minInterval: Self.minChangeInterval)
        await withTaskGroup(of: Check.self) { checks in
            var runningCount = 0
            for album in catalog.albums.list.elements {
                var start = 0
                while start < album.photos.elements.count {
                    while runningCount >= Self.maxRunning, let check = await checks.next() {
                        runningCount -= 1
                        changes.add(check)
                        changes.announceIfDue(onChange)
                    }
                    guard !catalog.isAbandoned, !Task.isCancelled else { return }
                    let wanted = self.wanted.withLock { wanted in
                        defer { wanted = [] }
                        return wanted
                    }
                    let end = min(start + Self.batchSize, album.photos.elements.count)
                    let batches =
                        wanted.isEmpty
                        ? [(album, Array(start..<end))]
                        : Dictionary(grouping: wanted, by: { ObjectIdentifier($0.album) }).values
                            .map { ($0[0].album, $0.map(\.index)) }
                    for (album, indices) in batches {
                        checks.addTask { await self.check(album, indices) }
                        runningCount += 1
                    }
                    if wanted.isEmpty { start = end }
                }
            }
            for await check in checks { changes.add(check) }
        }
        if changes.isPending { onChange(changes.regrouped) }
    }

    /// The result of comparing photos with the index.
    private struct Check {
        /// Whether facts have changed, or are now known to be missing.
        var isChanged = false
        /// The photos that weren't read because the task was cancelled.
        var skipped: Set<Int> = []
        /// The album, if its videos belong to other photos than it assumes.
        var regrouped: BytePath?
    }

    private func check(_ album: FolderAlbum, _ indices: [Int]) async -> Check {
        let photos = album.facts.takeUnchecked(indices)
        guard !photos.isEmpty else { return Check() }
        var check = await read(photos, of: album)
        album.facts.putBack(check.skipped)
        let unread = photos.count { $0.known == nil && !check.skipped.contains($0.index) }
        album.facts.countAsRead(unread)
        check.isChanged = check.isChanged || unread > 0
        return check
    }

    private func read(_ photos: [(index: Int, known: FileStamp?)], of album: FolderAlbum) async -> Check {
        let (folder, elements) = (root.appending(album.path), album.photos.elements)
        let changed = await queue.runBlocking {
            photos.compactMap { photo -> (index: Int, file: PictureIndex.ReadFile)? in
                let (name, videos) = (elements[photo.index].name, elements[photo.index].videos)
                let sidecars = album.sidecars(of: name)
                guard let stamp = FileStamp.ofFile(name, in: folder, others: sidecars + videos), stamp != photo.known
                else { return nil }
                return (photo.index, (name, stamp, sidecars, videos))
            }
        }
        guard !changed.isEmpty else { return Check() }
        let facts = await index.read(folder, changed.map(\.file))
        let isRegrouped = album.set(
            zip(changed, facts).compactMap { photo, facts in facts.map { (photo.index, $0, photo.file.stamp) } })
        var check = Check(isChanged: true, regrouped: isRegrouped ? album.path : nil)
        if Task.isCancelled { check.skipped = Set(zip(changed, facts).filter { $1 == nil }.map { $0.0.index }) }
        return check
    }

    /// Changes that have not been announced yet.
    private struct Changes {
        let minInterval: Duration
        private(set) var isPending = false
        private(set) var regrouped: Set<BytePath> = []
        private var last: ContinuousClock.Instant?

        init(minInterval: Duration) {
            self.minInterval = minInterval
        }

        mutating func add(_ check: Check) {
            isPending = isPending || check.isChanged
            if let album = check.regrouped { regrouped.insert(album) }
        }

        mutating func announceIfDue(_ onChange: (Set<BytePath>) -> Void) {
            guard isPending, last.map({ .now - $0 > minInterval }) ?? true else { return }
            onChange(regrouped)
            (isPending, regrouped, last) = (false, [], .now)
        }
    }
}

extension FileStamp {
    /// Reads the total size and the latest modification time of a file and its companions; nil if the file is missing.
    /// Blocks.
    static func ofFile(_ name: BytePath, in folder: BytePath, others: [BytePath]) -> FileStamp? {
        var status = stat()
        guard folder.appending(name).withCPath({ stat($0, &status) }) == 0 else { return nil }
        var bytes = Count(status.st_size)
        var modified = status.nanoseconds
        for other in others where folder.appending(other).withCPath({ stat($0, &status) }) == 0 {
            bytes = bytes + Count(status.st_size)
            modified = max(modified, status.nanoseconds)
        }
        return FileStamp(bytes: bytes.value, modified: modified)
    }
}
