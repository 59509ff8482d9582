import Albums

/// The photos that the user has marked, for commands that act on several. All screens share them.
@MainActor
final class MultiSelection {
    /// Called when marks change other than by a command of the screen on top.
    var onChange: () -> Void = {}

    /// The maximum number of photos; nil for any number.
    let max: Int?
    /// The marked photos, in the order they were marked.
    private(set) var photos: [Photo] = []
    private var ids: Set<Photo.ID> = []
    /// Returns the same ID for a photo in every list, including the favorites.
    private let id: (Photo) -> Photo.ID
    /// The number of changes of favorites that can be undone.
    private let favoriteChanges: () -> Int
    /// Photos that were unmarked together, the last ones last, each with `favoriteChanges` at that time.
    private var unmarked: [(photos: [Photo], favoriteChanges: Int)] = []
    private var refreshing: Task<Void, Never>?
    /// Whether the library has changed since the last refresh began.
    private var isOutdated = false

    init(
        max: Int? = nil, id: @escaping (Photo) -> Photo.ID = { $0.id }, favoriteChanges: @escaping () -> Int = { 0 }
    ) {
        self.max = max
        self.id = id
        self.favoriteChanges = favoriteChanges
    }

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

    /// Undoes the last change that unmarked several photos, unless favorites have changed since. Returns the number of
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
    func refresh(in library: any PhotoLibrary) {
        guard !photos.isEmpty || !unmarked.isEmpty else { return }
        guard refreshing == nil else { return isOutdated = true }
        isOutdated = false
        refreshing = Task { [weak self] in
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

    private func mark(_ new: [Photo]) {
        photos += new
        ids.formUnion(new.map(id))
    }

    private func unmark(_ removed: Set<Photo.ID>) {
        let removedPhotos = photos.filter { removed.contains(id($0)) }
        if removedPhotos.count > 1 { unmarked.append((removedPhotos, favoriteChanges())) }
        photos.removeAll { removed.contains(id($0)) }
        ids.subtract(removed)
    }

    private func replace(_ photo: Photo, with new: Photo?) {
        let replace = { (photos: [Photo]) in photos.compactMap { $0.id == photo.id ? new : $0 } }
        unmarked = unmarked.map { (replace($0.photos), $0.favoriteChanges) }.filter { !$0.photos.isEmpty }
        guard contains(photo) else { return }
        photos = replace(photos)
        ids = Set(photos.map(id))
        onChange()
    }
}

extension PhotoLibrary {
    /// Returns the photo with an ID, which is in the album of another photo or in the feed; nil if it isn't found.
    fileprivate func photo(_ id: Photo.ID, near photo: Photo) async -> Photo? {
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
