import Albums

/// The way through the photos of a list that match a search, one after the other, also while more of them come.
@MainActor
final class PhotoWalk {
    /// Where the walk has come to.
    struct Position: Sendable {
        /// The index of the photo, also while it is not known yet.
        var index: Int
        var photo: Photo?
        /// How many photos there are to go through; nil until that is known.
        var counts: GridCounts?
        /// Why there is no next photo, though there are more.
        var cutShort: String?
        /// Whether the photo is not in the list any more: the next one has its index.
        var isGone = false

        /// `3/48`, or `3/60 of 5000`; nil where that is not known, or the photo has no place any more.
        var place: String? {
            guard let counts, counts.matching > 0, !isGone else { return nil }
            return counts.withMore("\(index + 1)/\(counts.matching)")
        }
    }

    /// Called when the position has changed, or whether it waits.
    var onChange: () -> Void = {}
    /// Called when another photo is to be shown.
    var onArrival: (Photo) -> Void = { _ in }
    /// Called when the photo at the position cannot be told; without an error, there is none.
    var onFailure: ((any Error)?) -> Void = { _ in }

    private(set) var position: Position {
        didSet { onChange() }
    }

    /// Reading on begins so many photos before the end of those that are known.
    private static let ahead = 10

    private let library: any PhotoLibrary
    private let list: PhotoList
    private let search: SearchQuery
    private var asking: Task<Void, Never>?
    private var refreshing: Task<Void, Never>?
    /// The index of the photo to go to as soon as the library has come to it.
    private var awaited: Int?

    init(from place: PhotoPlace, library: any PhotoLibrary) {
        self.library = library
        list = place.list
        search = SearchQuery(place.search)
        position = Position(index: place.index, counts: place.counts)
    }

    /// Whether a photo is on its way.
    var isWaiting: Bool { asking != nil || awaited != nil }

    /// Asks for the photo at the position.
    func begin() {
        go(to: position.index)
    }

    /// Asks again for the photo at the position, wherever that stands in the list by now; the next one, when it is gone.
    func beginAgain() async {
        let photo = position.photo?.id
        var index = position.index
        if let photo, let found = try? await library.index(of: photo, in: list, matching: search) { index = found }
        if position.photo?.id == photo { go(to: index) }
    }

    /// To the photo so many places further on; waits for one that is still to come. Returns why there is none.
    func step(by step: Int) -> NoEffect? {
        move(to: position.index + (position.isGone && step > 0 ? step - 1 : step))
    }

    /// To the photo at an index; waits for one that is still to come. Returns why there is none.
    @discardableResult
    func move(to index: Int) -> NoEffect? {
        guard index >= 0 else { return .firstPhoto }
        guard let counts = position.counts else { return .stillLoading }
        if index < counts.matching {
            go(to: index)
        } else {
            guard goesOn(after: counts) else { return .lastPhoto }
            guard !isWaiting else { return .stillLoading }
            waitForPhoto(at: index)
        }
        return nil
    }

    /// Whether no photo comes after those that are known.
    var isWhole: Bool { position.counts.map { !goesOn(after: $0) } ?? false }

    /// The photo at an index, without going there; nil when there is none.
    func photo(at index: Int) async -> Photo? {
        try? await page(from: index).first
    }

    /// The list has more or other photos now, so that this one may stand elsewhere.
    func refresh() {
        if let awaited, asking == nil { return waitForPhoto(at: awaited) }
        guard let photo = position.photo, asking == nil else { return }
        refreshing?.cancel()
        refreshing = Task { [weak self, library, list, search] in
            guard let found = try? await library.index(of: photo.id, in: list, matching: search) as Int?? else {
                return
            }
            guard let index = found ?? self?.position.index, let page = try? await self?.page(from: index),
                !Task.isCancelled, let self
            else { return }
            self.position.index = index
            self.position.isGone = found == nil && page.isComplete
            self.position.counts = GridCounts(page)
        }
    }

    /// Waits for nothing any more.
    func stop() {
        asking?.cancel()
        asking = nil
        awaited = nil
        refreshing?.cancel()
    }

    private func go(to index: Int) {
        stop()
        position = Position(index: index, counts: position.counts)
        ask(for: index) { [weak self] page in
            guard let self else { return }
            if let photo = page.first {
                self.position.photo = photo
                self.onArrival(photo)
            } else {
                self.onFailure(page.failure)
            }
        } orFail: { [weak self] in
            self?.onFailure($0)
        }
    }

    /// Goes to a photo as soon as it has come; until then the one before stays.
    private func waitForPhoto(at index: Int) {
        stop()
        position.cutShort = nil
        ask(for: index) { [weak self] page in
            if page.first != nil {
                self?.go(to: index)
            } else if let failure = page.failure {
                self?.position.cutShort = Words.library(failure)
            } else if !page.isComplete {
                self?.awaited = index
                self?.onChange()
            }
        } orFail: { [weak self] in
            self?.position.cutShort = Words.failure($0)
        }
    }

    private func ask(
        for index: Int, then take: @escaping (Page<Photo>) -> Void, orFail fail: @escaping (any Error) -> Void
    ) {
        asking = Task { [weak self] in
            do {
                guard let page = try await self?.page(from: index), !Task.isCancelled, let self else { return }
                self.asking = nil
                self.position.counts = GridCounts(page)
                take(page)
            } catch {
                guard !Task.isCancelled, let self else { return }
                self.asking = nil
                fail(error)
            }
        }
    }

    private func page(from index: Int) async throws -> Page<Photo> {
        try await library.photos(in: list, matching: search, in: index..<index + Self.ahead)
    }

    /// Whether there will be more than is known; what can be asked of a service itself is not read on to be searched here.
    private func goesOn(after counts: GridCounts) -> Bool {
        !counts.isEndKnown && (search.words.isEmpty || !library.answersSearches)
    }
}
