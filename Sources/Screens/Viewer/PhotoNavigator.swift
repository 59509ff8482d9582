import Albums
import Localization

/// Steps through the photos of a list that match a query, even while the list is still loading.
@MainActor
final class PhotoNavigator {
    /// The current position in the list.
    struct Position: Sendable {
        /// The index of the photo, known even before the photo has loaded.
        var index: Int
        var photo: Photo?
        /// The number of photos to step through; nil until known.
        var counts: GridCounts?
        /// Why the next photo failed to load, though the list continues.
        var partialFailure: String?
        /// Whether the photo was removed from the list. The next photo then has its index.
        var isRemoved = false

        /// In place of the text, if the photo was removed.
        static var removed: String { localized("no longer in this list") }

        /// `3/48`, or `3/12 of 5,000` in a search; nil if unknown, or if the photo was removed from the list.
        var text: String? {
            guard let counts, counts.matching > 0, !isRemoved else { return nil }
            if let total = counts.total, counts.matching == counts.available {
                return UserFacingText.position(index + 1, of: total)
            }
            return counts.withMore(UserFacingText.position(index + 1, of: counts.matching))
        }
    }

    /// Called when the position or `isWaiting` has changed.
    var onChange: () -> Void = {}
    /// Called when another photo has loaded.
    var onArrival: (Photo) -> Void = { _ in }
    /// Called when the library has new data for the photo, such as changed pixels.
    var onUpdate: (Photo) -> Void = { _ in }
    /// Called when the photo at the position failed to load; without an error, the list has no such photo.
    var onFailure: ((any Error)?) -> Void = { _ in }

    /// Called before a deleted or moved photo is replaced by its neighbor. Nil keeps the photo on the screen.
    var onGone: ((Photo) -> Void)?

    private(set) var position: Position {
        didSet { onChange() }
    }

    /// The number of photos to request at once, so that the list loads ahead of its known end.
    private static let prefetchCount = 10

    private let library: any PhotoLibrary
    private let list: PhotoList
    private let query: ListQuery
    private var loading: Task<Void, Never>?
    private var refreshing: Task<Void, Never>?
    private var revealing: Task<Void, Never>?
    /// The loaded photos after the current one.
    private var following: [Photo] = []
    /// The index of the photo to show as soon as the list has grown to it.
    private var pendingIndex: Int?
    /// The number of moves so far.
    private var moves = 0
    /// 1 after a move forward, -1 after one back.
    private(set) var direction = 1
    /// Whether the user has assessed the photo since it was first shown.
    private var isAssessed = false
    /// Whether the list has changed since the last load began, which may thus end with the list from before.
    private var isOutdated = false
    /// Whether the photo at the position has loaded, or failed to.
    private(set) var hasLoaded = false

    init(from start: PhotoPosition, library: any PhotoLibrary) {
        self.library = library
        list = start.list
        query = start.query
        position = Position(index: start.index, photo: start.photo, counts: start.counts)
    }

    /// Whether a photo is loading.
    var isWaiting: Bool { loading != nil || pendingIndex != nil }

    /// The position with its list.
    var listPosition: PhotoPosition {
        PhotoPosition(
            list: list, query: query, index: position.index, photo: position.photo, counts: position.counts)
    }

    /// Loads the photo at the position. Until then, the photo stays as the list showed it.
    func begin() {
        loadCurrent()
    }

    /// Reloads the current photo at its new index; if it was removed, loads the photo now at the old index.
    func reload() async {
        let photo = position.photo?.id
        var index = position.index
        if let photo, let found = try? await library.index(of: photo, in: list, matching: query) { index = found }
        if position.photo?.id == photo { go(to: index) }
    }

    /// Moves by `step` photos; waits for a photo that hasn't loaded yet. Returns why there is no such photo.
    func step(by step: Int) -> NoEffect? {
        move(to: position.index + (position.isRemoved && step > 0 ? step - 1 : step))
    }

