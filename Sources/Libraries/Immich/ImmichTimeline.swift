import Albums
import Basics
import Synchronization

/// A list of photos by months: the server sends their counts at once, and the photos of each month on request.
///
/// Each month is requested once for all callers. A search covers the months that have loaded.
final class ImmichTimeline: Sendable {
    /// The number of photos that stay in memory, besides those of the months in use.
    private static let maxLoadedPhotos = 150_000
    /// The number of months that one request for a range loads in the background.
    private static let maxPrefetchedMonths = 12
    /// The maximum number of photos in a run.
    private static let runLength = 100
    /// The longest range that is answered at once.
    private static let maxRange = 200_000

    private let service: ImmichService
    private let broadcaster: LibraryEventBroadcaster
    private let known: ImmichAssetCache
    /// The parameters of the list, such as the album.
    private let parameters: [(name: String, value: String)]
    /// Whether the oldest photos come first.
    private let isAscending: Bool
    /// Whether a search loads all months.
    private let loadsWhileSearched: Bool
    private let requests = SharedWork<Request, Void>()
    private let state = Mutex(State())
    private let searched = MemoizedList<SearchedState, ImmichAsset>()

    private enum Request: Hashable {
        case counts(isReload: Bool)
        case month(name: String)
    }

    /// A month of the list.
    private struct Section {
        /// As the server names it.
        let name: String
        let month: Month?
        /// The number that the server has sent, until the photos have loaded.
        var count: Int
        /// The photos, without those in the trash; nil until they have loaded.
        var shown: [ImmichAsset]?
        /// With those in the trash.
        var all: [ImmichAsset] = []
        /// Whether they are due for a reload.
        var isStale = false
        var lastUse = 0
    }

    private struct State {
        /// Nil until they have loaded.
        var sections: [Section]?
        /// The index in the list of each section's first photo, and the number of photos.
        var starts: [Int] = [0]
        /// Changes with the loaded photos.
        var version = 0
        var uses = 0
        var isStale = false
        /// Whether the next requests bypass the cache.
        var isReload = false
        var trashed: Set<ImmichAsset.ID> = []
        var failure: LibraryFailure?

        var count: Int { starts.last ?? 0 }
        var isComplete: Bool { sections?.allSatisfy { $0.shown != nil } ?? false }
        var loadedCount: Int { sections?.reduce(0) { $0 + ($1.shown?.count ?? 0) } ?? 0 }

        mutating func didChange() {
            version += 1
            starts = [0]
            for section in sections ?? [] { starts.append((starts.last ?? 0) + section.count) }
        }

        /// Returns the photos of a range, nil for those that haven't loaded.
        func part(_ range: Range<Int>, isReversed: Bool) -> [ImmichAsset?] {
            let range = inList(range, isReversed: isReversed)
            var part: [ImmichAsset?] = []
            for index in indices(of: range) {
                guard let section = sections?[index] else { continue }
                let inside = range.clamped(to: starts[index]..<starts[index + 1])
                let first = inside.lowerBound - starts[index]
                part +=
                    section.shown?[first..<first + inside.count].map { $0 }
                    ?? [ImmichAsset?](repeating: nil, count: inside.count)
            }
            return isReversed ? part.reversed() : part
        }

        /// Returns the loaded photos around a range: a few short months together, or parts of a long one.
        func runs(around range: Range<Int>, isReversed: Bool) -> [[ImmichAsset]] {
            let range = inList(range, isReversed: isReversed)
            var runs: [[ImmichAsset]] = []
            // From the oldest month on, because photos are added to the newest.
            var end = sections?.count ?? 0
            while end > 0 {
                var start = end - 1
                while start > 0, starts[end] - starts[start - 1] <= ImmichTimeline.runLength { start -= 1 }
                let inside = range.clamped(to: starts[start]..<starts[end])
                defer { end = start }
                guard !inside.isEmpty else { continue }
                if end - start > 1 {
                    // Months in the range are about to load.
                    guard indices(of: inside).allSatisfy({ sections?[$0].shown != nil }) else { continue }
                    runs.append((sections ?? [])[start..<end].flatMap { $0.shown ?? [] })
                } else if let loaded = sections?[start].shown {
                    let length = ImmichTimeline.runLength
                    let first = (inside.lowerBound - starts[start]) / length * length
                    for index in stride(from: first, to: inside.upperBound - starts[start], by: length).reversed() {
                        runs.append(Array(loaded[index..<min(index + length, loaded.count)]))
                    }
                }
            }
            return isReversed ? runs : runs.reversed()
        }

