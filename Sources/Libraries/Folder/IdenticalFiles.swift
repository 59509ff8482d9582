import Albums
import Basics
import Dispatch
import Glibc
import Synchronization

/// Finds photos with identical files: of the same size, then the same sample, then the same SHA-256. Only the files
/// that lists show are compared, not the others of their stacks.
///
/// Samples save reading all of uncompressed RAW files, which have one size. Users may trash identical files, so only a
/// cryptographic hash of all bytes decides.
final class IdenticalFiles: Sendable {
    private let hashes: ContentHashes
    private let root: BytePath
    /// Serial, because hashing is limited by the disk.
    private let queue = DispatchQueue(label: "tintype.identical-files", qos: .utility)
    private let state = Mutex(State())

    private struct State {
        /// The latest search for duplicates.
        var run: Run?
        var found: Set<Photo.ID> = []
    }

    /// A search for duplicates in a catalog.
    private final class Run: Sendable {
        let catalog: FolderCatalog
        let cancellation = CancellationFlag()
        let isComplete = Atomic(false)

        init(_ catalog: FolderCatalog) {
            self.catalog = catalog
        }
    }

    /// A photo of a catalog.
    private typealias Candidate = (album: FolderAlbum, index: Int)
    private typealias File = (id: Photo.ID, file: IdentifiedFile)

    /// Announced changes make the screens load their lists again.
    private static let minChangeInterval = Duration.seconds(1)
    /// The maximum number of files that are compared with one photo, because files of some formats all have the same
    /// size.
    private static let maxCompared = 200

    init(_ hashes: ContentHashes, root: BytePath) {
        self.hashes = hashes
        self.root = root
    }

    deinit { cancel() }

    /// Cancels a search for duplicates.
    func cancel() {
        state.withLock { $0.run?.cancellation.cancel() }
    }

    /// Returns the photos with identical files found so far, and whether the search is complete. Searches a new catalog
    /// in the background once its scan has completed; until then, returns the former result.
    ///
    /// - Parameter onChange: called when more photos have been found, or the search has ended.
    func duplicates(
        in catalog: FolderCatalog, onChange: @escaping @Sendable () -> Void
    ) -> (photos: Set<Photo.ID>, isComplete: Bool) {
        let (new, found, isComplete) = state.withLock { state -> (Run?, Set<Photo.ID>, Bool) in
            if let run = state.run, run.catalog === catalog {
                return (nil, state.found, run.isComplete.load(ordering: .relaxed))
            }
            guard catalog.isComplete else { return (nil, state.found, false) }
            state.run?.cancellation.cancel()
            let run = Run(catalog)
            state.run = run
            return (run, state.found, false)
        }
        if let new { queue.async { [weak self] in self?.search(new, onChange) } }
        return (found, isComplete)
    }

    /// The photos with identical files, if a catalog has been searched; nil before.
    func knownDuplicates(in catalog: FolderCatalog) -> Set<Photo.ID>? {
        state.withLock { state in
            guard let run = state.run, run.catalog === catalog, run.isComplete.load(ordering: .relaxed) else {
                return nil
            }
            return state.found
        }
    }

    private func search(_ run: Run, _ onChange: () -> Void) {
        var bySize: [Int: [Candidate]] = [:]
        for album in run.catalog.albums.list.elements {
            guard !run.cancellation.isCancelled else { return }
            for photo in album.photos.elements {
                let bytes = album.knownBytes(at: photo.index)
                // Empty files are damaged, not copies of each other.
                if bytes > 0 { bySize[bytes, default: []].append((album, photo.index)) }
            }
        }
        var found: Set<Photo.ID> = []
        var lastChange = ContinuousClock.now
        for candidates in bySize.values where candidates.count > 1 {
            for group in groups(of: candidates.compactMap(file), run.cancellation) { found.formUnion(group.map(\.id)) }
            guard !run.cancellation.isCancelled else { return }
            guard .now - lastChange > Self.minChangeInterval else { continue }
            lastChange = .now
            if publish(found, of: run, isComplete: false) { onChange() }
        }
        if publish(found, of: run, isComplete: true) { onChange() }
    }

    /// Returns whether the result of the run is still needed.
    private func publish(_ found: Set<Photo.ID>, of run: Run, isComplete: Bool) -> Bool {
        state.withLock { state in
            guard state.run === run else { return false }
            // Duplicates found in the former catalog stay until the search has ended.
            state.found = isComplete ? found : state.found.union(found)
            run.isComplete.store(isComplete, ordering: .relaxed)
            return true
        }
    }

    /// Returns the other photos in a catalog with the same contents as a photo. Empty if too many files have the same
    /// size to compare them all.
    func files(identicalTo photo: Photo.ID, in catalog: FolderCatalog) async -> [IdenticalFile] {
        // A search of all photos may take minutes.
        await DispatchQueue.global(qos: .utility).runCancellable { [self] cancellation in
            files(identicalTo: photo, in: catalog, cancellation)
        }
    }

    private func files(
        identicalTo photo: Photo.ID, in catalog: FolderCatalog, _ cancellation: CancellationFlag
    ) -> [IdenticalFile] {
        guard let own = catalog.photo(at: BytePath(identifier: photo.rawValue)), let file = file(of: own),
            file.file.identity.bytes > 0
        else { return [] }
        var candidates: [Candidate] = []
        for album in catalog.albums.list.elements {
            guard !cancellation.isCancelled else { return [] }
            for photo in album.photos.elements where album.knownBytes(at: photo.index) == file.file.identity.bytes {
                candidates.append((album, photo.index))
            }
        }
        guard candidates.count > 1, candidates.count <= Self.maxCompared else { return [] }
        let groups = groups(of: candidates.compactMap(self.file), cancellation)
        let group = groups.first { $0.contains { $0.id == file.id } }
        return (group ?? []).filter { $0.id != file.id }.map {
            IdenticalFile(
                path: BytePath(identifier: $0.id.rawValue).text,
                isLink: $0.file.identity.node == file.file.identity.node)
        }.sorted { $0.path < $1.path }
    }

    /// Reads the version of a photo's file; nil if it is missing or no regular file.
    private func file(of candidate: Candidate) -> File? {
        let path = candidate.album.path.appending(candidate.album.photos.elements[candidate.index].name)
        var status = stat()
        let absolute = root.appending(path)
        guard absolute.withCPath({ stat($0, &status) }) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
        return (Photo.ID(path.identifier), IdentifiedFile(path: absolute, identity: FileIdentity(status)))
    }

    /// Returns the files with the same contents as others, group by group. A file under several names is read once.
    private func groups(of files: [File], _ cancellation: CancellationFlag) -> [[File]] {
        func divide(_ groups: [[[File]]], by hash: (IdentifiedFile) -> [UInt8]?) -> [[[File]]] {
            groups.flatMap { group -> [[[File]]] in
                guard group.count > 1 else { return [group] }
                var parts: [[UInt8]: [[File]]] = [:]
                for links in group where !cancellation.isCancelled {
                    if let file = links.first?.file, let hash = hash(file) { parts[hash, default: []].append(links) }
                }
                return Array(parts.values)
            }
        }
        let links = Dictionary(grouping: files, by: \.file.identity.node).values
        let bySize = Dictionary(grouping: links, by: { $0[0].file.identity.bytes }).values.map { $0 }
        let bySample = divide(bySize, by: hashes.sample)
        let identical = divide(bySample) { [hashes] in hashes.whole($0, cancellation) }
        return cancellation.isCancelled ? [] : identical.map { $0.flatMap { $0 } }.filter { $0.count > 1 }
    }
}
