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
    }

    /// - Parameters:
    ///   - keys: computed when an order needs them, so a key may require file access.
    ///   - matcher: returns whether elements match a search. Called once for each search, for work that all elements
    ///     share.
    public init(
        _ elements: [Element], keys: SortKeys<Element>, matcher: @escaping @Sendable (SearchQuery) -> (Element) -> Bool
    ) {
        self.elements = elements
        self.keys = keys
        self.matcher = matcher
    }

    public convenience init(
        _ elements: [Element], keys: SortKeys<Element>, matches: @escaping @Sendable (SearchQuery, Element) -> Bool
    ) {
        self.init(elements, keys: keys) { search in { element in matches(search, element) } }
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
        let indices = indices(matching: query)
        let items =
            indices.map { indices in indices[range.clamped(to: indices.indices)].map { item(elements[$0]) } }
            ?? elements[range.clamped(to: elements.indices)].map(item)
        return Page(
            items: items, matching: indices?.count ?? elements.count, available: elements.count,
            isComplete: isComplete, total: total, failure: failure)
    }

    /// Returns the index among the matching elements of the element at `index` of the original list; nil if it does
    /// not match.
    public func rank(of index: Int, matching query: ListQuery) -> Int? {
        guard let indices = indices(matching: query) else { return index }
        guard query.order == .original else { return indices.firstIndex(of: index) }
        let rank = indices.partitioningIndex { $0 >= index }
        return rank < indices.count && indices[rank] == index ? rank : nil
    }

    /// Returns the months of the matching elements, with their counts. The query, or the original order, sorts by date.
    public func months(matching query: ListQuery) -> [MonthSection] {
        let (known, generation) = cache.withLock { ($0.months, $0.generation) }
        if let known, known.query == query { return known.sections }
        let indices = indices(matching: query)
        let date = { [keys] (element: Element) in (date: keys.date(element), kind: keys.dateKind(element)) }
        let isAscending = query.order == .oldestFirst
        let sections =
            indices.map {
                MonthSection.sections(of: $0.lazy.map { [elements] in date(elements[$0]) }, isAscending: isAscending)
            } ?? MonthSection.sections(of: elements.lazy.map(date), isAscending: isAscending)
        cache.withLock { cache in
            // Dates may have changed since the sections were computed.
            if cache.generation == generation { cache.months = (query, sections) }
        }
        return sections
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
            let indices = (narrowed ?? sorted ?? Array(elements.indices)).filter { matches(elements[$0]) }
            cache.found = (query, indices)
            return indices
        }
    }
}
