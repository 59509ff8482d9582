import Albums
import Basics
import Synchronization

extension FolderLibrary {
    public var editing: (any PhotoEditing)? {
        sidecars == nil && files == nil ? nil : FolderEditing(library: self)
    }

    /// Returns the album and the index of a photo; nil if the library lacks it.
    func located(_ photo: Photo.ID) -> (album: FolderAlbum, index: Int)? {
        current.catalog.photo(at: BytePath(identifier: photo.rawValue))
    }
}

extension EditRefusal {
    init(_ problem: FileProblem) {
        self = problem.failure == .gone ? .gone : .file(problem)
    }

    /// The reason for a photo whose file couldn't be moved or copied.
    static func ofTransfer(_ problem: FileProblem) -> EditRefusal {
        problem.failure == .changed ? .replaced : EditRefusal(problem)
    }

    /// The reason for a photo that the library lacks. Only the IDs of favorites in other libraries have a zero byte.
    static func ofMissing(_ photo: Photo.ID) -> EditRefusal {
        photo.rawValue.utf8.contains(0) ? .inAnotherLibrary : .gone
    }
}

extension FolderLibrary {
    /// Returns the current state of the file to change. Blocks.
    ///
    /// A key changes the photo that the user saw, never another file that has taken its name:
    /// - Trashing, moving, copying and renaming require the file that the library knows, with the same size and time.
    /// - Properties in XMP, favorites and commands require the same file, whatever other programs have written to it.
    /// - A file rewritten by renaming a new one, as editors do, is the same photo once the library has read the folder
    ///   again, so it stays marked. A file rewritten by Tintype is the same photo at once.
    /// - If another folder is at the album's path, none of its files is one of the photos, even if they look alike.
    ///
    /// - Returns: nil if the identity of the file that was shown is unknown.
    /// - Throws: `replaced`, after which the library reads the folder again, so that the next key has an effect.
    func file(of change: PhotoChange, in album: FolderAlbum, at index: Int) throws(EditRefusal) -> IdentifiedFile? {
        let name = BytePath(identifier: change.photo.rawValue).lastComponent
        let path = album.folder.appending(name)
        let isInPlace = album.isInPlace
        guard let shown = change.identity ?? album.identity(of: name, isInPlace: isInPlace) else {
            if isInPlace { return nil }
            throw replaced(album, [])
        }
        guard let current = FileIdentity(at: path) else { throw .gone }
        let file = IdentifiedFile(path: path, identity: current)
        func isUnchanged(_ old: FileIdentity) -> Bool {
            current.isUnchanged(since: old) { album.folder.keepsInodes }
        }
        if isUnchanged(shown) { return file }
        guard isInPlace else { throw replaced(album, []) }
        if rewritten.has(current, at: path, madeOf: shown.node) { return file }
        let allowsWriting = change.edit.kind.isInXMP || change.edit.kind == .favorite
        if allowsWriting, current.node == shown.node { return file }
        let photo = album.photos.elements[index]
        let files = photo.name == name ? album.files(of: photo) : album.lineage.files(of: name)
        let known = album.identity(of: name, isInPlace: true)
        let isKnown = known.map { allowsWriting && $0.node == current.node || isUnchanged($0) } ?? false
        guard isKnown else { throw replaced(album, Set(photo.names)) }
        guard files.contains(shown.node) else { throw .replaced }
        return file
    }

    public func isReplaced(_ photo: Photo) async -> Bool {
        guard let (album, index) = located(photo.id) else { return false }
        return await onQueue { [self] in
            do throws(EditRefusal) {
                _ = try file(of: PhotoChange(photo, .favorite(true)), in: album, at: index)
                return false
            } catch {
                return error == .replaced
            }
        }
    }

    /// Reads the folder again, and returns the refusal for a photo whose file was replaced.
    private func replaced(_ album: FolderAlbum, _ names: Set<BytePath>) -> EditRefusal {
        noticeReplaced([album.path: names])
        return .replaced
    }
}

/// Changes the photos of a folder: properties in XMP, the rest by moving files.
private struct FolderEditing: PhotoEditing {
    let library: FolderLibrary

    /// Nil if files can't be moved.
    private var files: FolderFiles? { library.files.map { FolderFiles(library: library, port: $0) } }

    var kinds: Set<PhotoEdit.Kind> {
        Set(library.sidecars == nil ? [] : [.assessment, .description, .date, .orientation])
            .union(library.files == nil ? [] : [.trash, .folder, .name])
    }

