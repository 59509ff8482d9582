import Basics
import Synchronization

/// A list with search, sorting and access by range.
///
/// The last order and the last search are cached, so that further ranges of a result are cheap.
public final class SearchableList<Element: Sendable>: Sendable {
    /// In the original order.
    public let elements: [Element]
    private let keys: SortKeys<Element>
    private let matcher: @Sendable (SearchQuery) -> (Element) -> Bool
    /// Nil if the list has no bursts.
    private let burstKeys: BurstKeys<Element>?
    private let listsWordsFirst: Bool
    private let cache = Mutex(Cache())

    private struct Cache {
        /// The number of times that the results were forgotten.
        var generation = 0
        /// The last order other than the original, and all indices of `elements` in it.
        var sorted: (order: ListOrder, indices: [Int]?)?
        /// The last search, and the matching indices of `elements` in its order.
        var found: (query: ListQuery, indices: [Int])?
        /// The last query for months, and their sections.
        var months: (query: ListQuery, sections: [MonthSection])?
        var bursts: Bursts?
        /// The last query that folds bursts, and its result.
        var folded: (query: ListQuery, result: FoldedIndices)?
    }

    /// - Parameters:
    ///   - keys: computed when an order needs them, so a key may require file access.
    ///   - matcher: returns whether elements match a search. Called once for each search, for work that all elements
    ///     share.
    ///   - bursts: how bursts are found; nil if queries don't fold them.
    ///   - listsWordsFirst: whether a search for `2019` lists elements with this word before those of that year, in the
    ///     original order. Not for lists by date, or that are loaded bit by bit.
    public init(
        _ elements: [Element], keys: SortKeys<Element>, bursts: BurstKeys<Element>? = nil,
        listsWordsFirst: Bool = false, matcher: @escaping @Sendable (SearchQuery) -> (Element) -> Bool
    ) {
        self.elements = elements
        self.keys = keys
        burstKeys = bursts
        self.listsWordsFirst = listsWordsFirst
        self.matcher = matcher
    }

    public convenience init(
        _ elements: [Element], keys: SortKeys<Element>, listsWordsFirst: Bool = false,
        matches: @escaping @Sendable (SearchQuery, Element) -> Bool
    ) {
        self.init(elements, keys: keys, listsWordsFirst: listsWordsFirst) { search in { matches(search, $0) } }
    }

    /// Forgets the cached order and search, after values of elements have changed.
    public func forgetResults() {
        cache.withLock { $0 = Cache(generation: $0.generation + 1) }
    }

    /// Returns the matching elements of a range, which may extend beyond the list.
    public func page<Item>(
        matching query: ListQuery, in range: Range<Int>, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil, item: (Element) -> Item
    ) -> Page<Item> {
        page(
            matching: query, in: range, isComplete: isComplete, total: total, failure: failure,
            foldedItem: { element, _ in item(element) })
    }

    /// Returns the matching elements of a range, which may extend beyond the list.
    ///
    /// - Parameter foldedItem: receives an element, and the elements of the burst for which it stands, by time.
    public func page<Item>(
        matching query: ListQuery, in range: Range<Int>, isComplete: Bool, total: Int? = nil,
        failure: LibraryFailure? = nil, foldedItem: (Element, _ burst: [Element]) -> Item
    ) -> Page<Item> {
        let folded = folded(matching: query)
        let indices = folded?.indices ?? indices(matching: query.unfolded)
        let items =
            indices.map { indices in
                indices[range.clamped(to: indices.indices)].map { index in
                    foldedItem(elements[index], folded?.bursts[index]?.map { elements[$0] } ?? [])
                }
            } ?? elements[range.clamped(to: elements.indices)].map { foldedItem($0, []) }
        return Page(
            items: items, matching: indices?.count ?? elements.count, available: elements.count,
            isComplete: isComplete, total: total, failure: failure)
    }

