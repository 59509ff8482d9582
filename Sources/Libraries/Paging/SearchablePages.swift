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
    var total: Int? { pages.loaded.total }

    /// The number of items loaded so far.
    var loadedCount: Int { pages.loaded.elements.count }

    /// Cancels hanging requests, and makes the next read bypass the cache, for loaded pages as well.
    func retry() {
        pages.retry()
    }

    /// Returns the matching items of a range among the loaded ones; loads as many as the query needs.
    func page(matching query: ListQuery, in range: Range<Int>) async throws -> Page<Item> {
        let loaded = try await pages.read(for: query, in: range)
        if loaded.hasGap, query == .everything {
            let part = loaded.part(range)
            return Page(
                items: part.elements.map(\.item), offset: part.offset, matching: loaded.count, available: loaded.count,
                isComplete: false, total: loaded.total, failure: loaded.failure)
        }
        return list(of: loaded).page(
            matching: query, in: range, isComplete: loaded.isComplete, total: loaded.total, failure: loaded.failure,
            item: \.item)
    }

    /// Returns an item's index among the loaded items that match.
    func index(of item: Item.ID, matching query: ListQuery) -> Int? {
        let loaded = pages.loaded
        return loaded.index(of: item).flatMap { list(of: loaded).rank(of: $0, matching: query) }
    }

    private func list(of loaded: LoadedPages<Listed<Item>>) -> SearchableList<Listed<Item>> {
        memoizedList.list(from: loaded.version) { SearchableList(loaded.elements, keys: keys) }
    }
}
