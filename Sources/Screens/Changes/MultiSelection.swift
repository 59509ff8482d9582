import Albums
import Localization

/// The photos that the user has marked, for commands that act on several. All screens share them, and later runs.
///
/// Marks are shared and stored, because the photos of a trip are in several albums, and an SSH connection may end.
@MainActor
final class MultiSelection {
    /// Called when marks change.
    var onChange: () -> Void = {}

    /// The maximum number of photos; nil for any number.
    let max: Int?
    /// The marked photos, in the order they were marked.
    private(set) var photos: [Photo] = []
    private var ids: Set<Photo.ID> = []
    /// The marked photos' IDs in each list.
    private(set) var idsInLists: Set<Photo.ID> = []
    /// Increases with each change.
    private var version = 0
    /// Returns the same ID for a photo in every list, including the favorites.
    private let id: (Photo) -> Photo.ID
    /// The photos that undo marks again and that the library currently lacks, such as those in the trash.
    private var absent: Set<Photo.ID> = []
    /// Photos that were marked in an earlier run, and that the library has not found yet.
    private var awaited: [Photo] = []
    /// Photos unmarked in this run, which loading the marks of earlier runs must not mark again.
    private var dismissed: Set<Photo.ID> = []
    private var refreshing: Task<Void, Never>?
    /// Whether the library has changed since the last refresh began.
    private var isOutdated = false
    /// Whether files are being moved, so that an ID may be that of another photo from one moment to the next.
    private var isMoving = false
    /// Whether the library has been read completely.
    private var isLibraryComplete = false
    private let port: MarksPort
    private let log: ChangeLog
    private let notices: Notices
    private let changes = ChangeQueue()

    /// - Parameter id: returns the same ID for a photo in every list.
    init(max: Int?, port: MarksPort, log: ChangeLog, notices: Notices, id: @escaping (Photo) -> Photo.ID) {
        self.max = max
        self.port = port
        self.log = log
        self.notices = notices
        self.id = id
    }

    /// Marks the photos that were marked in an earlier run: files once the library has found them, because other
    /// programs may have deleted or changed them since.
    func load(in library: any PhotoLibrary) async {
        do {
            awaited = try await port.load().filter { !contains($0) }
        } catch FavoritesFailure.unavailable {
            // Without access to the file, there are no marks of earlier runs.
            return
        } catch {
            let reason = UserFacingText.failure(error)
            return notices.post(.failure(localized("Couldn't read marks: \(reason)")), about: .marks)
        }
        refresh(in: library)
    }

    /// Waits until all changes are on disk.
    func flush() async {
        await changes.flush()
    }

    /// The photos with a version that identifies this list. One property, so that a read from outside the main actor is
    /// consistent.
    var snapshot: (photos: [Photo], version: Int) { (photos, version) }

    func contains(_ photo: Photo) -> Bool {
        !ids.isEmpty && ids.contains(id(photo))
    }

    /// Marks all of these photos, or unmarks them if all are marked already. Explains if there would be too many.
    func toggle(_ shown: [Photo]) {
        let new = shown.filter { !contains($0) }
        if new.isEmpty {
            if let made = unmark(Set(shown.map(id))) { log.record(made, isSilent: true) }
        } else {
            if let max, photos.count + new.count > max { return notices.explain(.tooManyPicked(max: max)) }
            mark(new)
        }
        onChange()
    }

    /// Marks photos again that had lost their marks because the library lacked them.
    ///
    /// - Parameter restored: the photos that the library has again.
    func restore(_ restored: [Photo], marked: [Photo]) {
        absent.subtract(restored.map(\.id))
        let new = marked.filter { !contains($0) }
        guard !new.isEmpty else { return }
        mark(new)
        onChange()
    }

    /// Unmarks all photos; posts a notice if they were several.
    func clear() {
        guard let made = unmark(ids) else { return }
        onChange()
        log.record(made, isSilent: made.change.photos.count == 1)
    }