    /// Returns the index among the matching elements of the element at `index` of the original list, or of the one that
    /// stands for its burst; nil if it does not match.
    public func rank(of index: Int, matching query: ListQuery) -> Int? {
        let folded = folded(matching: query)
        guard let indices = folded?.indices ?? indices(matching: query.unfolded) else { return index }
        let index = folded?.tops[index] ?? index
        guard query.order == .original, words(of: query) == nil else { return indices.firstIndex(of: index) }
        let rank = indices.partitioningIndex { $0 >= index }
        return rank < indices.count && indices[rank] == index ? rank : nil
    }

    /// Returns the months of the matching elements, with their counts. The query, or the original order, sorts by date.
    public func months(matching query: ListQuery) -> [MonthSection] {
        let (known, generation) = cache.withLock { ($0.months, $0.generation) }
        if let known, known.query == query { return known.sections }
        let folded = folded(matching: query)
        let indices = folded?.indices ?? indices(matching: query.unfolded)
        let item = { [keys, elements] (index: Int) -> MonthSection.Item in
            let element = elements[index]
            return (keys.date(element), keys.dateKind(element), folded?.bursts[index]?.count ?? 1)
        }
        let isAscending = query.order == .oldestFirst
        let sections =
            indices.map { MonthSection.sections(of: $0.lazy.map(item), isAscending: isAscending) }
            ?? MonthSection.sections(of: elements.indices.lazy.map(item), isAscending: isAscending)
        cache.withLock { cache in
            // Dates may have changed since the sections were computed.
            if cache.generation == generation { cache.months = (query, sections) }
        }
        return sections
    }

    /// Returns the bursts among the matching elements, in the order of the query.
    public func bursts(matching query: ListQuery) -> [ListedBurst] {
        guard let burstKeys, let folded = folded(matching: query) else { return [] }
        return folded.indices.enumerated().compactMap { position, top in
            folded.bursts[top].map { burst in
                ListedBurst(index: position, ranks: burst.map { burstKeys.rank(elements[$0]) })
            }
        }
    }

    /// Returns the matching elements with their bursts folded; nil if the query or the list doesn't fold any.
    private func folded(matching query: ListQuery) -> FoldedIndices? {
        guard query.foldsBursts, let burstKeys else { return nil }
        let (known, generation) = cache.withLock { ($0.folded, $0.generation) }
        if let known, known.query == query { return known.result }
        let indices = indices(matching: query.unfolded) ?? Array(elements.indices)
        let bursts = cache.withLock { $0.bursts } ?? Bursts(elements.map(burstKeys.moment))
        let result = bursts.folding(indices) { burstKeys.rank(elements[$0]) }
        cache.withLock { cache in
            // Facts may have changed since the bursts were found.
            guard cache.generation == generation else { return }
            cache.bursts = bursts
            cache.folded = (query, result)
        }
        return result
    }

    /// Returns the matching indices in the order of the query; nil for all elements in the original order.
    private func indices(matching query: ListQuery) -> [Int]? {
        guard query != .everything else { return nil }
        return cache.withLock { cache in
            if query.order != .original, cache.sorted?.order != query.order {
                cache.sorted = (query.order, query.order.indices(of: elements, by: keys))
            }
            let sorted = query.order == .original ? nil : cache.sorted?.indices
            guard !query.search.isEmpty else { return sorted }
            if let found = cache.found, found.query == query { return found.indices }
            // The results of a shorter text contain those of a longer one.
            let narrowed = cache.found.flatMap { found in
                found.query.order == query.order && query.search.narrows(found.query.search) ? found.indices : nil
            }
            let matches = matcher(query.search)
            var indices = (narrowed ?? sorted ?? Array(elements.indices)).filter { matches(elements[$0]) }
            if let words = words(of: query) {
                let haveWords = matcher(words)
                let groups = Dictionary(grouping: indices) { haveWords(elements[$0]) }
                indices = (groups[true] ?? []) + (groups[false] ?? [])
            }
            cache.found = (query, indices)
            return indices
        }
    }

    /// The search whose matches are listed before those by date; nil if all are in the order of the query.
    private func words(of query: ListQuery) -> SearchQuery? {
        listsWordsFirst && query.order == .original ? query.search.withPeriodsAsWords : nil
    }
}