        /// Returns the months to load for a range, at most `maxPrefetchedMonths`, those at its start first. A range after
        /// the end asks for the next month.
        mutating func monthsToLoad(
            for range: Range<Int>, isReversed: Bool
        ) -> (names: [String], isEmpty: Bool) {
            let asked = inList(range, isReversed: isReversed)
            var wanted = Array(indices(of: asked))
            if wanted.isEmpty, range.upperBound > count, !range.isEmpty {
                wanted = sections?.indices.first { sections?[$0].shown == nil }.map { [$0] } ?? []
            }
            if isReversed { wanted.reverse() }
            var (missing, stale): ([String], [String]) = ([], [])
            uses += 1
            for index in wanted {
                guard let section = sections?[index] else { continue }
                sections?[index].lastUse = uses
                if section.shown == nil {
                    missing.append(section.name)
                } else if section.isStale {
                    stale.append(section.name)
                }
            }
            let names = Array((missing + stale).prefix(ImmichTimeline.maxPrefetchedMonths))
            for index in wanted where sections.map({ names.contains($0[index].name) }) == true {
                sections?[index].isStale = false
            }
            return (names, missing.count == wanted.count)
        }

        /// Adds the photos of a month, and forgets those of the least recently used months beyond a number.
        mutating func add(_ assets: [ImmichAsset], of name: String, maxLoaded: Int) {
            guard let index = sections?.firstIndex(where: { $0.name == name }) else { return }
            isReload = false
            failure = nil
            let shown = trashed.isEmpty ? assets : assets.filter { !trashed.contains($0.id) }
            sections?[index].all = assets
            sections?[index].shown = shown
            sections?[index].count = shown.count
            var loaded = loadedCount
            while loaded > maxLoaded,
                let last = sections?.indices.filter({ sections?[$0].shown?.isEmpty == false }).min(by: {
                    (sections?[$0].lastUse ?? 0) < (sections?[$1].lastUse ?? 0)
                }), sections?[last].lastUse ?? 0 < uses
            {
                loaded -= sections?[last].shown?.count ?? 0
                sections?[last].all = []
                sections?[last].shown = nil
            }
            didChange()
        }

        /// Returns the range in the list's own order, without what lies outside.
        private func inList(_ range: Range<Int>, isReversed: Bool) -> Range<Int> {
            let inside = range.clamped(to: 0..<count)
            let asked = inside.lowerBound..<min(inside.upperBound, inside.lowerBound + ImmichTimeline.maxRange)
            return isReversed ? count - asked.upperBound..<count - asked.lowerBound : asked
        }

        /// Returns the indices of the sections that a range touches.
        private func indices(of range: Range<Int>) -> Range<Int> {
            guard !range.isEmpty else { return 0..<0 }
            let first = starts.partitioningIndex { $0 > range.lowerBound } - 1
            return first..<starts.partitioningIndex { $0 >= range.upperBound }
        }
    }

    private struct SearchedState: Equatable {
        let version: Int
        let facts: Int
        let isReversed: Bool
    }

    init(
        service: ImmichService, broadcaster: LibraryEventBroadcaster, known: ImmichAssetCache,
        parameters: [(name: String, value: String)], isAscending: Bool = false, loadsWhileSearched: Bool = true
    ) {
        self.service = service
        self.broadcaster = broadcaster
        self.known = known
        self.parameters = parameters
        self.isAscending = isAscending
        self.loadsWhileSearched = loadsWhileSearched
    }