    /// Marks photos again that were unmarked together, up to the maximum.
    func markAgain(_ unmarked: [Photo]) -> ChangeResult {
        let candidates = unmarked.filter { !contains($0) && !absent.contains($0.id) }
        let new = Array(candidates.prefix(max.map { $0 - photos.count } ?? .max))
        guard !new.isEmpty else { return ChangeResult() }
        mark(new)
        onChange()
        return ChangeResult(made: MadeChange(.mark(new), inverse: .unmark(new)))
    }

    /// Unmarks photos again.
    func unmarkAgain(_ marked: [Photo]) -> ChangeResult {
        let result = ChangeResult(made: unmark(Set(marked.map(id))))
        if result.made != nil { onChange() }
        return result
    }

    /// Ignores the library's lookups of marked photos until `endMoving`, because only the operation knows the current
    /// names.
    func beginMoving() { isMoving = true }

    /// Moves marks along with moved or renamed files, all at once: files may have swapped names.
    func follow(_ moves: [FavoriteMove]) {
        let targets = Dictionary(moves.map { (id($0.from), $0.to) }) { first, _ in first }
        guard !targets.isEmpty else { return }
        let follow = { (photo: Photo) in targets[self.id(photo)] ?? photo }
        awaited = awaited.map(follow)
        replace(follow)
    }

    /// Resumes lookups after an operation that began with `beginMoving`.
    func endMoving(in library: any PhotoLibrary) {
        isMoving = false
        // A lookup that is still running may have begun before the operation.
        version += 1
        if isOutdated { refresh(in: library) }
    }

    /// Drops the marks of photos that a library no longer has, moves marks along with files that other programs have
    /// moved, and updates the properties of marked photos, such as corrected dates.
    ///
    /// - Parameter isComplete: whether the library has been read completely, now or earlier.
    func refresh(in library: any PhotoLibrary, isComplete: Bool = false) {
        isLibraryComplete = isLibraryComplete || isComplete
        guard !photos.isEmpty || !awaited.isEmpty || !log.unmarked.isEmpty else { return }
        guard refreshing == nil, !isMoving else { return isOutdated = true }
        isOutdated = false
        refreshing = Task { [weak self] in
            await self?.markAwaited(in: library)
            await self?.followFates(in: library)
            guard let self else { return }
            refreshing = nil
            if isOutdated { refresh(in: library) }
        }
    }

    private func markAwaited(in library: any PhotoLibrary) async {
        var found: [Photo] = []
        var waiting: [Photo] = []
        var gone: [Photo.ID] = []
        let (start, isComplete) = (version, isLibraryComplete)
        for photo in awaited {
            if photo.file == nil {
                found.append(photo)
            } else if let current = await library.photo(photo.id, near: photo) {
                found.append(current)
            } else if await library.fate(of: photo.id) == .gone {
                gone.append(photo.id)
            } else if isComplete {
                found.append(photo)
            } else {
                waiting.append(photo)
            }
        }
        guard isCurrent(start) else { return }
        awaited = waiting
        if !gone.isEmpty { save { [port, gone] in try await port.remove(gone) } }
        let new = found.filter { !contains($0) && !dismissed.contains(id($0)) }
        guard !new.isEmpty else { return }
        change(photos + new)
        onChange()
    }

    private func followFates(in library: any PhotoLibrary) async {
        let start = version
        var present: Set<Photo.ID> = []
        var gone: Set<Photo.ID> = []
        var moved: [Photo.ID: Photo] = [:]
        let all = photos + log.unmarked
        for photo in all {
            switch await library.fate(of: photo.id) {
            case .kept, .leaving: present.insert(photo.id)
            case .gone: gone.insert(photo.id)
            case .moved(let id): moved[photo.id] = await library.photo(id, near: photo) ?? photo.with(id: id)
            }
        }
        let current = Dictionary(await library.current(all).map { ($0.id, $0) }) { first, _ in first }
        guard isCurrent(start) else { return }
        absent = absent.subtracting(present).union(gone)
        replace { gone.contains($0.id) ? nil : moved[$0.id] ?? current[$0.id] ?? $0 }
    }