    func assessment(of photo: Photo.ID) -> Assessment? {
        library.located(photo).map { $0.album.facts.assessment(at: $0.index) }
    }

    func tags(of photo: Photo.ID) -> [String]? {
        library.located(photo).map { $0.album.values(of: .tag, at: $0.index) }
    }

    /// Consecutive changes that can be made together are one call.
    func apply(
        _ changes: [PhotoChange], onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        var result = EditResult()
        var remaining = changes[...]
        while let first = remaining.first {
            let run = Array(remaining.prefix { $0.edit.isMade(with: first.edit) })
            remaining = remaining.dropFirst(run.count)
            result.add(
                await library.changing.change(Set(run.flatMap(names))) {
                    await apply(run, like: first.edit, onProgress)
                })
        }
        return result
    }

    /// The paths of a change's photo, without extensions: where it is, and where undo finds it.
    private func names(_ change: PhotoChange) -> [BytePath] {
        // A copy may take minutes, and leaves its photo where it is.
        if case .copy = change.edit { return [] }
        let path = BytePath(identifier: change.photo.rawValue)
        guard change.edit == .restore, let last = library.operations.withLock({ $0[change.photo]?.last }) else {
            return [path.stem]
        }
        let files = last.groups.first { $0.photo == change.photo }?.files ?? []
        return [path.stem]
            + files.compactMap(\.target).compactMap { target in
                library.folder(at: target.parent)?.appending(target.lastComponent).stem
            }
    }

    /// Makes changes that can be made together.
    private func apply(
        _ changes: [PhotoChange], like edit: PhotoEdit, _ onProgress: @escaping @Sendable (TransferProgress) -> Void
    ) async -> EditResult {
        switch edit {
        case .rate, .flag, .label, .set, .tag:
            if let settings = library.sidecars {
                return await FolderSidecars(library: library, settings: settings).apply(changes)
            }
        case .trash: if let files { return await files.transfer(.trash, changes, onProgress) }
        case .move: if let files { return await files.transfer(.move, changes, onProgress) }
        case .copy: if let files { return await files.transfer(.copy, changes, onProgress) }
        case .restore: if let files { return await files.restore(changes) }
        case .rename: if let files { return await files.rename(changes, onProgress) }
        case .favorite, .album: break
        }
        var result = EditResult()
        for change in changes { result.refuse(change, .unsupported) }
        return result
    }

    func refusals(of changes: [PhotoChange]) async -> [PhotoChange: EditRefusal] {
        await files?.refusals(of: changes) ?? [:]
    }

    func files(of photos: [Photo.ID]) async -> FileTotals {
        await files?.totals(of: photos) ?? FileTotals()
    }

    func annotate(_ annotations: PhotoAnnotations) async {
        await files?.annotate(annotations)
    }

    func earlierChanges() async -> [FileChange] {
        await files?.earlierChanges() ?? []
    }
}

/// Makes the changes of each photo one after another: a sidecar that is written while its photo moves would stay behind.
final class ChangingPhotos: Sendable {
    private struct State {
        var photos: Set<BytePath> = []
        var waiting: [CheckedContinuation<Bool, Never>] = []
    }

    private let state = Mutex(State())

    /// Makes a change of photos, after those in progress.
    func change<Result: Sendable>(_ photos: Set<BytePath>, _ make: () async -> Result) async -> Result {
        while await !begin(photos) {}
        let result = await make()
        let waiting = state.withLock { state in
            state.photos.subtract(photos)
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: false) }
        return result
    }

    /// Returns whether the photos are free; otherwise waits until others are.
    private func begin(_ photos: Set<BytePath>) async -> Bool {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                let isFree = state.photos.isDisjoint(with: photos)
                if isFree { state.photos.formUnion(photos) } else { state.waiting.append(continuation) }
                return isFree
            }
            if isFree { continuation.resume(returning: true) }
        }
    }
}

extension PhotoEdit {
    /// Whether a change can be made together with another one.
    fileprivate func isMade(with other: PhotoEdit) -> Bool {
        switch (self, other) {
        case (.move, .move), (.copy, .copy): return true
        default: break
        }
        // Each photo has its own properties and its own name.
        if kind.isInXMP { return other.kind.isInXMP }
        return kind == .name ? other.kind == .name : self == other
    }
}