    /// The number of photos, nil while unknown.
    var count: Int? { state.withLock { $0.sections == nil ? nil : $0.count } }

    /// Returns the loaded photos of a range, and loads the remainder in the background; waits if none has loaded.
    func page(matching query: ListQuery, in range: Range<Int>) async throws -> Page<ImmichAsset> {
        try await loadCounts()
        let isReversed = isReversed(query.order)
        guard query.search.isEmpty else {
            if loadsWhileSearched { try await load(0..<(count ?? 0), isReversed: isReversed, waits: false) }
            return list(isReversed: isReversed) { list, state in
                list.page(
                    matching: ListQuery(search: query.search), in: range, isComplete: state.isComplete,
                    total: state.count, failure: state.failure
                ) { $0 }
            }
        }
        var failure: LibraryFailure?
        do {
            try await load(range, isReversed: isReversed, waits: true)
        } catch let error as LibraryFailure {
            // Reported together with the loaded months.
            guard state.withLock({ $0.loadedCount > 0 }) else { throw error }
            failure = error
        }
        return state.withLock { state in
            let part = state.part(range, isReversed: isReversed)
            let offset = part.firstIndex { $0 != nil } ?? part.count
            return Page(
                items: part[offset...].prefix { $0 != nil }.compactMap { $0 }, offset: offset, matching: state.count,
                available: state.count, isComplete: state.isComplete, total: state.count,
                failure: failure ?? state.failure)
        }
    }

    /// Returns the loaded photos around a range, in runs of which one search finds all. Their limits depend on the list
    /// alone, so that the same searches are made offline.
    func runs(in range: Range<Int>, order: ListOrder) -> [[ImmichAsset]] {
        state.withLock { $0.runs(around: range, isReversed: isReversed(order)) }
    }

    /// Returns a photo's index among the loaded ones that match.
    func index(of id: ImmichAsset.ID, matching query: ListQuery) async throws -> Int? {
        try await loadCounts()
        let isReversed = isReversed(query.order)
        guard query.search.isEmpty else {
            return list(isReversed: isReversed) { list, _ in
                list.elements.firstIndex { $0.id == id }.flatMap {
                    list.rank(of: $0, matching: ListQuery(search: query.search))
                }
            }
        }
        return state.withLock { state in
            for (section, start) in zip(state.sections ?? [], state.starts) {
                guard let index = section.shown?.firstIndex(where: { $0.id == id }) else { continue }
                return isReversed ? state.count - 1 - start - index : start + index
            }
            return nil
        }
    }

    func months(matching query: ListQuery) async throws -> [MonthSection] {
        try await loadCounts()
        let isReversed = isReversed(query.order)
        guard query.search.isEmpty else {
            return list(isReversed: isReversed) { list, _ in
                list.months(
                    matching: ListQuery(
                        search: query.search, order: isAscending == isReversed ? .newestFirst : .oldestFirst))
            }
        }
        let sections = state.withLock { $0.sections ?? [] }.filter { $0.count > 0 }
            .map { MonthSection(month: $0.month, count: $0.count) }
        return isReversed ? sections.reversed() : sections
    }

    /// Returns the aspect ratios of loaded photos; nil for the others.
    func aspects(matching query: ListQuery, in range: Range<Int>) -> [Double?] {
        guard query.search.isEmpty else { return [] }
        return state.withLock { $0.part(range, isReversed: isReversed(query.order)) }.map { asset in
            asset?.aspect.flatMap(Aspect.init)?.value
        }
    }

    /// Cancels hanging requests, and reloads the months in use.
    func retry() {
        state.withLock { state in
            state.isStale = state.sections != nil
            state.isReload = true
            state.failure = nil
            for index in (state.sections ?? []).indices { state.sections?[index].isStale = true }
        }
        requests.restart()
    }

    /// Hides the photos in the trash.
    ///
    /// - Parameter hasRestored: whether photos have left the trash, which may be missing here.
    func hide(trashed: Set<ImmichAsset.ID>, hasRestored: Bool = false) {
        state.withLock { state in
            state.trashed = trashed
            for (index, section) in (state.sections ?? []).enumerated() where section.shown != nil {
                let shown = section.all.filter { !trashed.contains($0.id) }
                state.sections?[index].shown = shown
                state.sections?[index].count = shown.count
            }
            state.didChange()
        }
        if hasRestored { retry() }
    }

