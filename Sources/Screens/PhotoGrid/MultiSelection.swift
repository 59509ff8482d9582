import Albums
import Localization

/// The photos that the user has marked, for commands that act on several. All screens share them, and later runs.
@MainActor
final class MultiSelection {
    /// Called when marks change other than by a command of the screen on top.
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
    /// The number of changes of favorites that can be undone.
    private let favoriteChanges: () -> Int
    /// Photos that were unmarked together, the last ones last, each with `favoriteChanges` at that time.
    private var unmarked: [(photos: [Photo], favoriteChanges: Int)] = []
    /// Photos that were marked in an earlier run, and that the library has not found yet.
    private var awaited: [Photo] = []
    private var refreshing: Task<Void, Never>?
    /// Whether the library has changed since the last refresh began.
    private var isOutdated = false
    /// Whether the library has been read completely.
    private var isLibraryComplete = false
    private let port: MarksPort
    private let notices: Notices
    private let changes = ChangeQueue()

    /// - Parameters:
    ///   - id: returns the same ID for a photo in every list.
    ///   - favoriteChanges: returns the number of changes of favorites that can be undone.
    init(
        max: Int?, port: MarksPort, notices: Notices, id: @escaping (Photo) -> Photo.ID,
        favoriteChanges: @escaping () -> Int
    ) {
        self.max = max
        self.port = port
        self.notices = notices
        self.id = id
        self.favoriteChanges = favoriteChanges
    }

    /// Marks the photos that were marked in an earlier run: files once the library has found them, because other programs
    /// may have deleted or changed them since.
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

    /// The photos with a number that no earlier or later list of them has. One property, because two reads from outside the
    /// main actor could have a change between them.
    var snapshot: (photos: [Photo], version: Int) { (photos, version) }

    func contains(_ photo: Photo) -> Bool {
        !ids.isEmpty && ids.contains(id(photo))
    }

    /// Marks all of these photos, or unmarks them if all are marked already. Throws if there would be too many.
    func toggle(_ shown: [Photo]) throws(NoEffect) {
        let new = shown.filter { !contains($0) }
        if new.isEmpty {
            unmark(Set(shown.map(id)))
        } else {
            if let max, photos.count + new.count > max { throw .tooManyPicked(max: max) }
            mark(new)
        }
    }

    func clear() {
        unmark(ids)
    }

    /// Undoes the last change that unmarked photos, unless favorites have changed since. Returns the number of
    /// photos that are marked again; nil if there is nothing to undo.
    func restore() -> Int? {
        guard let last = unmarked.last, last.favoriteChanges >= favoriteChanges() else { return nil }
        unmarked.removeLast()
        let before = photos.count
        mark(Array(last.photos.filter { !contains($0) }.prefix(max.map { $0 - before } ?? .max)))
        onChange()
        return photos.count - before
    }

    /// Drops the marks of photos that a library no longer has, and follows files that were moved or renamed.
    ///
    /// - Parameter isComplete: whether the library has been read completely, now or earlier.
    func refresh(in library: any PhotoLibrary, isComplete: Bool = false) {
        isLibraryComplete = isLibraryComplete || isComplete
        guard !photos.isEmpty || !unmarked.isEmpty || !awaited.isEmpty else { return }
        guard refreshing == nil else { return isOutdated = true }
        isOutdated = false
        refreshing = Task { [weak self] in
            await self?.markAwaited(in: library)
            for photo in (self?.unmarked.flatMap(\.photos) ?? []) + (self?.photos ?? []) {
                switch await library.fate(of: photo.id) {
                case .kept: continue
                case .gone: self?.replace(photo, with: nil)
                case .moved(let moved):
                    self?.replace(photo, with: await library.photo(moved, near: photo) ?? photo.with(id: moved))
                }
            }
            guard let self else { return }
            refreshing = nil
            if isOutdated { refresh(in: library) }
        }
    }

    private func markAwaited(in library: any PhotoLibrary) async {
        var found: [Photo] = []
        var waiting: [Photo] = []
        let isComplete = isLibraryComplete
        for photo in awaited {
            if photo.file == nil {
                found.append(photo)
            } else if let current = await library.photo(photo.id, near: photo) {
                found.append(current)
            } else if await library.fate(of: photo.id) == .gone {
                save { [port] in try await port.remove([photo.id]) }
            } else if isComplete {
                found.append(photo)
            } else {
                waiting.append(photo)
            }
        }
        awaited = waiting
        let new = found.filter { !contains($0) }
        guard !new.isEmpty else { return }
        change(photos + new)
        onChange()
    }

    private func mark(_ new: [Photo]) {
        guard !new.isEmpty else { return }
        change(photos + new)
        save { [port] in try await port.add(new) }
    }

    private func unmark(_ removed: Set<Photo.ID>) {
        let removedPhotos = photos.filter { removed.contains(id($0)) }
        guard !removedPhotos.isEmpty else { return }
        unmarked.append((removedPhotos, favoriteChanges()))
        change(photos.filter { !removed.contains(id($0)) })
        save { [port] in try await port.remove(removedPhotos.map(\.id)) }
    }

    private func replace(_ photo: Photo, with new: Photo?) {
        let replace = { (photos: [Photo]) in photos.compactMap { $0.id == photo.id ? new : $0 } }
        unmarked = unmarked.map { (replace($0.photos), $0.favoriteChanges) }.filter { !$0.photos.isEmpty }
        guard contains(photo) else { return }
        change(replace(photos))
        save { [port] in
            try await port.remove([photo.id])
            if let new { try await port.add([new]) }
        }
        onChange()
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
    /// Returns the photo with an ID, which is in the album of another photo or in the feed; nil if it isn't found.
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
}