    /// Moves to an index; waits for a photo that hasn't loaded yet. Returns why there is no such photo.
    @discardableResult
    func move(to index: Int) -> NoEffect? {
        guard index >= 0 else { return .firstPhoto }
        if index != position.index { direction = index > position.index ? 1 : -1 }
        if let counts = position.counts, index < counts.matching {
            go(to: index)
        } else {
            if let counts = position.counts, !hasMore(after: counts) { return .lastPhoto }
            guard !isWaiting else { return .stillLoading }
            waitForPhoto(at: index)
        }
        return nil
    }

    /// Moves to a photo. Does nothing if the list lacks it, or if the user moves before it is found.
    ///
    /// - Parameter ids: the IDs that the photo may have in the list.
    func reveal(_ ids: [Photo.ID]) {
        guard position.photo.map({ !ids.contains($0.id) }) ?? true else { return }
        revealing?.cancel()
        revealing = Task { [weak self, library, list, query, start = moves] in
            for id in ids {
                guard let index = try? await library.index(of: id, in: list, matching: query) else { continue }
                guard !Task.isCancelled, self?.moves == start else { return }
                self?.go(to: index)
                return
            }
        }
    }

    /// Moves to the last photo. If the end of the list is unknown, moves to the last known photo, or from there to the
    /// next one.
    func moveToLast() -> NoEffect? {
        guard let counts = position.counts else { return .stillLoading }
        if !counts.isEndKnown, query == .everything, let total = counts.total, position.index < total - 1 {
            waitForPhoto(at: total - 1)
            return nil
        }
        return position.index < counts.matching - 1 ? move(to: counts.matching - 1) : step(by: 1)
    }

    /// Whether the known photos are the whole list.
    var isComplete: Bool { position.counts.map { !hasMore(after: $0) } ?? false }

    /// Returns the photo at an index without moving there; nil if there is none.
    func photo(at index: Int) async -> Photo? {
        try? await page(from: index).first
    }

    /// Returns the loaded photos of a range; nil if that fails.
    func photos(in range: Range<Int>) async -> Page<Photo>? {
        try? await library.photos(in: list, matching: query, in: range)
    }

    /// Called when the list has changed; updates the current photo and its index.
    ///
    /// - Parameter reportsUnchanged: whether to call `onUpdate` for a photo that looks the same in the list, too.
    func refresh(reportsUnchanged: Bool = false) {
        guard loading == nil else {
            isOutdated = true
            return
        }
        if let pendingIndex { return waitForPhoto(at: pendingIndex) }
        guard let photo = position.photo else { return }
        refreshing?.cancel()
        refreshing = Task { [weak self, library, list, query] in
            guard var found = try? await library.index(of: photo.id, in: list, matching: query) as Int?? else {
                return
            }
            var id = photo.id
            if found == nil {
                let fate = await library.fate(of: photo.id)
                if case .moved(let new) = fate {
                    id = new
                    found = (try? await library.index(of: new, in: list, matching: query)).flatMap { $0 }
                }
                if found == nil, fate != .kept, let onGone = self?.onGone {
                    return await self?.showSuccessor(of: photo, onGone) ?? ()
                }
                if found == nil, self?.isAssessed == true { return await self?.showSuccessor(of: photo) ?? () }
            }
            guard let index = found ?? self?.position.index, let page = try? await self?.page(from: index),
                !Task.isCancelled, let self
            else { return }
            var new = self.position
            new.index = index
            new.isRemoved = found == nil && page.isComplete
            new.counts = GridCounts(page)
            // Another photo has the index if this one left the list in between; the next refresh then finds its successor.
            let first = page.first.flatMap { found != nil && ($0.id == id || $0.burst.contains(id)) ? $0 : nil }
            // A photo that no longer stands for its burst stays on the screen.
            let updated = first.flatMap { $0.id == id && $0 != photo ? $0 : nil }
            new.photo = updated ?? photo
            if first != nil { self.following = Array(page.items.dropFirst()) }
            self.position = new
            if let updated = updated ?? (reportsUnchanged ? photo : nil) { self.onUpdate(updated) }
        }
    }