    private func isReversed(_ order: ListOrder) -> Bool { order == (isAscending ? .newestFirst : .oldestFirst) }

    private func list<Result>(
        isReversed: Bool, _ body: (SearchableList<ImmichAsset>, State) -> Result
    ) -> Result {
        let state = state.withLock { $0 }
        let source = SearchedState(version: state.version, facts: known.version, isReversed: isReversed)
        let list = searched.list(from: source) { [known] in
            let loaded = (state.sections ?? []).flatMap { $0.shown ?? [] }
            return SearchableList(
                isReversed ? loaded.reversed() : loaded,
                keys: SortKeys(title: { NaturalOrderKey($0.id.text) }, date: { $0.localDate })
            ) { search, asset in search.matches(known.searched(asset)) }
        }
        return body(list, state)
    }

    // MARK: Requests

    private func loadCounts() async throws {
        let (isKnown, isStale) = state.withLock { state in
            defer { state.isStale = false }
            return (state.sections != nil, state.isStale)
        }
        guard isKnown else { return try await fetchCounts(isReload: state.withLock { $0.isReload }) }
        if isStale { Task { try? await fetchCounts(isReload: true) } }
    }

    private func fetchCounts(isReload: Bool) async throws {
        try await requests.value(for: .counts(isReload: isReload)) { [self] in
            do {
                let buckets = try await service.get(
                    LossyArray<ImmichBucketCount>.self, ["timeline", "buckets"], parameters, isReload: isReload
                ).elements
                state.withLock { state in
                    let old = Dictionary(state.sections?.map { ($0.name, $0) } ?? []) { first, _ in first }
                    var names: Set<String> = []
                    state.sections = buckets.filter { names.insert($0.timeBucket.text).inserted }.map { bucket in
                        let name = bucket.timeBucket.text
                        if let section = old[name], section.shown != nil { return section }
                        return Section(
                            name: name, month: ImmichDate.month("\(name.prefix(10))"),
                            count: min(bucket.count.value, Self.maxCount))
                    }
                    state.didChange()
                }
                if isReload { broadcaster.change() }
            } catch let failure as LibraryFailure {
                fail(failure)
                throw failure
            }
        }
    }

    /// The largest number of photos in a month: sums of counts must not overflow.
    private static let maxCount = 1 << 24

    /// Loads the months of a range, the first one before it returns if none is loaded.
    private func load(_ range: Range<Int>, isReversed: Bool, waits: Bool) async throws {
        let (names, isEmpty) = state.withLock { $0.monthsToLoad(for: range, isReversed: isReversed) }
        let awaited = waits && isEmpty ? names.first : nil
        // Without an owner: they end with their requests, which `retry` cancels.
        for name in names where name != awaited {
            Task { try? await fetch(name, isPrefetch: true) }
        }
        if let awaited { try await fetch(awaited) }
    }

    private func fetch(_ name: String, isPrefetch: Bool = false) async throws {
        try await requests.value(for: .month(name: name)) { [self] in
            do {
                let isReload = state.withLock { $0.isReload }
                let assets = try await service.get(
                    ImmichBucket.self, ["timeline", "bucket"], parameters + [("timeBucket", name)],
                    priority: isPrefetch ? .prefetch : .visible, isReload: isReload
                ).assets
                state.withLock { $0.add(assets, of: name, maxLoaded: Self.maxLoadedPhotos) }
                broadcaster.change()
            } catch let failure as LibraryFailure {
                fail(failure)
                throw failure
            }
        }
    }

    private func fail(_ failure: LibraryFailure) {
        let isNew = state.withLock { state in
            defer { state.failure = failure }
            return state.failure != failure && state.loadedCount > 0
        }
        if isNew { broadcaster.partlyFailed(failure) }
    }
}