    /// Returns whether lookups since a version are still valid; if not, schedules new ones.
    private func isCurrent(_ start: Int) -> Bool {
        if isMoving || version != start { isOutdated = true }
        return !isMoving && version == start
    }

    private func mark(_ new: [Photo]) {
        guard !new.isEmpty else { return }
        change(photos + new)
        dismissed.subtract(new.map(id))
        save { [port] in try await port.add(new) }
    }

    /// Unmarks photos; returns nil if none is marked.
    private func unmark(_ removed: Set<Photo.ID>) -> MadeChange? {
        let removedPhotos = photos.filter { removed.contains(id($0)) }
        guard !removedPhotos.isEmpty else { return nil }
        dismissed.formUnion(removedPhotos.map(id))
        change(photos.filter { !removed.contains(id($0)) })
        save { [port] in try await port.remove(removedPhotos.map(\.id)) }
        return MadeChange(.unmark(removedPhotos), inverse: .mark(removedPhotos))
    }

    /// Replaces marked photos by their successors; unmarks those without any. No photo is marked twice.
    private func replace(_ successor: (Photo) -> Photo?) {
        // Keep photos without a successor: undo may bring them back before they are marked again.
        log.follow { successor($0) ?? $0 }
        var known: Set<Photo.ID> = []
        let new = photos.compactMap(successor).filter { known.insert(id($0)).inserted }
        guard new != photos else { return }
        let (before, after) = (Set(photos.map(\.id)), Set(new.map(\.id)))
        let added = new.filter { !before.contains($0.id) }
        let removed = photos.map(\.id).filter { !after.contains($0) }
        change(new)
        onChange()
        // Later runs load the current properties again.
        guard !added.isEmpty || !removed.isEmpty else { return }
        save { [port] in
            // In this order, because a kill in between must lose no mark.
            try await port.add(added)
            try await port.remove(removed)
        }
    }

    private func change(_ new: [Photo]) {
        photos = new
        ids = Set(new.map(id))
        idsInLists = ids.union(new.map(\.id))
        version += 1
    }

    private func save(_ change: @escaping @Sendable () async throws -> Void) {
        changes.add { [notices] in
            do {
                try await change()
            } catch {
                let reason = UserFacingText.failure(error)
                notices.post(.failure(localized("Couldn't save marks: \(reason)")), about: .marks)
            }
        }
    }
}

extension PhotoLibrary {
    /// Returns the photo with an ID, from another photo's album or the feed; nil if it isn't found.
    func photo(_ id: Photo.ID, near photo: Photo) async -> Photo? {
        for list in [PhotoList.album(photo.albumID), .feed] {
            if let index = try? await index(of: id, in: list, matching: .everything),
                let found = try? await photos(in: list, matching: .everything, in: index..<index + 1).first,
                found.id == id
            {
                return found
            }
        }
        return nil
    }

    /// Returns files as the library lists them now, in one request. Those that it lacks, and photos of services, stay as
    /// they are.
    ///
    /// Each photo keeps the identity of its file, so that changes don't affect a file that the user hasn't seen.
    func current(_ photos: [Photo]) async -> [Photo] {
        guard folders != nil, !photos.isEmpty,
            let page = try? await self.photos(
                in: .burst(photos.map(\.id)), matching: .everything, in: 0..<photos.count)
        else { return photos }
        let listed = Dictionary(page.items.map { ($0.id, $0) }) { first, _ in first }
        return photos.map { photo in
            guard let new = listed[photo.id] else { return photo }
            return photo.identity.map { new.with(identity: $0, version: new.version) } ?? new
        }
    }
}