    /// Shows the next loaded photo that is still in the list; if there is none, the photo now at the same index, or the
    /// last.
    private func showSuccessor(of photo: Photo, _ onGone: (Photo) -> Void = { _ in }) async {
        var index: Int?
        for photo in following where index == nil {
            index = (try? await library.index(of: photo.id, in: list, matching: query)).flatMap { $0 }
        }
        let count = (try? await page(from: 0))?.matching
        guard !Task.isCancelled, position.photo?.id == photo.id else { return }
        onGone(photo)
        go(to: index ?? max(0, min(position.index, (count ?? 1) - 1)))
    }

    /// Called when the user has assessed the photo. If the search no longer finds it, the next photo is shown.
    func assessed() {
        isAssessed = true
    }

    /// Cancels outstanding loads.
    func stop() {
        loading?.cancel()
        loading = nil
        pendingIndex = nil
        refreshing?.cancel()
        revealing?.cancel()
    }

    private func go(to index: Int) {
        moves += 1
        stop()
        isAssessed = false
        let isNext = index == position.index + (position.isRemoved ? 0 : 1)
        let known = isNext ? following.first : nil
        following = isNext ? Array(following.dropFirst()) : []
        position = Position(index: index, counts: position.counts)
        hasLoaded = false
        loadCurrent()
        // It appears at once; the list then confirms it.
        guard let known else { return }
        position.photo = known
        onArrival(known)
    }

    private func loadCurrent() {
        load(for: position.index) { [weak self] page in
            guard let self else { return }
            self.hasLoaded = true
            if page.first == nil, let failure = page.failure {
                self.onFailure(failure)
            } else if let shown = self.position.photo, shown.id != page.first?.id {
                // The list has changed since it showed the photo: the photo stays, at its new index.
                self.refresh()
            } else if let photo = page.first {
                self.position.photo = photo
                self.following = Array(page.items.dropFirst())
                self.onArrival(photo)
            } else {
                self.hasLoaded = false
                self.onFailure(nil)
            }
        } onError: { [weak self] in
            self?.hasLoaded = true
            self?.onFailure($0)
        }
    }

    /// Moves to a photo once it has loaded; until then the previous one stays.
    private func waitForPhoto(at index: Int) {
        stop()
        position.partialFailure = nil
        load(for: index) { [weak self] page in
            if page.first != nil {
                self?.go(to: index)
            } else if let failure = page.failure {
                self?.position.partialFailure = UserFacingText.sentence(failure)
            } else if !page.isComplete {
                self?.pendingIndex = index
                self?.onChange()
            }
        } onError: { [weak self] in
            self?.position.partialFailure = UserFacingText.sentence($0)
        }
    }

    private func load(
        for index: Int, onSuccess: @escaping (Page<Photo>) -> Void, onError: @escaping (any Error) -> Void
    ) {
        loading?.cancel()
        isOutdated = false
        loading = Task { [weak self] in
            do {
                guard let page = try await self?.page(from: index), !Task.isCancelled, let self else { return }
                self.loading = nil
                self.position.counts = GridCounts(page)
                onSuccess(page)
                // Not after a failure, which may itself have changed the list.
                if self.isOutdated { self.refresh() }
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.loading = nil
                onError(error)
            }
        }
    }

    private func page(from index: Int) async throws -> Page<Photo> {
        try await library.photos(in: list, matching: query, in: index..<index + Self.prefetchCount)
    }

    /// Whether the list may continue beyond the known photos. If the service itself can search, its feed isn't read
    /// further just to filter it locally.
    private func hasMore(after counts: GridCounts) -> Bool {
        !counts.isEndKnown && (query.search.isEmpty || !library.capabilities.hasOnlineSearch)
    }
}

/// The position of a photo: its index among the photos of a list that match a query.
struct PhotoPosition: Hashable, Sendable {
    let list: PhotoList
    let query: ListQuery
    var index: Int
    /// Nil if it hasn't loaded.
    var photo: Photo?
    /// The counts of the list, as far as they're known.
    var counts: GridCounts?
}
