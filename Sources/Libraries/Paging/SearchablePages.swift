import Albums

/// A paged list with search, sorting and access by range.
final class SearchablePages<Item: Identifiable & Equatable & Sendable>: Sendable where Item.ID: Sendable {
    private let pages: PagedList<Listed<Item>>
    private let keys: SortKeys<Listed<Item>>
    private let memoizedList = MemoizedList<ListVersion, Listed<Item>>()

    init(_ pages: PagedList<Listed<Item>>, keys: SortKeys<Listed<Item>>) {
        self.pages = pages
        self.keys = keys
    }

    /// The number of items, nil while unknown.
    var total: Int? { pages.known.total }

    /// The number of items loaded so far.
    var knownCount: Int { pages.known.elements.count }

    /// Cancels hanging requests, and makes the next read bypass the cache, for loaded pages as well.
    func retry() {
        pages.retry()
    }

    /// Returns the matching items of a range among the loaded ones; loads as many as the query needs.
    func page(matching query: ListQuery, in range: Range<Int>) async throws -> Page<Item> {
        let known = try await pages.read(for: query, in: range)
        if known.hasGap, query == .everything {
            let part = known.part(range)
            return Page(
                items: part.elements.map(\.item), offset: part.offset, matching: known.count, available: known.count,
                isComplete: false, total: known.total, failure: known.failure)
        }
        return list(of: known).page(
            matching: query, in: range, isComplete: known.isComplete, total: known.total, failure: known.failure,
            item: \.item)
    }

    /// Returns an item's index among the loaded items that match.
    func index(of item: Item.ID, matching query: ListQuery) -> Int? {
        let known = pages.known
        return known.index(of: item).flatMap { list(of: known).rank(of: $0, matching: query) }
    }

    private func list(of known: KnownPages<Listed<Item>>) -> SearchableList<Listed<Item>> {
        memoizedList.list(from: known.version) { SearchableList(known.elements, keys: keys) }
    }
}
